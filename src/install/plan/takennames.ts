import { fieldsOf } from '../../base/fields.ts';
import type { Resource } from '../../kube/resource.ts';
import type { TakenNames } from '../../model/build/expansion.ts';
import { isOffered, type PortRange, type PortStanding } from '../../names/ports.ts';
import { SERVICES } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { STATEFUL_SETS, WORKLOADS } from '../../objects/workload.ts';
import { cacheOf, installOf, type MarketCaches } from '../caches.ts';
import { findOwned } from '../lookup.ts';
import type { ForeignNames } from './foreignnames.ts';
import { portReservation, type Reservations, serviceReservation } from './reservations.ts';
import { standingVolumesOf } from './standingvolumes.ts';

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
  const { namespace = '', uid } = install.metadata;
  const madeByOthers = (resource: Resource) =>
    (cacheOf(caches, resource)?.store.list() ?? [])
      .filter((object) => object.metadata.namespace === namespace && !installOf(object).includes(uid))
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
