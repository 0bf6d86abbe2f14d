import type { Gradual } from '../../base/gradual.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { GatewayPorts } from './takennames.ts';

/** Name and uid of an install that lacks a port. */
type LackingInstall = Required<Pick<MarketInstall['metadata'], 'namespace' | 'name' | 'uid'>>;

/** Most installs that one search finds: each is planned again, and all but one may find the port taken. */
export const MOST_FOUND = 10;

/** Number of ports after which a search looks at no further namespace; the next search begins there. */
const MOST_TRIED = 10_000;

/**
 * Installs whose models ask for a port of the Gateway that they did not get; those first that were planned, or looked
 * at, the longest time ago. Nothing tells when a team may have a port: rules go, times end, and limits change.
 */
export class LackingPorts {
  readonly #installs = new Map<string, LackingInstall>();

  /** Notes whether the plan of an install lacks a port. */
  note({ namespace = '', name, uid }: MarketInstall['metadata'], lacks: boolean): void {
    this.#installs.delete(uid);
    if (lacks) {
      this.#installs.set(uid, { namespace, name, uid });
    }
  }

  /** Forgets an install that is gone. */
  delete(uid: string): void {
    this.#installs.delete(uid);
  }

  /** Installs whose namespaces may have a port more now, as far as the search gets. */
  *search(gateway: GatewayPorts): Gradual<readonly LackingInstall[]> {
    const found: LackingInstall[] = [];
    const mayHaveMore = new Map<string, boolean>();
    let tried = 0;
    for (const install of [...this.#installs.values()]) {
      const { namespace } = install;
      if (found.length === MOST_FOUND || tried >= MOST_TRIED) {
        break;
      }
      if (!mayHaveMore.has(namespace)) {
        const result = yield* tryPorts(namespace, gateway);
        mayHaveMore.set(namespace, result.isFree);
        tried += result.tried;
      }
      if (this.#postpone(install) && mayHaveMore.get(namespace) === true) {
        found.push(install);
      }
    }
    return found;
  }

  /** Puts an install at the end; false where it has gone meanwhile. */
  #postpone(install: LackingInstall): boolean {
    const isThere = this.#installs.delete(install.uid);
    if (isThere) {
      this.#installs.set(install.uid, install);
    }
    return isThere;
  }
}

/** Whether a namespace may have one of the offered ports, and how many of them it took to know. */
function* tryPorts(
  namespace: string,
  { offeredPorts, portsLeft, portStanding }: GatewayPorts,
): Gradual<{ readonly isFree: boolean; readonly tried: number }> {
  let tried = 0;
  for (const { from, to } of portsLeft(namespace) > 0 ? offeredPorts() : []) {
    for (let port = from; port <= to; port += 1) {
      tried += 1;
      if (portStanding(port, namespace) === 'free') {
        return { isFree: true, tried };
      }
      yield;
    }
  }
  return { isFree: false, tried };
}
