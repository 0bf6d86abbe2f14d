import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchCluster } from '../../bench/benchcluster.ts';
import type { Target } from './campaign.ts';

/** Milliseconds between two rules of a neighbour. */
const PAUSE_MS = 500;

/** A team that makes one rule after the other, and the milliseconds until each had its route. */
export class Neighbour {
  readonly times: Readonly<Record<Target, number[]>> = { watched: [], other: [] };
  readonly #world: BenchCluster;
  #count = 0;

  constructor(world: BenchCluster) {
    this.#world = world;
  }

  /** Makes rules until `signal` aborts. */
  async makeRules(beside: Target, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const name = `n${this.#count}`;
      this.#count += 1;
      const began = performance.now();
      const rule = await this.#world.rule(name);
      this.times[beside].push((await this.#world.stand([name])) - began);
      await this.#world.remove([rule]);
      await sleep(PAUSE_MS);
    }
  }

  /** Times in words. */
  text(): string {
    const ofTarget = (target: Target) =>
      `${medianOf(this.times[target]).toFixed()} ms (${this.times[target].length}, at most ${Math.max(0, ...this.times[target]).toFixed()} ms)`;
    return `${ofTarget('watched')} beside watched kinds, ${ofTarget('other')} beside another`;
  }
}

/** Median time of a rule beside objects that are watched, in times of that beside others. */
export function ratioOf({ times: { watched, other } }: Neighbour): number {
  return medianOf(watched) / medianOf(other);
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
