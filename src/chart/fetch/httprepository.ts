import { digestOf } from '../../base/hash.ts';
import { withoutTrailing } from '../../base/text.ts';
import type { ArchiveResult } from '../../registry/archive.ts';
import { ASK_SECONDS, askRegistry, contentAt, httpUrl, type Question } from '../../registry/ask.ts';
import { authorizationOf, credentialOf } from '../../registry/credential.ts';
import { type Answer, within } from '../../store/exchange.ts';
import { type GetResult, resultOf } from '../../store/get.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import { baseOf, type Store } from '../../store/request.ts';
import { CHART_BOUNDS } from '../bounds.ts';
import { choose } from './choose.ts';
import type { ChartReference, IndexEntry, IndexMeans, RepositoryMeans } from './indexreader.ts';
import { fetchFromOciUrl } from './registry.ts';

/** Folder of a repository, and the value of the header Authorization that opens it. */
export interface Folder {
  readonly type: 'folder';
  readonly url: URL;
  readonly authorization: string | undefined;
}

/**
 * Fetches a chart from a repository with an `index.yaml`. The index is kept nowhere: an install asks for each version
 * once, for a large index twice, and the sandbox takes a second for most.
 */
export async function fetchFromRepository(
  means: RepositoryMeans,
  store: Store,
  chart: ChartReference,
): Promise<ArchiveResult> {
  const folder = folderOf(store);
  if (folder.type !== 'folder') {
    return folder;
  }
  const chosen = await chooseBySize(means, folder, chart);
  return chosen.type === 'chosen' ? archiveIn(means, folder, chosen) : chosen;
}

/** Version of a chart; an index that turns out to be large is asked for again, where there is a place for one. */
async function chooseBySize(means: RepositoryMeans, folder: Folder, chart: ChartReference) {
  const chosen = await chooseWithin(means, folder, chart, CHART_BOUNDS.smallIndex);
  if (chosen.type !== 'too-large') {
    return chosen;
  }
  const leave = await means.large.enter();
  return leave === undefined
    ? ({ type: 'renderer-busy' } as const)
    : await chooseWithin(means, folder, chart, CHART_BOUNDS.index).finally(leave);
}

async function chooseWithin(means: IndexMeans, folder: Folder, chart: ChartReference, maxBytes: number) {
  const question = { ...indexQuestion(folder), maxBytes };
  const answer = await within(ASK_SECONDS, means.signal, (ending) =>
    askRegistry(question, means.gate, ending),
  );
  const index = indexIn(answer, folder);
  return index.type === 'body' ? await choose(means, index.bytes, chart) : index;
}

/** Folder of a repository, or why there is none. */
export function folderOf({ url: text, accessKey }: Store): Folder | StoreRefusal {
  const base = baseOf(text);
  if (base === undefined) {
    return { type: 'not-a-url' };
  }
  const url = new URL(`${withoutTrailing(base.href, '/')}/`);
  const credential = credentialOf(accessKey, `${url.host}${url.pathname}`);
  return credential === undefined
    ? { type: 'key-unusable' }
    : { type: 'folder', url, authorization: authorizationOf(credential) };
}

/** Request for the index of a repository. */
export function indexQuestion({ url, authorization }: Folder): Question {
  return {
    url: new URL('index.yaml', url),
    accept: '*/*',
    encoding: 'gzip',
    maxBytes: CHART_BOUNDS.index,
    authorization,
  };
}

/** Index in the answer to that request. */
export function indexIn(answer: Answer | StoreRefusal, { authorization }: Folder): GetResult {
  const got = resultOf(answer, { absent: { type: 'index-not-found' }, keySent: authorization !== undefined });
  return got.type === 'not-json'
    ? { type: 'index-invalid', problem: 'it is compressed in another way than it says' }
    : got;
}

/** Archive of an entry, which has the digest that the entry names, where it names one. */
export async function archiveIn(
  means: IndexMeans,
  folder: Folder,
  entry: IndexEntry,
): Promise<ArchiveResult> {
  return checked(entry, await archiveOf(means, folder, entry));
}

/** Archive from the first address of an entry that can be asked. */
async function archiveOf(
  means: IndexMeans,
  folder: Folder,
  { version, urls }: IndexEntry,
): Promise<ArchiveResult> {
  const text = urls.find((each) => each.startsWith('oci://') || httpUrl(each, folder.url) !== undefined);
  const url = text === undefined ? undefined : httpUrl(text, folder.url);
  if (text === undefined || url === undefined) {
    return text === undefined ? { type: 'archive-without-url' } : fetchFromOciUrl(means, text);
  }
  const question = {
    url,
    accept: '*/*',
    encoding: 'identity',
    maxBytes: CHART_BOUNDS.archive,
    authorization: url.origin === folder.url.origin ? folder.authorization : undefined,
  } as const;
  const got = await contentAt(means, question, { type: 'archive-not-found' });
  return got.type === 'body' ? { type: 'archive', version, bytes: got.bytes } : got;
}

/** Archive that has the digest of its entry, where the entry has one. */
function checked({ digest, version }: IndexEntry, archive: ArchiveResult): ArchiveResult {
  if (archive.type !== 'archive') {
    return archive;
  }
  const named = digest.toLowerCase().replace(/^sha256:/, '');
  return named === '' || `sha256:${named}` === digestOf(archive.bytes)
    ? { ...archive, version }
    : { type: 'digest-mismatch' };
}
