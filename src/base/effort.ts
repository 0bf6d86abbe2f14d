/** End of work that reads more than it may. */
class EffortExceeded extends Error {}

/** Number that the present work may still read. */
let left = Number.POSITIVE_INFINITY;

/**
 * Count of what synchronous work reads. Every lookup calls it whose result others can make larger, so that the effort of
 * work that stays within a bound does not depend on them.
 */
export function spendEffort(amount: number): void {
  left -= amount;
  if (left < 0) {
    throw new EffortExceeded();
  }
}

/**
 * Result of synchronous work that reads at most `most`; undefined where it reads more. Then it ends at the lookup that
 * goes beyond, and must not have changed anything.
 */
export function withinEffort<T>(most: number, work: () => T): { readonly result: T } | undefined {
  const outer = left;
  left = most;
  try {
    const result = work();
    return left < 0 ? undefined : { result };
  } catch (error) {
    if (error instanceof EffortExceeded) {
      return undefined;
    }
    throw error;
  } finally {
    left = outer;
  }
}
