import type { StoreRefusal } from './refusal.ts';

/** A store and the tenant of it that is spoken to. */
export interface Store {
  /** Base URL. */
  readonly url: string;
  readonly domain: string;
  /** Sent as it is; none is sent where it is missing or empty. */
  readonly accessKey?: string;
}

/** One request to a store. */
export interface StoreRequest {
  readonly base: URL;
  /** Path and query, as sent. */
  readonly path: string;
  readonly accessKey: string | undefined;
  /** What 404 means. */
  readonly absent: 'app-not-found' | 'version-not-found';
}

/** What is asked for: the path below the interface's root, and what the query has beside the tenant. */
export interface RequestTarget {
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly absent: StoreRequest['absent'];
}

/** The request for a subject, or why there can be none. Pure. */
export function requestOf(
  store: Store,
  { segments, query, absent }: RequestTarget,
): StoreRequest | StoreRefusal {
  const base = baseOf(store.url);
  if (base === undefined) {
    return { type: 'not-a-url' };
  }
  const accessKey = store.accessKey || undefined;
  if (accessKey !== undefined && !/^[ -~]+$/.test(accessKey)) {
    return { type: 'key-unusable' };
  }
  // However they are written, servers take these two for steps in the path.
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return { type: absent };
  }
  const path = ['app-server', 'openapi', ...segments].map((segment) => `/${encodeURIComponent(segment)}`);
  const search = new URLSearchParams({ marketDomain: store.domain, ...query });
  return {
    base,
    path: `${base.pathname.replace(/\/+$/, '')}${path.join('')}?${search}`,
    accessKey,
    absent,
  };
}

function baseOf(text: string): URL | undefined {
  const url = URL.parse(text);
  const plain =
    url !== null && [url.username, url.password, url.search, url.hash].every((part) => part === '');
  return plain && /^https?:$/.test(url.protocol) ? url : undefined;
}
