import { ASK_SECONDS, askRegistry, onlyHeader } from '../../registry/ask.ts';
import type { CatalogPart, OfferedApps, ShownApp } from '../../store/catalog.ts';
import { within } from '../../store/exchange.ts';
import type { Found } from '../../store/refusal.ts';
import type { Store } from '../../store/request.ts';
import { choose } from './choose.ts';
import type { Etags } from './etags.ts';
import { archiveIn, type Folder, folderOf, indexIn, indexQuestion } from './httprepository.ts';
import type { BrowseMeans, ChartReference } from './indexreader.ts';
import { listPart, offeredChart } from './offered.ts';

/** Question about an index, and the work that answers it. */
interface IndexQuestion<T> {
  /** Key of the question, beside the address and the credential. */
  readonly about: unknown;
  readonly read: (index: Uint8Array, folder: Folder) => Promise<Found<T>>;
  /** Whether an answer is the same as long as the index is. */
  readonly lasts: (value: T) => boolean;
}

/** Lists a part of the index of a repository. */
export function listRepository(
  means: BrowseMeans,
  etags: Etags,
  store: Store,
  { query, page, pageSize }: CatalogPart,
): Promise<Found<OfferedApps>> {
  const part = { chart: '', query, offset: (page - 1) * pageSize, count: pageSize };
  const read = async (index: Uint8Array): Promise<Found<OfferedApps>> => {
    const found = await listPart(means, index, part);
    if (found.type !== 'listed') {
      return found;
    }
    const { entries, total } = found.part;
    const apps = entries.map(({ name, version, description }) => ({
      id: name,
      name,
      description,
      versions: version === '' ? [] : [version],
      order: 'newest-first' as const,
    }));
    return { type: 'found', value: { apps, total } };
  };
  return answered(means, etags, store, { about: part, read, lasts: () => true });
}

/** Chart of a repository, with its versions and the values of one of them. */
export function showInRepository(
  means: BrowseMeans,
  etags: Etags,
  store: Store,
  chart: ChartReference,
): Promise<Found<ShownApp>> {
  const read = (index: Uint8Array, folder: Folder) =>
    offeredChart(means, index, chart, async () => {
      const chosen = await choose(means, index, chart);
      return chosen.type === 'chosen' ? archiveIn(means, folder, chosen) : chosen;
    });
  // Why there are no values may be over before the index changes.
  const lasts = ({ values }: ShownApp) => values?.type !== 'refused';
  return answered(means, etags, store, { about: chart, read, lasts });
}

/** Answer to a question about an index: the one before, where the repository says that its index is the same. */
async function answered<T>(
  means: BrowseMeans,
  etags: Etags,
  store: Store,
  { about, read, lasts }: IndexQuestion<T>,
): Promise<Found<T>> {
  const folder = folderOf(store);
  if (folder.type !== 'folder') {
    return folder;
  }
  const key = [folder.url.href, folder.authorization, about];
  const kept = etags.find<Found<T>>(key);
  const question = { ...indexQuestion(folder), ...(kept && { etag: kept.etag }) };
  const answer = await within(ASK_SECONDS, means.signal, (ending) =>
    askRegistry(question, means.gate, ending),
  );
  if (kept !== undefined && answer.type === 'answer' && answer.status === 304) {
    return kept.answer;
  }
  const index = indexIn(answer, folder);
  if (index.type !== 'body') {
    return index;
  }
  const found = await read(index.bytes, folder);
  const etag = answer.type === 'answer' ? onlyHeader(answer, 'etag') : undefined;
  if (etag !== undefined && found.type === 'found' && lasts(found.value)) {
    etags.keep(key, etag, found);
  }
  return found;
}
