import { clipped } from '../../base/text.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import type { ChartReference, IndexEntry, IndexMeans, IndexRefusal } from './indexreader.ts';

const MAX_PROBLEM = 200;

/**
 * Version of a chart in an index, which the engine chooses in the sandbox (`index.go` of the renderer), or the refusal of
 * the store whose index it is.
 */
export async function choose(
  { reader, signal }: IndexMeans,
  index: Uint8Array,
  chart: ChartReference,
): Promise<({ readonly type: 'chosen' } & IndexEntry) | StoreRefusal> {
  const outcome = await reader.choose(index, chart, signal);
  return outcome.type === 'chosen' ? { ...outcome.entry, type: 'chosen' } : indexRefusal(outcome.refusal);
}

/** Refusal of the store whose index is refused. */
export function indexRefusal(refusal: IndexRefusal): StoreRefusal {
  switch (refusal.type) {
    case 'index-invalid':
      return { type: 'index-invalid', problem: clipped(refusal.message, MAX_PROBLEM) };
    case 'chart-not-found':
      return { type: 'chart-not-found' };
    case 'range-invalid':
      return { type: 'version-range-invalid' };
    case 'version-not-found':
      return { type: 'chart-version-not-found', versions: refusal.versions };
    case 'crashed':
      return { type: 'index-unread' };
    case 'busy':
      return { type: 'renderer-busy' };
    default:
      return { type: 'index-invalid', problem: 'it takes more memory or time than an index may' };
  }
}
