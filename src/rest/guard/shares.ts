import { Gate, type Leave } from '../../base/gate.ts';
import { Throttled } from '../problem/problem.ts';

/** Requests of one caller that may wait, as a multiple of those that are carried out at once. */
const WAITING = 4;

/** Share of a caller in the service: gates for its requests, and for the calls to the API server that these take. */
interface Share {
  readonly requests: Gate;
  readonly calls: Gate;
  /** Requests inside or waiting; a share without any is dropped. */
  count: number;
}

/** Place of a request in its caller's share. */
export interface Place {
  readonly calls: Gate;
  readonly leave: Leave;
}

/** Shares of callers, by key: one caller's requests wait for each other, and not those of others for them. */
export class Shares {
  readonly #places: number;
  readonly #shares = new Map<string, Share>();

  /** `places` requests of a caller at once, and as many calls to the API server; 0 is no limit. */
  constructor(places: number) {
    this.#places = places === 0 ? Number.POSITIVE_INFINITY : places;
  }

  /** Callers with requests in progress. */
  get size(): number {
    return this.#shares.size;
  }

  /** Waits for a place of a caller. Throws Throttled if too many of its requests wait already. */
  async enter(key: string): Promise<Place> {
    const share = this.#shares.get(key) ?? this.#create(key);
    const entry = share.requests.enter();
    if (entry === undefined) {
      throw new Throttled(`${this.#places * (1 + WAITING)} of your requests are in progress already`, 1);
    }
    share.count += 1;
    const leave = await entry;
    return {
      calls: share.calls,
      leave: () => {
        leave();
        share.count -= 1;
        if (share.count === 0) {
          this.#shares.delete(key);
        }
      },
    };
  }

  #create(key: string): Share {
    const share = {
      requests: new Gate(this.#places, this.#places * WAITING),
      calls: new Gate(this.#places, Number.POSITIVE_INFINITY),
      count: 0,
    };
    this.#shares.set(key, share);
    return share;
  }
}

/**
 * Name by which callers share: ServiceAccounts of one namespace are one caller, because who may create one there may
 * create any number.
 */
export function sharerOf(user: string): string {
  return /^system:serviceaccount:[^:]+:/.exec(user)?.[0] ?? user;
}
