import { LRUCache } from 'lru-cache';
import type { KeptChart } from '../source/kept.ts';
import type { ChartRelease } from './release.ts';

/** Most releases of which a time is remembered. */
const MOST = 1_000;

/**
 * Times of releases that have not been kept yet: a preview, a plan that is held, and the rendering that is kept in the end
 * are the same.
 */
export class ReleaseTimes {
  readonly #times = new LRUCache<string, string>({ max: MOST });
  readonly #now: () => Date;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  /** Time of a release, as ISO 8601: the very first one of an install has that of its allocations. */
  of({ seed, time, secrets, releases }: KeptChart, { id }: Pick<ChartRelease, 'id'>): string {
    if (releases.length === 0 && Object.keys(secrets).length === 0) {
      return time;
    }
    const key = `${seed} ${id}`;
    const known = this.#times.get(key) ?? this.#now().toISOString();
    this.#times.set(key, known);
    return known;
  }
}
