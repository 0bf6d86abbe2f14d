/** How long to pause after failures in a row. */
export interface BackoffPolicy {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds to wait after the `failures`-th failure in a row (from 1): doubling up to the maximum, then
 * somewhere in the upper half of that, so that many clients do not come back at once. `random` is in [0, 1).
 */
export function backoffMs(
  { firstMs, maxMs }: BackoffPolicy,
  failures: number,
  random = Math.random(),
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return full / 2 + (full / 2) * random;
}
