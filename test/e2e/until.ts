import { setTimeout as sleep } from 'node:timers/promises';

/** How long anything may take to become true where nothing is said. */
const PATIENCE_MS = 30_000;

/** Milliseconds between two looks, at least and at most; between them a tenth of the time that it takes. */
const SHORTEST_MS = 50;
const LONGEST_MS = 250;

/** Looks until there are no complaints; throws the last ones when that takes too long. */
export async function until(
  what: string,
  complaints: () => Promise<readonly string[]>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    const left = await complaints();
    if (left.length === 0) {
      return;
    }
    const passedMs = performance.now() - began;
    if (passedMs > patienceMs) {
      throw new Error(`${what}: not after ${patienceMs / 1000} s: ${left.join('; ')}`);
    }
    await sleep(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, passedMs / 10)));
  }
}
