import { setTimeout as sleep } from 'node:timers/promises';

/** How long anything may take to become true where nothing is said, and how often to look. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;

/** Looks until there are no complaints; throws the last ones when that takes too long. */
export async function until(
  what: string,
  complaints: () => Promise<readonly string[]>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const left = await complaints();
    if (left.length === 0) {
      return;
    }
    if (performance.now() > deadline) {
      throw new Error(`${what}: not after ${patienceMs / 1000} s: ${left.join('; ')}`);
    }
    await sleep(PAUSE_MS);
  }
}
