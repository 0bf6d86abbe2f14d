import { present } from '../base/fields.ts';
import { withoutTrailing } from '../base/text.ts';
import type { StoreRefusal } from './refusal.ts';

/** A store, and a tenant of it. */
export interface Store {
  /** Base URL. */
  readonly url: string;
  /** Tenant; repositories of charts have none. */
  readonly domain?: string | undefined;
  /** Value of the Authorization header; none is sent where it is missing or empty. */
  readonly accessKey?: string;
  /** Origins that may get the access key for tokens of a registry, beside the registry itself; none by default. */
  readonly realms?: Realms;
}

/** Origins, or with `any` all of https, that may get an access key for a token. */
export type Realms = 'any' | readonly string[];

/** Request to a store. */
export interface StoreRequest {
  readonly base: URL;
  /** Path and query, as sent. */
  readonly path: string;
  readonly accessKey: string | undefined;
  /** Meaning of status 404. */
  readonly absent: 'app-not-found' | 'version-not-found';
}

/** Target of a request: the path below the root of the API, and the query parameters beside the tenant. */
export interface RequestTarget {
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly absent: StoreRequest['absent'];
}

/** Request for a target, or the refusal where none can be sent. Pure. */
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
  // Servers normalize these two segments, however they are encoded.
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    return { type: absent };
  }
  const path = ['app-server', 'openapi', ...segments].map((segment) => `/${encodeURIComponent(segment)}`);
  const search = new URLSearchParams({ ...present({ marketDomain: store.domain }), ...query });
  return {
    base,
    path: `${withoutTrailing(base.pathname, '/')}${path.join('')}?${search}`,
    accessKey,
    absent,
  };
}

/** Base URL of a store; undefined for a text that is none. Pure. */
export function baseOf(text: string): URL | undefined {
  const url = URL.parse(text);
  const plain =
    url !== null && [url.username, url.password, url.search, url.hash].every((part) => part === '');
  return plain && /^https?:$/.test(url.protocol) ? url : undefined;
}
