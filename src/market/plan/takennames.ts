import { LABELS } from '../../api/group.ts';
import type { Pinned } from '../../api/marketinstall.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { SERVICES } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { WORKLOADS } from '../../objects/workload.ts';
import { cacheOf, installOf } from '../caches.ts';
import type { TakenNames } from '../expand/allocate.ts';
import type { Kept, Wanted } from '../expand/expansion.ts';
import { placeOf } from '../owned.ts';
import type { MarketConfig } from '../view.ts';
import { made, type Writer } from '../writer.ts';
import type { Reserved } from './reservations.ts';

/** Names in a namespace that no install has made, as the API server had them a moment ago. */
export interface ForeignNames {
  readonly services: readonly string[];
  readonly workloads: readonly string[];
}

const NO_STRANGERS: ForeignNames = { services: [], workloads: [] };

/**
 * Asks for the names of what no install has made: the caches have the rest. An install whose Services all
 * stand need not know. Throws KubeError.
 */
export async function strangersOf(
  writer: Writer,
  install: MarketInstall,
  template: Pinned,
  { services: decided }: Kept,
): Promise<ForeignNames> {
  const stands = (name: string) => made(writer.caches, install, SERVICES, name) !== undefined;
  if (install.status?.recorded === template.digest && Object.values(decided).every(stands)) {
    return NO_STRANGERS;
  }
  const [services = [], ...workloads] = await Promise.all(
    [SERVICES, ...WORKLOADS].map((resource) => strangersOfKind(writer, install, resource)),
  );
  return { services, workloads: workloads.flat() };
}

async function strangersOfKind(
  { client, signal }: Writer,
  { metadata: { namespace, uid } }: MarketInstall,
  resource: Resource,
): Promise<string[]> {
  const labelSelector = `!${LABELS.install}`;
  const found = await client.listMetadata(resource, { namespace, labelSelector, signal });
  // Somebody may have taken the label off one of the install's own.
  const isOwn = ({ metadata }: KubeObject) => metadata.ownerReferences?.some((owner) => owner.uid === uid);
  return found.filter((object) => !isOwn(object)).map(({ metadata }) => metadata.name);
}

/** What others have taken, or are about to take, in the namespace and of the Gateway's ports. */
export function worldOf(
  { caches }: Writer,
  { metadata: { namespace = '', uid } }: MarketInstall,
  strangers: ForeignNames,
  reserved: Reserved,
  config: MarketConfig,
): TakenNames {
  const madeByOthers = (resource: Resource) =>
    (cacheOf(caches, resource)?.store.list() ?? [])
      .filter((object) => object.metadata.namespace === namespace && !installOf(object).includes(uid))
      .map(({ metadata }) => metadata.name);
  const services = new Set([...strangers.services, ...madeByOthers(SERVICES)]);
  return {
    isServiceTaken: (name) =>
      services.has(name) || reserved.isOthers(uid, placeOf(SERVICES, `${namespace}/${name}`)),
    workloads: new Set([...strangers.workloads, ...WORKLOADS.flatMap(madeByOthers)]),
    offeredPorts: config.ports,
    isPortTaken: (port) => config.isPortTaken(port) || reserved.isOthers(uid, thingOfPort(port)),
  };
}

/** What is reserved for an install with what was decided: names of Services and ports. */
export function reservationsOf(
  { metadata: { namespace } }: MarketInstall,
  { services, ports }: Kept,
): string[] {
  return [
    ...Object.values(services).map((name) => placeOf(SERVICES, `${namespace}/${name}`)),
    ...Object.values(ports).map(thingOfPort),
  ];
}

/** What is reserved for an install with an object of its plan. */
export function thingOf({ resource, draft }: Wanted): string {
  return placeOf(resource, keyOf(draft));
}

function thingOfPort(port: number): string {
  return `port ${port}`;
}
