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
