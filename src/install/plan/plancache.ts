import type { PlanResult } from './plan.ts';
import type { StandingSets } from './standing.ts';

/**
 * Bytes of templates whose plans are cached: those of installs that roll out and plan again and again. A plan takes
 * about three times the bytes of its template.
 */
const CACHE_BYTES = 8 * 2 ** 20;

/** Plan with the inputs that it follows from. */
interface CachedPlan {
  /** Digest of all inputs of the plan. */
  readonly basis: string;
  /** StatefulSets that the install had. */
  readonly sets: StandingSets;
  /** Bytes of the template. */
  readonly size: number;
  readonly planned: PlanResult;
}

/** Most recent plans, by the uid of their install; bounded by the bytes of their templates. */
export class PlanCache {
  readonly #plans = new Map<string, CachedPlan>();

  /** Cached plan of an install, if it follows from the same inputs, and no StatefulSet of them is gone. */
  get(uid: string, basis: string, sets: StandingSets): PlanResult | undefined {
    const known = this.#plans.get(uid);
    const isStanding =
      known?.basis === basis && [...known.sets].every(([name, set]) => sets.get(name) === set);
    return isStanding ? known.planned : undefined;
  }

  /** Caches a plan, and drops the oldest ones beyond the bound. */
  set(uid: string, cached: CachedPlan): void {
    this.#plans.delete(uid);
    this.#plans.set(uid, cached);
    let bytes = [...this.#plans.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [oldest, { size }] of this.#plans) {
      if (bytes <= CACHE_BYTES || oldest === uid) {
        return;
      }
      this.#plans.delete(oldest);
      bytes -= size;
    }
  }

  /** Drops the plan of an install. */
  delete(uid: string): void {
    this.#plans.delete(uid);
  }
}
