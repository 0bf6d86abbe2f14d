import type { ListedComponent } from '../../../api/application.ts';
import { LABELS } from '../../../api/group.ts';
import { adopts, asAdopted } from '../../../component/adoption.ts';
import { applicationKey, applicationOf } from '../../../component/caches.ts';
import { applicationIdOf, serviceNameOf } from '../../../component/target.ts';
import { isFailure, KubeError, tryRead } from '../../../kube/error.ts';
import type { Resource } from '../../../kube/resource.ts';
import { SERVICES, type Service } from '../../../objects/core.ts';
import { GATEWAYS, type Gateway } from '../../../objects/gatewayapi.ts';
import {
  APPLICATIONS,
  type Application,
  GATEWAY_RULES,
  type GatewayRule,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../../../objects/stoa.ts';
import { PODS, WORKLOADS, type Workload } from '../../../objects/workload.ts';
import { type PodsByWorkload, podsByWorkload } from '../../../workload/pod.ts';
import type { Scope } from '../../scope.ts';
import type { MissingPart, PartName } from './schema.ts';

/** Parts of an application, as far as the caller may read them. */
export interface ObservedParts {
  /** With its status, which the watched state does not have. */
  readonly application: Application;
  readonly rules: readonly GatewayRule[];
  readonly installs: readonly MarketInstall[];
  /** Services with the label of the application, and those that its rules name. */
  readonly services: readonly Service[];
  readonly workloads: readonly Workload[];
  /** Components whose workloads the caller may not read, as the operator has listed them. */
  readonly listed: readonly ListedComponent[];
  /** Pods of the namespace by their workloads; undefined where the caller may not list them. */
  readonly pods: PodsByWorkload | undefined;
  readonly missing: readonly MissingPart[];
}

/** Reads the parts of an application as the caller, each kind by one list. Throws KubeError. */
export async function readParts(scope: Scope): Promise<ObservedParts> {
  const { client, namespace, application } = scope;
  const { id } = application.spec;
  const where = { namespace };
  const ofComponents = adopts(application)
    ? where
    : { namespace, labelSelector: `${LABELS.appId}=${id},${LABELS.componentId}` };
  const [applications, rules, installs, services, pods, ...workloads] = await Promise.all([
    readable(client.list(APPLICATIONS, where)),
    readable(client.list(GATEWAY_RULES, where)),
    readable(client.list(MARKET_INSTALLS, where)),
    readable(client.list(SERVICES, where)),
    readable(podsByWorkload(client.pages(PODS, where))),
    ...WORKLOADS.map((resource) => readable(client.list(resource, ofComponents))),
  ]);
  const closed = WORKLOADS.filter((_, index) => workloads[index] === undefined);
  const current =
    applications?.find(({ metadata }) => metadata.uid === application.metadata.uid) ?? application;
  const own = (rules ?? []).filter((rule) => applicationIdOf(rule) === id);
  const seen = seenIn({
    applications: applications ?? [application],
    services: services ?? [],
    workloads: workloads.flatMap((each) => each ?? []),
  });
  return {
    application: current,
    rules: own,
    installs: (installs ?? []).filter(({ spec }) => spec.appId === id),
    services: servicesOf(id, own, seen.services),
    workloads: seen.workloads.filter((each) => applicationOf(each).includes(applicationKey(namespace, id))),
    listed: (current.status?.components ?? []).filter(({ kind }) =>
      closed.some((each) => each.kind === kind),
    ),
    pods,
    missing: [
      ...missing('rules', rules, GATEWAY_RULES),
      ...missing('components', closed.length === 0 ? [] : undefined, ...closed),
      ...missing('ports', services, SERVICES),
      ...missing('pods', pods, PODS),
      ...missing('installs', installs, MARKET_INSTALLS),
    ],
  };
}

/** The Gateway of the rules as the caller reads it, or why it is missing. Throws KubeError. */
export async function readGateway({
  client,
  gateway: { namespace, name },
}: Pick<Scope, 'client' | 'gateway'>): Promise<Gateway | MissingPart> {
  try {
    return await client.get(GATEWAYS, { namespace, name });
  } catch (error) {
    if (isFailure(error, 'forbidden')) {
      return { part: 'gateway', why: `you may not read the Gateway ${namespace}/${name}` };
    }
    // A cluster that does not serve the kind has none either.
    if (isFailure(error, 'not-found') || isUnserved(error)) {
      return { part: 'gateway', why: `there is no Gateway ${namespace}/${name}` };
    }
    throw error;
  }
}

function isUnserved(error: unknown): boolean {
  return error instanceof KubeError && error.failure.type === 'refused' && error.failure.status === 404;
}

/** Result of a list; undefined where the caller may not list the objects. */
async function readable<T>(list: Promise<T>): Promise<T | undefined> {
  const result = await tryRead(list);
  return result.type === 'found' ? result.value : undefined;
}

/** Objects as applications adopt them. */
function seenIn(all: Parameters<typeof asAdopted>[0]): ReturnType<typeof asAdopted> {
  return all.applications.some(adopts) ? asAdopted(all) : all;
}

/** Services of an application: those with its label, and those that its rules name. */
function servicesOf(id: number, rules: readonly GatewayRule[], all: readonly Service[]): readonly Service[] {
  const named = new Set(rules.map(serviceNameOf));
  return all.filter(
    ({ metadata }) => metadata.labels?.[LABELS.appId] === String(id) || named.has(metadata.name),
  );
}

function missing(part: PartName, read: object | undefined, ...resources: readonly Resource[]): MissingPart[] {
  const kinds = resources.map(({ kind }) => `${kind}s`).join(', ');
  return read === undefined ? [{ part, why: `you may not list ${kinds} in the namespace of the team` }] : [];
}
