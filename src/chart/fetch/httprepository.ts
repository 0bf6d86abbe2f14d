import { withoutTrailing } from '../../base/text.ts';
import { type ArchiveResult, digestOf } from '../../registry/archive.ts';
import { contentAt, httpUrl } from '../../registry/ask.ts';
import { authorizationOf, credentialOf } from '../../registry/credential.ts';
import { baseOf, type Store } from '../../store/request.ts';
import { CHART_BOUNDS } from '../bounds.ts';
import { choose } from './choose.ts';
import type { ChartReference, IndexEntry, IndexMeans } from './indexreader.ts';
import { fetchFromOciUrl } from './registry.ts';

/** Folder of a repository, and the value of the header Authorization that opens it. */
interface Folder {
  readonly url: URL;
  readonly authorization: string | undefined;
}

/**
 * Fetches a chart from a repository with an `index.yaml`. The index is kept nowhere: an install asks once for each
 * version, and the sandbox takes a second for most indexes.
 */
export async function fetchFromRepository(
  means: IndexMeans,
  store: Store,
  chart: ChartReference,
): Promise<ArchiveResult> {
  const base = baseOf(store.url);
  if (base === undefined) {
    return { type: 'not-a-url' };
  }
  const url = new URL(`${withoutTrailing(base.href, '/')}/`);
  const credential = credentialOf(store.accessKey, `${url.host}${url.pathname}`);
  if (credential === undefined) {
    return { type: 'key-unusable' };
  }
  const folder = { url, authorization: authorizationOf(credential) };
  const index = await indexOf(means, folder);
  if (index.type !== 'body') {
    return index;
  }
  const chosen = await choose(means, index.bytes, chart);
  return chosen.type === 'chosen' ? checked(chosen, await archiveOf(means, folder, chosen)) : chosen;
}

async function indexOf(means: IndexMeans, { url, authorization }: Folder) {
  const question = {
    url: new URL('index.yaml', url),
    accept: '*/*',
    encoding: 'gzip',
    maxBytes: CHART_BOUNDS.index,
    authorization,
  } as const;
  const got = await contentAt(means, question, { type: 'index-not-found' });
  return got.type === 'not-json'
    ? ({ type: 'index-invalid', problem: 'it is compressed in another way than it says' } as const)
    : got;
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
