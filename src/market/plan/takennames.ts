import { fieldsOf } from '../../base/fields.ts';
import type { Resource } from '../../kube/resource.ts';
import type { PortRange } from '../../names/ports.ts';
import { SERVICES } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { STATEFUL_SETS, WORKLOADS } from '../../objects/workload.ts';
import { cacheOf, installOf, type MarketCaches } from '../caches.ts';
import type { TakenNames } from '../expand/expansion.ts';
import { findOwned } from '../lookup.ts';
import type { ForeignNames } from './foreignnames.ts';
import { portReservation, type Reservations, serviceReservation } from './reservations.ts';

/** Ports of the Gateway for TCP and UDP rules. */
export interface GatewayPorts {
  /** Ports that rules may have. */
  readonly ports: readonly PortRange[];
  /** Whether a namespace cannot get a port. */
  readonly isPortTaken: (port: number, namespace: string) => boolean;
}

/** Names and ports that are not free for an install: of foreign objects, of other installs, and reserved ones. */
export function takenNamesOf(
  caches: MarketCaches,
  install: MarketInstall,
  foreign: ForeignNames,
  reservations: Reservations,
  gateway: GatewayPorts,
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
    offeredPorts: gateway.ports,
    isPortTaken: (port) =>
      gateway.isPortTaken(port, namespace) || reservations.isHeldByOther(uid, portReservation(port)),
  };
}
