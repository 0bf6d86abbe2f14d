/** Items that `inParallel` works on at the same time. */
const MAX_PARALLEL = 8;

/**
 * Bounded parallelism: calls `work` for every item, at most eight at a time. All calls end before it settles;
 * rejects with the first error. Returns the results in the order of the items.
 *
 *     await inParallel(secrets, (secret) => client.delete(SECRETS, secret.metadata));
 */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const queue = items.entries();
  const results: R[] = [];
  const errors: unknown[] = [];
  const worker = async () => {
    for (const [index, item] of queue) {
      try {
        results[index] = await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, items.length) }, worker));
  if (errors.length > 0) {
    throw errors[0];
  }
  return results;
}
