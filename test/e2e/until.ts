import { setTimeout as sleep } from 'node:timers/promises';

/** Default timeout in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Minimum and maximum milliseconds between two checks; the interval is a third of the elapsed time. */
const SHORTEST_MS = 50;
const LONGEST_MS = 250;

/** Repeats a check until there are no complaints. Throws the last ones after the timeout. */
export async function until(
  what: string,
  complaints: () => Promise<readonly string[]>,
  patienceMs = TIMEOUT_MS,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    const left = await complaints();
    if (left.length === 0) {
      return;
    }
    const passedMs = performance.now() - began;
    if (passedMs > patienceMs) {
      throw new Error(`${what}: not true after ${patienceMs / 1000} s: ${left.join('; ')}`);
    }
    await sleep(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, passedMs / 3)));
  }
}
