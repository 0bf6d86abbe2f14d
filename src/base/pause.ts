/** Resolves after `ms`, or when `stop` aborts; leaves no timer behind. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  if (stop.aborted) {
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = () => resolve();
  const timer = setTimeout(over, Math.max(ms, 0));
  stop.addEventListener('abort', over, { once: true });
  await promise;
  clearTimeout(timer);
  stop.removeEventListener('abort', over);
}

/**
 * Waits for `work`, at most `ms` and at most until `stop` aborts, and answers which of them came first.
 * Throws what `work` throws.
 */
export async function within(
  ms: number | undefined,
  work: Promise<unknown>,
  stop?: AbortSignal,
): Promise<'done' | 'late' | 'stopped'> {
  const { promise, resolve, reject } = Promise.withResolvers<'done' | 'late' | 'stopped'>();
  const stopped = () => resolve('stopped');
  const timer = ms === undefined ? undefined : setTimeout(() => resolve('late'), ms);
  work.then(() => resolve('done'), reject);
  stop?.addEventListener('abort', stopped, { once: true });
  if (stop?.aborted) {
    stopped();
  }
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', stopped);
  }
}
