/**
 * Cached form of `read`, which runs again when its last value is `maxAgeMs` old. Concurrent callers share one run. A
 * failure rejects all of them and is not cached.
 */
export function memoize<T>(read: () => Promise<T>, maxAgeMs: number): () => Promise<T> {
  let cached: Promise<T> | undefined;
  let readAt = 0;
  const refresh = async () => {
    readAt = Number.POSITIVE_INFINITY;
    try {
      const value = await read();
      readAt = performance.now();
      return value;
    } catch (error) {
      cached = undefined;
      throw error;
    }
  };
  return () => {
    if (cached === undefined || performance.now() - readAt >= maxAgeMs) {
      cached = refresh();
    }
    return cached;
  };
}
