import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { KubeClient, ListOptions, WatchEvent } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { backoffMs } from './backoff.ts';
import { compact } from './compact.ts';
import type { Logger } from './logger.ts';
import { INITIAL, type ReflectorEvent, type ReflectorState, type StoreEffect, step } from './reflector.ts';
import { type Change, type IndexFunction, Store } from './store.ts';
import { Turns } from './turns.ts';
import { isLater } from './version.ts';

/** How a change became known: from a list of everything, as it happened, or by a write of this process. */
export type Origin = 'list' | 'watch' | 'write';

/** Hears of every change of a cache, after the store has it. */
export type ChangeHandler<T extends KubeObject> = (change: Change<T>, origin: Origin) => void;

/** What a cache holds and of which objects. */
export interface CacheOptions<T extends KubeObject, I extends string> {
  readonly client: Pick<KubeClient, 'pages' | 'watch'>;
  readonly resource: Resource<T>;
  readonly selection?: Pick<ListOptions, 'namespace' | 'labelSelector'>;
  readonly indexes: Readonly<Record<I, IndexFunction<T>>>;
  /** What is kept of an object as it comes in; all of it where nothing is said. */
  readonly project?: (object: T) => T;
  readonly log: Logger;
}

const PAUSE = { firstMs: 500, maxMs: 30_000 };

/** A store that follows the API server, shared by all who read that kind. */
export class Cache<T extends KubeObject, I extends string = string> {
  readonly store: Store<T, I>;
  /** Resolves when the first list is in the store and its changes are told. */
  readonly synced: Promise<void>;
  readonly name: string;
  readonly #options: CacheOptions<T, I>;
  readonly #handlers: ChangeHandler<T>[] = [];
  readonly #markSynced: () => void;
  /** What this process has deleted and the watch has not yet shown as gone: key to uid. */
  readonly #deleted = new Map<string, string>();
  readonly #turns = new Turns();
  #isSynced = false;
  /** Keys of what this process is writing just now. */
  readonly #writing = new Set<string>();
  #state: ReflectorState<T> = INITIAL;
  #heardAt = performance.now();

  constructor(options: CacheOptions<T, I>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options = options;
    this.name = options.resource.plural;
    this.store = new Store(options.indexes);
    this.synced = promise;
    this.#markSynced = resolve;
  }

  /** Milliseconds since the API server was last heard. */
  lastSeenMs(): number {
    return performance.now() - this.#heardAt;
  }

  /** Whether the list is in and its changes are followed; not while a watch that broke waits to begin again. */
  follows(): boolean {
    return this.#state.phase === 'watching';
  }

  /** Calls `handler` for every change from now on. */
  onChange(handler: ChangeHandler<T>): void {
    this.#handlers.push(handler);
  }

  /** Does a write to an object; what the watch shows of it before the answer has come is told as a write. */
  async writing<R>(key: string, write: () => Promise<R>): Promise<R> {
    this.#writing.add(key);
    try {
      return await write();
    } finally {
      this.#writing.delete(key);
    }
  }

  /**
   * Takes in what the API server answered to a write of this process, so that nobody here decides on an
   * older state than that. Where the watch is past it already, the store knows as much or more.
   */
  wrote(object: T): void {
    const { resourceVersion } = object.metadata;
    const shown = this.#state.phase === 'listing' ? undefined : this.#state.version;
    if (shown === undefined || isLater(resourceVersion, shown)) {
      this.#tell([this.store.put(this.#kept(object)) ?? []].flat(), 'write');
    }
  }

  /** Takes in that this process has deleted an object; until the watch shows it gone, it counts as gone. */
  deleted(object: T): void {
    const key = keyOf(object);
    const stored = this.store.get(key);
    if (stored?.metadata.uid === object.metadata.uid) {
      this.#deleted.set(key, object.metadata.uid);
      this.#tell([this.store.remove(key, stored.metadata.resourceVersion) ?? []].flat(), 'write');
    }
  }

  /** Follows the API server until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#advance(signal);
      } catch (error) {
        if (!signal.aborted) {
          this.#options.log.warn({ resource: this.name, err: error }, 'list or watch broke');
          await this.#feed({ type: 'failed', gone: isFailure(error, 'gone') });
        }
      }
    }
  }

  async #advance(signal: AbortSignal): Promise<void> {
    switch (this.#state.phase) {
      case 'listing':
        return this.#list(signal);
      case 'watching':
        return this.#watch(this.#state.version, signal);
      case 'pausing':
        await sleep(backoffMs(PAUSE, this.#state.failures), undefined, { signal });
        return this.#feed({ type: 'paused' });
    }
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { client, resource, selection } = this.#options;
    for await (const { items, metadata } of client.pages(resource, { ...selection, signal })) {
      const page: T[] = [];
      for (const item of items) {
        page.push(this.#listedItem(item));
        await this.#turns.yield();
      }
      await this.#feed({
        type: 'page',
        items: page,
        version: metadata.resourceVersion,
        last: !metadata.continue,
      });
    }
  }

  /**
   * An item of a list as it will be stored. Nobody decides on the store before the first list is complete, so
   * that one goes in item by item; a later one is swapped in at once, for which index functions, some of
   * which have to parse and remember, are asked beforehand.
   */
  #listedItem(item: T): T {
    const known = this.#known(item);
    if (!this.#isSynced) {
      this.#tell([this.store.put(known) ?? []].flat(), 'list');
      return known;
    }
    for (const valuesOf of Object.values<IndexFunction<T>>(this.#options.indexes)) {
      valuesOf(known);
    }
    return known;
  }

  /**
   * The stored instance of an object that has not changed: a new list costs no second copy of all, and the
   * echo of an own write next to nothing.
   */
  #known(object: T): T {
    const stored = this.store.get(keyOf(object));
    return stored?.metadata.resourceVersion === object.metadata.resourceVersion
      ? stored
      : this.#kept(object, stored);
  }

  /**
   * An object as the store keeps it. A spec that says what the stored one says is the stored one, since
   * readers remember what they made of it.
   */
  #kept(object: T, stored = this.store.get(keyOf(object))): T {
    const { project } = this.#options;
    return withSpecOf(stored, compact(project === undefined ? object : project(object)));
  }

  async #watch(version: string, signal: AbortSignal): Promise<void> {
    const { client, resource, selection } = this.#options;
    const began = performance.now();
    for await (const event of client.watch(resource, version, { ...selection, signal })) {
      await this.#feed(this.#reflectorEvent(event));
    }
    await this.#feed({ type: 'ended', livedMs: performance.now() - began });
  }

  async #feed(event: ReflectorEvent<T>): Promise<void> {
    const { state, effect } = step(this.#state, event);
    this.#state = state;
    if (event.type !== 'failed' && event.type !== 'paused') {
      this.#heardAt = performance.now();
    }
    if (effect?.type === 'replace') {
      await this.#replace(effect.items, effect.version);
    } else if (effect !== undefined) {
      const key = effect.type === 'remove' ? effect.key : keyOf(effect.object);
      this.#tell(this.#changed(effect), this.#writing.has(key) ? 'write' : 'watch');
    }
  }

  async #replace(items: readonly T[], version: string): Promise<void> {
    const changes = this.store.replace(this.#listed(items), version);
    for (const change of changes) {
      this.#tell([change], 'list');
      await this.#turns.yield();
    }
    this.#isSynced = true;
    this.#markSynced();
  }

  /** A list may still show what this process has deleted; forgets deletions that it does not show. */
  #listed(items: readonly T[]): readonly T[] {
    if (this.#deleted.size === 0) {
      return items;
    }
    const ghosts = items.filter((item) => this.#deleted.get(keyOf(item)) === item.metadata.uid);
    this.#deleted.clear();
    for (const ghost of ghosts) {
      this.#deleted.set(keyOf(ghost), ghost.metadata.uid);
    }
    return items.filter((item) => !ghosts.includes(item));
  }

  #changed(effect: Exclude<StoreEffect<T>, { type: 'replace' }>): readonly Change<T>[] {
    if (effect.type === 'remove') {
      this.#deleted.delete(effect.key);
      return [this.store.remove(effect.key, effect.version) ?? []].flat();
    }
    const key = keyOf(effect.object);
    if (this.#deleted.get(key) === effect.object.metadata.uid) {
      return [];
    }
    this.#deleted.delete(key);
    return [this.store.put(effect.object) ?? []].flat();
  }

  #tell(changes: readonly Change<T>[], origin: Origin): void {
    for (const change of changes) {
      for (const handler of this.#handlers) {
        handler(change, origin);
      }
    }
  }

  #reflectorEvent(event: WatchEvent<T>): ReflectorEvent<T> {
    switch (event.type) {
      case 'BOOKMARK':
        return { type: 'bookmark', version: event.resourceVersion };
      case 'DELETED':
        return { type: 'deleted', object: this.#known(event.object) };
      default:
        return { type: 'changed', object: this.#known(event.object) };
    }
  }
}

/** The object with the stored spec instead of its own, where the two are equal. */
function withSpecOf<T extends KubeObject & { readonly spec?: unknown }>(stored: T | undefined, object: T): T {
  return stored?.spec !== undefined && isDeepStrictEqual(stored.spec, object.spec)
    ? { ...object, spec: stored.spec }
    : object;
}
