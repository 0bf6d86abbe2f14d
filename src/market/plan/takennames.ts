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
import { objectKeyOf } from '../owned.ts';
import type { MarketConfig } from '../view.ts';
import { findOwned, type Writer } from '../writer.ts';
import type { Reservations } from './reservations.ts';

/** Names in a namespace that no install has made, as the API server had them a moment ago. */
export interface ForeignNames {
  readonly services: readonly string[];
  readonly workloads: readonly string[];
}

const NO_FOREIGN_NAMES: ForeignNames = { services: [], workloads: [] };

/**
 * Asks for the names of what no install has made: the caches have the rest. An install whose Services all
 * stand need not know. Throws KubeError.
 */
export async function listForeignNames(
  writer: Writer,
  install: MarketInstall,
  template: Pinned,
  { services: kept }: Kept,
): Promise<ForeignNames> {
  const stands = (name: string) => findOwned(writer.caches, install, SERVICES, name) !== undefined;
  if (install.status?.recorded === template.digest && Object.values(kept).every(stands)) {
    return NO_FOREIGN_NAMES;
  }
  const [services = [], ...workloads] = await Promise.all(
    [SERVICES, ...WORKLOADS].map((resource) => listForeignNamesOfKind(writer, install, resource)),
  );
  return { services, workloads: workloads.flat() };
}

async function listForeignNamesOfKind(
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
export function takenNamesOf(
  { caches }: Writer,
  { metadata: { namespace = '', uid } }: MarketInstall,
  foreign: ForeignNames,
  reserved: Reservations,
  config: MarketConfig,
): TakenNames {
  const madeByOthers = (resource: Resource) =>
    (cacheOf(caches, resource)?.store.list() ?? [])
      .filter((object) => object.metadata.namespace === namespace && !installOf(object).includes(uid))
      .map(({ metadata }) => metadata.name);
  const services = new Set([...foreign.services, ...madeByOthers(SERVICES)]);
  return {
    isServiceTaken: (name) =>
      services.has(name) || reserved.isHeldByOther(uid, objectKeyOf(SERVICES, `${namespace}/${name}`)),
    workloads: new Set([...foreign.workloads, ...WORKLOADS.flatMap(madeByOthers)]),
    offeredPorts: config.ports,
    isPortTaken: (port) => config.isPortTaken(port) || reserved.isHeldByOther(uid, portReservation(port)),
  };
}

/** What is reserved for an install with what was kept: names of Services and ports. */
export function reservationsOf(
  { metadata: { namespace } }: MarketInstall,
  { services, ports }: Kept,
): string[] {
  return [
    ...Object.values(services).map((name) => objectKeyOf(SERVICES, `${namespace}/${name}`)),
    ...Object.values(ports).map(portReservation),
  ];
}

/** What is reserved for an install with an object of its plan. */
export function reservationOf({ resource, draft }: Wanted): string {
  return objectKeyOf(resource, keyOf(draft));
}

function portReservation(port: number): string {
  return `port ${port}`;
}
