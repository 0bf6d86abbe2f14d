import { keyOf } from '../../kube/object.ts';
import type { Kept } from '../../model/build/expansion.ts';
import { SERVICES } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { objectKeyOf } from '../owned.ts';

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
  { metadata: { namespace = '' } }: MarketInstall,
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
export function serviceReservation(namespace: string, name: string): string {
  return objectKeyOf(SERVICES, `${namespace}/${name}`);
}

/** Reservation for a port of the Gateway. */
export function portReservation(port: number): string {
  return `${PORT}${port}`;
}

/** Start of the reservations of ports; the identity of an object has no space. */
const PORT = 'port ';
