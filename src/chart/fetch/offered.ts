import type { ArchiveResult } from '../../registry/archive.ts';
import type { OfferedValues, ShownApp } from '../../store/catalog.ts';
import type { Found, StoreRefusal } from '../../store/refusal.ts';
import type { Fetched } from '../../store/response.ts';
import { indexRefusal } from './choose.ts';
import { identified, unreadable } from './identity.ts';
import type { BrowseMeans, ChartReference, Listing, ListOutcome } from './indexreader.ts';

/** Most versions of a chart that are shown, the newest. */
const MAX_VERSIONS = 500;

/** Part of an index, or the refusal of the store whose index it is. */
export async function listPart(
  { reader, signal }: BrowseMeans,
  index: Uint8Array,
  part: Listing,
): Promise<Extract<ListOutcome, { type: 'listed' }> | StoreRefusal> {
  const outcome = await reader.list(index, part, signal);
  return outcome.type === 'listed' ? outcome : indexRefusal(outcome.refusal);
}

/** Chart of an index with its versions, and with the values in the archive of the wanted one. */
export async function offeredChart(
  means: BrowseMeans,
  index: Uint8Array,
  chart: ChartReference,
  archive: () => Promise<ArchiveResult>,
): Promise<Found<ShownApp>> {
  const { name } = chart;
  const found = await listPart(means, index, { chart: name, query: '', offset: 0, count: MAX_VERSIONS });
  if (found.type !== 'listed') {
    return found;
  }
  const { entries } = found.part;
  const [newest] = entries;
  const { description, values } = await valuesIn(means, await identified(means, await archive(), chart));
  const value = {
    id: name,
    name,
    // Tags have no description.
    description: newest?.description || description,
    versions: entries.map(({ version }) => version),
    order: 'newest-first' as const,
    values,
  };
  return { type: 'found', value };
}

async function valuesIn(
  { reader, signal }: BrowseMeans,
  archive: ArchiveResult,
): Promise<{ readonly description: string; readonly values: Fetched<OfferedValues> }> {
  if (archive.type !== 'archive') {
    return { description: '', values: { type: 'refused', refusal: archive } };
  }
  const outcome = await reader.describe(archive.bytes, signal);
  if (outcome.type === 'refused') {
    return { description: '', values: { type: 'refused', refusal: unreadable(outcome.refusal) } };
  }
  const { description, values: text, cut, required } = outcome.chart;
  return {
    description,
    values: { type: 'found', value: { version: archive.version, text, cut, required } },
  };
}
