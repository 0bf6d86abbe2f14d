/** Items that `inParallel` works on at the same time. */
const MAX_PARALLEL = 8;

/**
 * Bounded parallelism: calls `work` for every item, at most eight at a time. All calls end before it settles;
 * rejects with the first error.
 *
 *     await inParallel(secrets, (secret) => client.delete(SECRETS, secret.metadata));
 */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const errors: unknown[] = [];
  const worker = async () => {
    for (const item of queue) {
      await work(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL, items.length) }, worker));
  if (errors.length > 0) {
    throw errors[0];
  }
}
