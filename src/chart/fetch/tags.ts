import { z } from 'zod';
import { httpUrl, onlyHeader } from '../../registry/ask.ts';
import type { RegistryClient } from '../../registry/registryclient.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import { read } from '../../store/response.ts';

const MAX_PAGES = 50;

/** Most bytes of a page, which has at most a thousand tags of at most 128 characters. */
const MAX_PAGE = 2 ** 20;

/** Names that a registry lists. */
interface Names {
  readonly type: 'names';
  readonly names: readonly string[];
}

/** List of a registry: its first page, how its pages name their entries, and the meaning of status 404. */
interface RegistryList {
  readonly first: URL;
  readonly page: z.ZodType<readonly string[]>;
  readonly absent: StoreRefusal;
}

const tagPage = z
  .object({ tags: z.array(z.string()).nullish() })
  .transform(({ tags }): readonly string[] => tags ?? []);

const catalogPage = z
  .object({ repositories: z.array(z.string()).nullish() })
  .transform(({ repositories }): readonly string[] => repositories ?? []);

/** Fetches all tags of a repository, page by page. */
export function fetchTags(client: RegistryClient, signal: AbortSignal): Promise<Names | StoreRefusal> {
  const first = client.urlOf('tags/list?n=1000');
  return fetchNames(client, { first, page: tagPage, absent: { type: 'chart-not-found' } }, signal);
}

/** Fetches the names of all repositories of a registry, page by page; many registries list them to nobody. */
export async function fetchRepositories(
  client: RegistryClient,
  signal: AbortSignal,
): Promise<Names | StoreRefusal> {
  const first = new URL('/v2/_catalog?n=1000', client.urlOf(''));
  const absent = { type: 'no-catalog' } as const;
  const found = await fetchNames(client, { first, page: catalogPage, absent }, signal);
  const isClosed = ['unauthorized', 'forbidden', 'rejected'].includes(found.type);
  return isClosed ? absent : found;
}

async function fetchNames(
  client: RegistryClient,
  { first, page, absent }: RegistryList,
  signal: AbortSignal,
): Promise<Names | StoreRefusal> {
  const names: string[] = [];
  const accept = 'application/json';
  let url: URL | undefined = first;
  for (let pages = 0; url !== undefined; pages++) {
    if (pages === MAX_PAGES) {
      return { type: 'too-many-tags', most: names.length };
    }
    const got = await client.get({ url, accept, encoding: 'gzip', maxBytes: MAX_PAGE, absent }, signal);
    if (got.type !== 'content') {
      return got;
    }
    const found = read(got.bytes, page);
    if (found.type === 'refused') {
      return found.refusal;
    }
    names.push(...found.value);
    url = nextPage(onlyHeader(got, 'link'), url);
  }
  return { type: 'names', names };
}

/** Next page that the header Link names; one of another origin is none. */
function nextPage(link: string | undefined, url: URL): URL | undefined {
  const [, target] = /<([^<>]{1,2000})>; ?rel="?next"?/.exec(link ?? '') ?? [];
  const next = target === undefined ? undefined : httpUrl(target, url);
  return next?.origin === url.origin ? next : undefined;
}

/** Index of the versions that tags are; `latest` and parts of versions are none. Pure. */
export function indexOfTags(name: string, tags: readonly string[]): Buffer {
  const versions = tags
    .map((tag) => tag.replaceAll('_', '+'))
    .filter((version) => /^v?\d+\.\d+\.\d+([-+]|$)/.test(version));
  return Buffer.from(JSON.stringify({ entries: { [name]: versions.map((version) => ({ version })) } }));
}
