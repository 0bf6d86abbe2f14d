import type { Gradual } from '../../base/gradual.ts';
import { heapBytes } from '../../base/heap.ts';
import { type Plan, type PlanResult, plannedObjects } from './plan.ts';
import type { StandingSets } from './standing.ts';

/** Bytes of the plans that are cached: those of installs that roll out and plan again and again. */
const CACHE_BYTES = 24 * 2 ** 20;

/** Bytes of the plan of a model for each byte of its template, about. */
const MODEL_FACTOR = 3;

/** Bytes that a plan takes: those of a chart are counted, since a small archive may render any number of them. Pure. */
export function* planBytes(plan: Plan): Gradual<number> {
  const { template, chart, tests, confidential, withheld } = plan;
  if (chart === undefined) {
    return MODEL_FACTOR * template.size;
  }
  const ofTests = tests?.type === 'planned' ? tests.objects.map(({ planned }) => planned) : [];
  let bytes = heapBytes(confidential);
  for (const { draft } of [...plannedObjects(plan), ...withheld, ...ofTests]) {
    bytes += heapBytes(draft);
    yield;
  }
  return bytes;
}

/** Plan with the inputs that it follows from. */
interface CachedPlan {
  /** Digest of all inputs of the plan. */
  readonly basis: string;
  /** StatefulSets that the install had. */
  readonly sets: StandingSets;
  readonly bytes: number;
  readonly planned: PlanResult;
}

/** Most recent plans, by the uid of their install; bounded by their bytes. */
export class PlanCache {
  readonly #plans = new Map<string, CachedPlan>();

  /** Cached plan of an install, if it follows from the same inputs, and no StatefulSet of them is gone. */
  get(uid: string, basis: string, sets: StandingSets): PlanResult | undefined {
    const known = this.#plans.get(uid);
    const isStanding =
      known?.basis === basis && [...known.sets].every(([name, set]) => sets.get(name) === set);
    return isStanding ? known.planned : undefined;
  }

  /** Caches a plan, and drops the oldest ones beyond the bound; one that is beyond it alone is made each time. */
  set(uid: string, cached: CachedPlan): void {
    this.#plans.delete(uid);
    if (cached.bytes > CACHE_BYTES) {
      return;
    }
    this.#plans.set(uid, cached);
    let sum = [...this.#plans.values()].reduce((before, { bytes }) => before + bytes, 0);
    for (const [oldest, { bytes }] of this.#plans) {
      if (sum <= CACHE_BYTES) {
        return;
      }
      this.#plans.delete(oldest);
      sum -= bytes;
    }
  }

  /** Drops the plan of an install. */
  delete(uid: string): void {
    this.#plans.delete(uid);
  }
}
