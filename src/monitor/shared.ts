import { LRUCache } from 'lru-cache';
import type { Circumstances, EncodedQuery, Prometheus } from './prometheus.ts';
import type { PrometheusResult } from './response.ts';

/** Samples of all kept results, about 32 MiB. */
const MAX_SAMPLES = 400_000;

/**
 * Client in front of another one, in which equal queries share a result: those that run at the same time, and those of
 * the next `keepMs` milliseconds. Failures are not kept.
 */
export function sharedPrometheus(prometheus: Prometheus, keepMs: number): Prometheus {
  const kept = new LRUCache<string, PrometheusResult>({
    ttl: keepMs,
    ttlResolution: 0,
    perf: { now: () => performance.now() },
    maxSize: MAX_SAMPLES,
    sizeCalculation: sizeOf,
  });
  const running = new Map<string, Promise<PrometheusResult>>();
  const ask = async (key: string, query: EncodedQuery, circumstances: Circumstances) => {
    try {
      const result = await prometheus.query(query, circumstances);
      if (result.type === 'answered' && keepMs > 0) {
        kept.set(key, result);
      }
      return result;
    } finally {
      running.delete(key);
    }
  };
  return {
    ...prometheus,
    query: async (query, circumstances) => {
      const key = keyOf(query, circumstances);
      const found = kept.get(key) ?? running.get(key);
      if (found !== undefined) {
        return found;
      }
      const asked = ask(key, query, circumstances);
      running.set(key, asked);
      return asked;
    },
  };
}

/** Key of a query: teams share nothing, because what they may see can differ. */
function keyOf({ digest }: EncodedQuery, { range, tenant }: Circumstances): string {
  const { start, end, step } = range ?? {};
  return [tenant.team, tenant.namespace, start, end, step, digest].join('\n');
}

/** Samples of a result, and at least one, with those that its key is as large as. */
function sizeOf(result: PrometheusResult, key: string): number {
  const samples =
    result.type === 'answered' ? result.series.reduce((sum, each) => sum + each.samples.length, 0) : 0;
  return 1 + samples + Math.ceil(key.length / 80);
}
