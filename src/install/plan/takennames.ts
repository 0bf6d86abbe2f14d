import { LABELS } from '../../api/group.ts';
import type { Pinned } from '../../api/marketinstall.ts';
import { fieldsOf } from '../../base/fields.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { isOffered, type PortRange, type PortStanding } from '../../names/ports.ts';
import { SERVICES } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { STATEFUL_SETS, WORKLOADS } from '../../objects/workload.ts';
import type { Kept } from '../../source/kept.ts';
import type { TakenNames } from '../../source/surroundings.ts';
import { cacheOf, findOwned, isOf, type MarketCaches } from '../caches.ts';
import { objectKeyOf } from '../owned.ts';
import { isRecorded } from '../state.ts';
import type { Writer } from '../writer.ts';
import { standingVolumesOf } from './volumes.ts';

/** Ports of the Gateway for TCP and UDP rules. */
export interface GatewayPorts {
  /** Ports that rules may have. */
  readonly offeredPorts: () => readonly PortRange[];
  readonly portStanding: (port: number, namespace: string) => PortStanding;
  /** Number of ports that the rules of a namespace may have beyond those that they have. */
  readonly portsLeft: (namespace: string) => number;
}

/** Names that installs have reserved, and the ports of the Gateway. */
interface Names {
  readonly reservations: Reservations;
  readonly config: GatewayPorts;
}

/**
 * Names and ports that are not free for an install: of foreign objects, of other installs, and reserved ones; and the
 * volumes that stand.
 */
export function takenNamesOf(
  caches: MarketCaches,
  install: MarketInstall,
  foreign: ForeignNames,
  { reservations, config: gateway }: Names,
): TakenNames {
  const { namespace, uid } = install.metadata;
  const madeByOthers = (resource: Resource) =>
    (cacheOf(caches, resource)?.store.list() ?? [])
      .filter((object) => object.metadata.namespace === namespace && !isOf(install, object))
      .map(({ metadata }) => metadata.name);
  const services = new Set([...foreign.services, ...madeByOthers(SERVICES)]);
  return {
    isServiceTaken: (name) =>
      services.has(name) || reservations.isHeldByOther(uid, serviceReservation(namespace, name)),
    workloads: new Set([...foreign.workloads, ...WORKLOADS.flatMap(madeByOthers)]),
    serviceNameOf: (workload) => {
      const { serviceName } = fieldsOf(fieldsOf(findOwned(caches, install, STATEFUL_SETS, workload)).spec);
      return typeof serviceName === 'string' && serviceName !== '' ? serviceName : undefined;
    },
    offeredPorts: gateway.offeredPorts(),
    portStanding: (port) => portStandingOf(port, { namespace, uid }, reservations, gateway),
    portsLeft:
      gateway.portsLeft(namespace) - reservedBeside(caches, { namespace, uid }, reservations, gateway),
    volumes: standingVolumesOf(caches, install),
  };
}

/** An install, by its namespace and uid. */
type InstallId = Required<Pick<MarketInstall['metadata'], 'namespace' | 'uid'>>;

function portStandingOf(
  port: number,
  { namespace, uid }: InstallId,
  reservations: Reservations,
  gateway: GatewayPorts,
): PortStanding {
  const standing = gateway.portStanding(port, namespace);
  const isRefused =
    !isOffered(port, gateway.offeredPorts()) || reservations.isHeldByOther(uid, portReservation(port));
  return standing !== 'held' && isRefused ? 'refused' : standing;
}

/** Number of ports that other installs of a namespace have reserved, and that no rule of it has yet. */
function reservedBeside(
  { installs }: MarketCaches,
  { namespace, uid }: InstallId,
  reservations: Reservations,
  gateway: GatewayPorts,
): number {
  const others = installs.store.by('namespace', namespace).map(({ metadata }) => metadata.uid);
  return reservations
    .portsOf(new Set(others.filter((other) => other !== uid)))
    .filter((port) => gateway.portStanding(port, namespace) !== 'held').length;
}

/** Names in a namespace of objects that no install has made. */
export interface ForeignNames {
  readonly services: readonly string[];
  readonly workloads: readonly string[];
}

/** No foreign names. */
export const NO_FOREIGN_NAMES: ForeignNames = { services: [], workloads: [] };

/** Foreign names as the API server has them: the caches hold only objects of installs. Throws KubeError. */
export async function listForeignNames(writer: Writer, install: MarketInstall): Promise<ForeignNames> {
  const [services = [], ...workloads] = await Promise.all(
    [SERVICES, ...WORKLOADS].map((resource) => listOfKind(writer, install, resource)),
  );
  return { services, workloads: workloads.flat() };
}

/** Whether all allocated Services exist: an install that needs no more of them need not know foreign names. */
export function hasAllServices(
  { caches }: Writer,
  install: MarketInstall,
  template: Pinned,
  { services }: Kept,
): boolean {
  const exists = (name: string) => findOwned(caches, install, SERVICES, name) !== undefined;
  return isRecorded(install, template) && Object.values(services).every(exists);
}

async function listOfKind(
  { client, signal }: Writer,
  { metadata: { namespace, uid } }: MarketInstall,
  resource: Resource,
): Promise<string[]> {
  const labelSelector = `!${LABELS.install}`;
  const found = await client.listMetadata(resource, { namespace, labelSelector, signal });
  // The owner reference remains where another client has removed the label of an own object.
  const isOwn = ({ metadata }: KubeObject) => metadata.ownerReferences?.some((owner) => owner.uid === uid);
  return found.filter((object) => !isOwn(object)).map(({ metadata }) => metadata.name);
}

/**
 * Names and ports that installs have chosen and may not have created yet. Neither the API server nor a cache knows
 * of them, so that two installs planned at the same moment would choose the same.
 */
export class Reservations {
  readonly #holders = new Map<string, string>();

  /** Reserves a name or port for the install with the uid; false where another install holds it. */
  claim(uid: string, reservation: string): boolean {
    const holder = this.#holders.get(reservation) ?? uid;
    this.#holders.set(reservation, holder);
    return holder === uid;
  }

  /** Whether another install holds a reservation. */
  isHeldByOther(uid: string, reservation: string): boolean {
    return (this.#holders.get(reservation) ?? uid) !== uid;
  }

  /** Ports of the Gateway that installs hold. */
  portsOf(uids: ReadonlySet<string>): readonly number[] {
    return [...this.#holders]
      .filter(([reservation, holder]) => reservation.startsWith(PORT) && uids.has(holder))
      .map(([reservation]) => Number(reservation.slice(PORT.length)));
  }

  /** Releases all reservations of an install. */
  release(uid: string): void {
    for (const [reservation, holder] of this.#holders) {
      if (holder === uid) {
        this.#holders.delete(reservation);
      }
    }
  }
}

/** Reservations for the allocated Services and ports of an install. */
export function reservationsOf(
  { metadata: { namespace } }: MarketInstall,
  { services, ports }: Kept,
): string[] {
  return [
    ...Object.values(services).map((name) => serviceReservation(namespace, name)),
    ...Object.values(ports).map(portReservation),
  ];
}

/** Reservation for a planned object. */
export function reservationOf({ resource, draft }: PlannedObject): string {
  return objectKeyOf(resource, keyOf(draft));
}

/** Reservation for the name of a Service. */
function serviceReservation(namespace: string, name: string): string {
  return objectKeyOf(SERVICES, `${namespace}/${name}`);
}

/** Reservation for a port of the Gateway. */
export function portReservation(port: number): string {
  return `${PORT}${port}`;
}

/** Start of the reservations of ports; the identity of an object has no space. */
const PORT = 'port ';
