import type { Express } from 'express';
import { LABELS } from '../../api/group.ts';
import { NAMESPACES, SERVICES } from '../../objects/core.ts';
import { GATEWAY_RULES } from '../../objects/stoa.ts';
import { gatewayRuleBody } from '../contract/rule/record.ts';
import type { PlacedRecord } from '../contract/rule/schema.ts';
import type { Admit, AuthenticatedCaller } from '../guard/guard.ts';
import { invalidFields } from '../problem/problem.ts';

/** The operation on the rules of all teams, in the first region where the query names none. */
export function addAllHttpRules(app: Express, admit: Admit): void {
  app.get('/openapi/v1/httpdomains', async (request, response) => {
    const { region_name: name, auto_ssl: autoSsl } = request.query;
    const visitor = await admit(request, response, regionIn(name));
    response.json(await listAllHttpRules(visitor, autoSsl));
  });
}

/**
 * The http rules of all teams, each with where it belongs, those with or without `auto_ssl` where asked:
 * how a service that obtains certificates finds the rules that wait for one. The visitor must be permitted to
 * list rules and Services in the whole cluster; the service itself knows the teams.
 */
async function listAllHttpRules(
  { client, region: { name: region, client: service } }: AuthenticatedCaller,
  autoSsl: unknown,
): Promise<PlacedRecord[]> {
  const wanted = flagOf(autoSsl);
  const [rules, services, namespaces] = await Promise.all([
    client.list(GATEWAY_RULES),
    client.list(SERVICES, { labelSelector: `${LABELS.appId},${LABELS.componentId}` }),
    service.listMetadata(NAMESPACES, { labelSelector: LABELS.team }),
  ]);
  const teams = new Map(namespaces.map(({ metadata }) => [metadata.name, metadata.labels?.[LABELS.team]]));
  const applications = Map.groupBy(rules, ({ metadata, spec }) => `${metadata.namespace}/${spec.appId}`);
  const components = Map.groupBy(
    services,
    ({ metadata }) => `${metadata.namespace}/${metadata.labels?.[LABELS.appId]}`,
  );
  return [...applications].flatMap(([application, ofApplication]) => {
    const [namespace = '', appId] = application.split('/');
    const teamId = teams.get(namespace);
    return teamId === undefined
      ? []
      : gatewayRuleBody({ region, teamId, rules: ofApplication, services: components.get(application) ?? [] })
          .http.filter((record) => wanted === undefined || record.auto_ssl === wanted)
          .map((record) => ({ ...record, region_name: region, team_name: teamId, app_id: Number(appId) }));
  });
}

function flagOf(text: unknown): boolean | undefined {
  if (text === undefined) {
    return undefined;
  }
  const lower = typeof text === 'string' ? text.toLowerCase() : '';
  if (lower !== 'true' && lower !== 'false') {
    throw invalidFields([{ field: 'auto_ssl', message: 'must be true or false' }]);
  }
  return lower === 'true';
}

function regionIn(text: unknown): string | undefined {
  if (text !== undefined && typeof text !== 'string') {
    throw invalidFields([{ field: 'region_name', message: 'must be there once' }]);
  }
  return text;
}
