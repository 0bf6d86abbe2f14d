import type { Behavior } from './behavior.ts';
import type { Entry } from './entry.ts';
import { type HostPattern, patternsFor } from './host.ts';
import type { Listener } from './listener.ts';
import { prefixOf } from './meets.ts';
import type { AskedRequest } from './request.ts';

/** Entries of one port, scheme and host, by their paths. */
interface Bucket {
  readonly listeners: Set<Listener>;
  readonly exact: Map<string, Entry[]>;
  readonly prefix: Map<string, Entry[]>;
  readonly patterns: Entry[];
}

/** Entries that count for a request. */
export interface Scope extends Pick<Behavior, 'hosts'> {
  /** The only listener whose routes count; undefined for all of them. */
  readonly listener: Listener | undefined;
}

/** Index of entries, which finds those whose host and path may be those of a request without a look at the others. */
export class RouteIndex {
  readonly #buckets = new Map<string, Bucket>();

  constructor(entries: Iterable<Entry>) {
    for (const entry of entries) {
      const { scheme, port } = entry.listener;
      const bucket = at(this.#buckets, keyOf({ scheme, port }, entry.host), newBucket);
      const { type, value } = entry.conditions.path;
      bucket.listeners.add(entry.listener);
      listFor(bucket, type, value).push(entry);
    }
  }

  /** Entries for the host of a request, and for its path, as far as their paths are no patterns. */
  candidates(request: AskedRequest, { listener, hosts }: Scope): readonly Entry[] {
    const prefixes = prefixesOf(request.path);
    const buckets = patternsFor(request.host)
      .flatMap((host) => this.#buckets.get(keyOf(request, host)) ?? [])
      .filter(({ listeners }) => listener === undefined || listeners.has(listener));
    return (hosts === 'wider-too' ? buckets : buckets.slice(0, 1))
      .flatMap(({ exact, prefix, patterns }) => [
        ...(exact.get(request.path) ?? []),
        ...prefixes.flatMap((each) => prefix.get(each) ?? []),
        ...patterns,
      ])
      .filter((entry) => listener === undefined || entry.listener === listener);
  }
}

function newBucket(): Bucket {
  return { listeners: new Set(), exact: new Map(), prefix: new Map(), patterns: [] };
}

function listFor(
  { exact, prefix, patterns }: Bucket,
  type: Entry['conditions']['path']['type'],
  value: string,
): Entry[] {
  switch (type) {
    case 'Exact':
      return at(exact, value, () => []);
    case 'PathPrefix':
      return at(prefix, prefixOf(value), () => []);
    case 'RegularExpression':
      return patterns;
  }
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function keyOf({ scheme, port }: Pick<AskedRequest, 'scheme' | 'port'>, host: HostPattern): string {
  return `${scheme} ${port} ${host}`;
}

/** Prefixes of a path that end before a slash or at its end. */
function prefixesOf(path: string): readonly string[] {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
  return [...new Set([...ends, path])];
}
