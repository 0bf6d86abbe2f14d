import { LABELS } from '../api/group.ts';
import type { KubeClient } from '../kube/client.ts';
import { NAMESPACES, SERVICES } from '../objects/core.ts';
import { GATEWAY_RULES } from '../objects/stoa.ts';
import { invalidFields } from './problem.ts';
import type { PlacedRecord } from './schema/rule.ts';
import { gatewayRuleBody } from './wire/record.ts';

/** Who asks beyond the bounds of a team. */
export interface Asker {
  /** Acts as the caller, who must be permitted to list rules and Services in the whole cluster. */
  readonly client: KubeClient;
  /** Acts as the service itself, which knows the teams. */
  readonly service: KubeClient;
  readonly region: string;
}

/**
 * The http rules of all teams, each with where it belongs, those with or without `auto_ssl` where asked:
 * how a service that obtains certificates finds the rules that wait for one.
 */
export async function listAllHttpRules(
  { client, service, region }: Asker,
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
