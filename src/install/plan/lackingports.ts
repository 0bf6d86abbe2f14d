import { type Gradual, inTurns } from '../../base/gradual.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import { Controller, type ControllerOptions } from '../../controller/controller.ts';
import { SETTLED } from '../../controller/outcome.ts';
import type { WorkQueue } from '../../controller/queue.ts';
import { keyOf } from '../../kube/object.ts';
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
  note({ namespace, name, uid }: MarketInstall['metadata'], lacks: boolean): void {
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

/** Milliseconds between two searches for ports that installs lack. */
const SEARCH_MS = 60_000;

/** The only key of the controller. */
const KEY = 'ports';

/** Planner of installs, as far as it knows of ports that they lack. */
interface PortPlanner {
  readonly config: GatewayPorts;
  readonly lackingPorts: LackingPorts;
  planAgain(uid: string): void;
}

/**
 * Controller that makes installs due which lack a port of the Gateway, once there is one for them. `installs` is the
 * queue of installs. It plans few of them at a time, so that a free port costs little however many installs lack one.
 */
export function createPortController(
  planner: PortPlanner,
  installs: Pick<WorkQueue, 'add'>,
  { log, metrics }: Pick<ControllerOptions, 'log' | 'metrics'>,
): Controller {
  const turns = new EventLoopYielder();
  const controller = new Controller({
    name: KEY,
    log,
    metrics,
    reconcile: async () => {
      const search = planner.lackingPorts.search(planner.config);
      for (const metadata of await inTurns(search, turns, (work) => work())) {
        planner.planAgain(metadata.uid);
        installs.add(keyOf({ metadata }), 'background');
      }
      return { ...SETTLED, againInMs: SEARCH_MS };
    },
  });
  controller.queue.add(KEY, 'background');
  return controller;
}
