import { LABELS } from '../../../api/group.ts';
import { readNamingWorkloads } from '../../../component/readworkloads.ts';
import { applicationIdOf } from '../../../component/target.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { teamOf, teamSelection } from '../../../names/team.ts';
import { NAMESPACES, SERVICES } from '../../../objects/core.ts';
import { GATEWAY_RULES } from '../../../objects/stoa.ts';
import type { AuthenticatedCaller } from '../../guard/guard.ts';
import { gatewayRuleBody, type PlacedRecord } from './record.ts';

/**
 * Http rules of all teams, each with its team and application; with `autoSsl`, only those with that value, as a
 * service that obtains certificates requests them. The caller must be permitted to list rules and Services in the
 * whole cluster; the service itself reads the teams.
 */
export async function listAllHttpRules(
  { client, region: { name: region, client: service, names } }: AuthenticatedCaller,
  autoSsl: boolean | undefined,
): Promise<PlacedRecord[]> {
  const where = { labelSelector: `${LABELS.appId},${LABELS.componentId}` };
  const [rules, services, namespaces] = await Promise.all([
    client.list(GATEWAY_RULES),
    client.list(SERVICES, where),
    service.listMetadata(NAMESPACES, teamSelection(names.teamPolicy)),
  ]);
  const workloads = await readNamingWorkloads(client, where, services);
  const teams = new Map(namespaces.map((each) => [each.metadata.name, teamOf(each, names.teamPolicy)]));
  const applications = Map.groupBy(
    rules,
    (rule) => `${rule.metadata.namespace}/${applicationIdOf(rule) ?? 0}`,
  );
  const [ofServices, ofWorkloads] = [
    Map.groupBy(services, applicationOf),
    Map.groupBy(workloads, applicationOf),
  ];
  return [...applications].flatMap(([application, ofApplication]) => {
    const [namespace = '', appId] = application.split('/');
    const teamId = teams.get(namespace);
    return teamId === undefined
      ? []
      : gatewayRuleBody({
          region,
          teamId,
          rules: ofApplication,
          services: ofServices.get(application) ?? [],
          workloads: ofWorkloads.get(application) ?? [],
        })
          .http.filter((record) => autoSsl === undefined || record.auto_ssl === autoSsl)
          .map((record) => ({
            ...record,
            rule_extensions: record.rule_extensions.join(','),
            region_name: region,
            team_name: teamId,
            app_id: Number(appId),
          }));
  });
}

function applicationOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.labels?.[LABELS.appId]}`;
}
