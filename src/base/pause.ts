/** Delay of `ms` that ends early when `stop` aborts, and leaves no timer. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  if (stop.aborted) {
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, Math.max(ms, 0));
  stop.addEventListener('abort', end, { once: true });
  await promise;
  clearTimeout(timer);
  stop.removeEventListener('abort', end);
}

/** First of three events: `work` is done, `ms` have passed, or `stop` aborts. Rejects with the error of `work`. */
export async function waitAtMost(
  ms: number | undefined,
  work: Promise<unknown>,
  stop?: AbortSignal,
): Promise<'done' | 'late' | 'stopped'> {
  const { promise, resolve, reject } = Promise.withResolvers<'done' | 'late' | 'stopped'>();
  const onStop = () => resolve('stopped');
  const timer = ms === undefined ? undefined : setTimeout(() => resolve('late'), ms);
  work.then(() => resolve('done'), reject);
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted) {
    onStop();
  }
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', onStop);
  }
}
