import { LABELS } from '../../../api/group.ts';
import { inParallel } from '../../../base/parallel.ts';
import { adopts } from '../../../component/adoption.ts';
import type { Exposure } from '../../../component/exposure.ts';
import { adopterOf } from '../../../component/member.ts';
import { readAdopted, readNamingWorkloads } from '../../../component/readworkloads.ts';
import { applicationIdOf } from '../../../component/target.ts';
import { tryRead } from '../../../kube/error.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { teamOf, teamSelection } from '../../../names/team.ts';
import { NAMESPACES, SERVICES } from '../../../objects/core.ts';
import { APPLICATIONS, GATEWAY_RULES } from '../../../objects/stoa.ts';
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
  const [rules, labelled, namespaces] = await Promise.all([
    client.list(GATEWAY_RULES),
    client.list(SERVICES, where),
    service.listMetadata(NAMESPACES, teamSelection(names.teamPolicy)),
  ]);
  const adopted = await readAllAdopted(client);
  const services = [...labelled, ...adopted.flatMap((each) => each.services)];
  const workloads = [
    ...(await readNamingWorkloads(client, where, labelled)),
    ...adopted.flatMap((each) => each.workloads),
  ];
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

/** Adopted Services and workloads of all namespaces, as far as the caller may list the Applications that adopt. */
async function readAllAdopted(client: AuthenticatedCaller['client']): Promise<readonly Exposure[]> {
  const read = await tryRead(client.list(APPLICATIONS));
  const adopting = read.type === 'found' ? read.value.filter(adopts) : [];
  const namespaces = new Set(adopting.map(({ metadata }) => metadata.namespace));
  return await inParallel([...namespaces], async (namespace) => {
    const { services, workloads } = await readAdopted(client, namespace);
    const isAdopted = (object: KubeObject) => adopterOf(object) !== undefined;
    return { services: services.filter(isAdopted), workloads: workloads.filter(isAdopted) };
  });
}

function applicationOf({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.labels?.[LABELS.appId]}`;
}
