import { z } from 'zod';
import { headerOf, httpUrl } from '../../registry/ask.ts';
import type { RegistryClient } from '../../registry/registryclient.ts';
import type { StoreRefusal } from '../../store/refusal.ts';
import { read } from '../../store/response.ts';

const MAX_PAGES = 50;

/** Most bytes of a page, which has at most a thousand tags of at most 128 characters. */
const MAX_PAGE = 2 ** 20;

/** Tags of a repository. */
interface Tags {
  readonly type: 'tags';
  readonly tags: readonly string[];
}

const page = z.object({ tags: z.array(z.string()).nullish() });

/** Fetches all tags of a repository, page by page. */
export async function fetchTags(client: RegistryClient, signal: AbortSignal): Promise<Tags | StoreRefusal> {
  const tags: string[] = [];
  const accept = 'application/json';
  const absent = { type: 'chart-not-found' } as const;
  let url: URL | undefined = client.urlOf('tags/list?n=1000');
  for (let pages = 0; url !== undefined; pages++) {
    if (pages === MAX_PAGES) {
      return { type: 'too-many-tags', most: tags.length };
    }
    const got = await client.get({ url, accept, encoding: 'gzip', maxBytes: MAX_PAGE, absent }, signal);
    if (got.type !== 'content') {
      return got;
    }
    const found = read(got.bytes, page);
    if (found.type === 'refused') {
      return found.refusal;
    }
    tags.push(...(found.value.tags ?? []));
    url = nextPage(headerOf(got, 'link'), url);
  }
  return { type: 'tags', tags };
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
