/** Delays of an exponential backoff. */
export interface BackoffPolicy {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds of backoff after the `failures`-th failure in a row (from 1). The delay doubles up to the maximum;
 * jitter in its upper half spreads the retries of many clients. `random` is in [0, 1).
 */
export function backoffMs(
  { firstMs, maxMs }: BackoffPolicy,
  failures: number,
  random = Math.random(),
): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return full / 2 + (full / 2) * random;
}
