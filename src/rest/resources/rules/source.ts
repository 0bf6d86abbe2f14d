import { LABELS } from '../../../api/group.ts';
import { adopts } from '../../../component/adoption.ts';
import { type Exposure, targetsNames } from '../../../component/exposure.ts';
import { readAdopted, readNamingWorkloads } from '../../../component/readworkloads.ts';
import { applicationIdOf, partOf, serviceNameOf } from '../../../component/target.ts';
import { SERVICES, type Service } from '../../../objects/core.ts';
import { GATEWAY_RULES, type GatewayRule } from '../../../objects/stoa.ts';
import { protocolOf } from '../../../rule/effective.ts';
import { idOf } from '../../http/id.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import type { WatchedRegion } from '../../watched.ts';
import type { RecordSource } from './record.ts';

/** The application's rules and what tells the ports of its components, read as the caller. */
export async function readSource({
  client,
  namespace,
  application,
  region,
  teamId,
  tcpAddress,
}: Scope): Promise<RecordSource> {
  const { id } = application.spec;
  const where = { namespace, labelSelector: `${LABELS.appId}=${id}` };
  const [rules, { services: all, workloads: adopted }] = await Promise.all([
    client.list(GATEWAY_RULES, { namespace }),
    adopts(application) ? readAdopted(client, namespace) : servicesIn(client, namespace),
  ]);
  const own = rules.filter((rule) => applicationIdOf(rule) === id);
  const services = servicesOf(id, own, all);
  const workloads = adopted ?? (await readNamingWorkloads(client, where, services));
  return { region, teamId, tcpAddress, services, workloads, rules: own };
}

async function servicesIn(
  client: Scope['client'],
  namespace: string,
): Promise<Partial<Exposure> & Pick<Exposure, 'services'>> {
  return { services: await client.list(SERVICES, { namespace }) };
}

/** Services of an application: those with its label, and those that its rules name. */
function servicesOf(id: number, rules: readonly GatewayRule[], all: readonly Service[]): readonly Service[] {
  const named = new Set(rules.map(serviceNameOf));
  return all.filter(
    ({ metadata }) => metadata.labels?.[LABELS.appId] === String(id) || named.has(metadata.name),
  );
}

/** The same, at least as new as a rule that was just written, which a dry run has not stored. */
export async function readSince(scope: Scope, written: GatewayRule): Promise<RecordSource> {
  const { watched } = scope;
  const known = watched?.has(written) ? watchedSource(scope, watched) : undefined;
  return known ?? withRule(await readSource(scope), written);
}

/** The same with a rule in the place of its former self, or as the last one. Pure. */
export function withRule(source: RecordSource, rule: GatewayRule): RecordSource {
  const others = source.rules.filter(({ metadata }) => metadata.uid !== rule.metadata.uid);
  return { ...source, rules: [...others, rule] };
}

/**
 * The same from the watched state, which may lag behind; undefined where only workloads tell more: of a Service that
 * targets a port by its name, and of an application that adopts.
 */
export function watchedSource(
  { namespace, application, region, teamId, tcpAddress }: Scope,
  watched: WatchedRegion,
): RecordSource | undefined {
  const known = watched.applicationWith(namespace, application.spec.id);
  return adopts(application) || known.services.some(targetsNames)
    ? undefined
    : { region, teamId, tcpAddress, ...known, workloads: [] };
}

/** The application's rule with an id and one of the protocols; throws the Problem `ruleNotFound`. */
export function findRule({ rules }: RecordSource, id: string, protocols: readonly string[]): GatewayRule {
  const rule = rules.find(({ metadata }) => idOf(metadata.uid) === id);
  // A later version may know a part that this one does not.
  if (rule === undefined || partOf(rule.spec) === undefined || !protocols.includes(protocolOf(rule.spec))) {
    throw ruleNotFound(id);
  }
  return rule;
}

/** The Problem `ruleNotFound` for an id. */
export function ruleNotFound(id: string): Problem {
  return new Problem('ruleNotFound', `rule_id: the application has no rule ${id}`);
}
