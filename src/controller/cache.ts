import { isDeepStrictEqual } from 'node:util';
import { EventLoopYielder } from '../base/yielding.ts';
import type { KubeClient, ListOptions } from '../kube/client.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { compact } from './compact.ts';
import { type ListerWatcher, ListWatch } from './listwatch.ts';
import type { Logger } from './logger.ts';
import type { StoreEffect } from './reflector.ts';
import { type Change, type IndexFunction, isWithin, Store } from './store.ts';
import { isLater } from './version.ts';

/** How a change became known: from a list of everything, as it happened, or by a write of this process. */
export type Origin = 'list' | 'watch' | 'write';

/** Hears of every change of a cache, after the store has it. */
export type ChangeHandler<T extends KubeObject> = (change: Change<T>, origin: Origin) => void;

/** How a process follows a cluster, as far as that is the same for all of its caches. */
export interface Following {
  readonly client: Pick<KubeClient, 'get' | 'pages' | 'watch'>;
  /** The namespaces that are followed, and with them nothing of the cluster; all of it where nothing is said. */
  readonly namespaces?: readonly string[] | undefined;
  readonly log: Logger;
}

/** What a cache holds and of which objects. */
interface CacheOptions<T extends KubeObject, I extends string> {
  readonly client: ListerWatcher<NoInfer<T>>;
  readonly resource: Resource<T>;
  /** The namespaces that are followed, each by itself; all together where nothing is said. */
  readonly namespaces?: readonly string[] | undefined;
  readonly selection?: Pick<ListOptions, 'labelSelector'>;
  readonly indexes: Readonly<Record<I, IndexFunction<T>>>;
  /** What is kept of an object as it comes in; all of it where nothing is said. */
  readonly project?: (object: T) => T;
  readonly log: Logger;
}

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
  readonly #turns = new EventLoopYielder();
  /** Streams by namespace; one for all where none are named. */
  readonly #streams: ReadonlyMap<string | undefined, ListWatch<T>>;
  /** Namespaces whose first list is not complete yet. */
  readonly #unsynced: Set<string | undefined>;
  /** Items of lists that are not complete yet, by namespace. */
  readonly #listing = new Map<string | undefined, T[]>();
  /** Resource version up to which the store has taken in the stream of a namespace. */
  readonly #versions = new Map<string | undefined, string>();
  /** Keys of what this process is writing just now. */
  readonly #writing = new Set<string>();

  constructor(options: CacheOptions<T, I>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options = options;
    this.name = options.resource.plural;
    this.store = new Store(options.indexes);
    this.synced = promise;
    this.#markSynced = resolve;
    const { client, resource, namespaces, selection, log } = options;
    const places = resource.namespaced && namespaces !== undefined ? namespaces : [undefined];
    this.#streams = new Map(
      places.map((namespace) => [
        namespace,
        new ListWatch({ client, resource, selection: { ...selection, namespace }, log }),
      ]),
    );
    this.#unsynced = new Set(places);
    if (places.length === 0) {
      resolve();
    }
  }

  /** Milliseconds since the API server was last heard, of the namespace for which that is longest ago. */
  lastSeenMs(): number {
    return Math.max(0, ...[...this.#streams.values()].map((each) => each.lastSeenMs()));
  }

  /** Whether all lists are in and their changes are followed; not while a watch that broke waits to begin again. */
  follows(): boolean {
    return [...this.#streams.values()].every((each) => each.follows());
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
    const { resourceVersion, namespace } = object.metadata;
    const shown = this.#versions.get(this.#streams.has(namespace) ? namespace : undefined);
    if (shown === undefined || isLater(resourceVersion, shown)) {
      this.#tell(this.store.put(this.#kept(object)), 'write');
    }
  }

  /** Takes in that this process has deleted an object; until the watch shows it gone, it counts as gone. */
  deleted(object: T): void {
    const key = keyOf(object);
    const stored = this.store.get(key);
    if (stored?.metadata.uid === object.metadata.uid) {
      this.#deleted.set(key, object.metadata.uid);
      this.#tell(this.store.remove(key, stored.metadata.resourceVersion), 'write');
    }
  }

  /** Follows the API server until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(
      [...this.#streams].map(([namespace, stream]) => this.#follow(stream, namespace, signal)),
    );
  }

  async #follow(stream: ListWatch<T>, namespace: string | undefined, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const effect of stream.effects(signal)) {
          await this.#take(effect, namespace);
        }
      } catch (error) {
        if (!signal.aborted) {
          stream.failed(error);
        }
      }
    }
  }

  /**
   * An item of a list as it will be stored. Nobody decides on the store before the first lists are complete, so
   * those go in item by item; a later one is swapped in at once, for which index functions, some of
   * which have to parse and remember, are asked beforehand.
   */
  async #listedItem(item: T): Promise<T> {
    const known = this.#known(item);
    if (this.#unsynced.size > 0) {
      this.#tell(this.store.put(known), 'list');
    } else {
      for (const valuesOf of Object.values<IndexFunction<T>>(this.#options.indexes)) {
        valuesOf(known);
      }
    }
    await this.#turns.yield();
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

  async #take(effect: StoreEffect<T>, namespace: string | undefined): Promise<void> {
    switch (effect.type) {
      case 'listed':
        return this.#takePage(effect, namespace);
      case 'put': {
        const object = this.#known(effect.object);
        this.#versions.set(namespace, object.metadata.resourceVersion);
        return this.#watched(keyOf(object), this.#put(object));
      }
      case 'remove':
        this.#versions.set(namespace, effect.version);
        this.#deleted.delete(effect.key);
        return this.#watched(effect.key, this.store.remove(effect.key, effect.version));
      case 'advance':
        this.#versions.set(namespace, effect.version);
    }
  }

  async #takePage(
    { items, first, complete }: StoreEffect<T> & { type: 'listed' },
    namespace: string | undefined,
  ): Promise<void> {
    const listed = first ? [] : (this.#listing.get(namespace) ?? []);
    this.#listing.set(namespace, listed);
    for (const item of items) {
      listed.push(await this.#listedItem(item));
    }
    if (complete !== undefined) {
      this.#listing.delete(namespace);
      this.#versions.set(namespace, complete);
      await this.#replace(listed, complete, namespace);
    }
  }

  async #replace(items: readonly T[], version: string, namespace: string | undefined): Promise<void> {
    const changes = this.store.replace(this.#listed(items, namespace), version, namespace);
    for (const change of changes) {
      this.#tell(change, 'list');
      await this.#turns.yield();
    }
    this.#unsynced.delete(namespace);
    if (this.#unsynced.size === 0) {
      this.#markSynced();
    }
  }

  /** A list may still show what this process has deleted; forgets deletions of its namespace that it does not show. */
  #listed(items: readonly T[], namespace: string | undefined): readonly T[] {
    if (this.#deleted.size === 0) {
      return items;
    }
    const ghosts = items.filter((item) => this.#deleted.get(keyOf(item)) === item.metadata.uid);
    for (const key of [...this.#deleted.keys()].filter((each) => isWithin(each, namespace))) {
      this.#deleted.delete(key);
    }
    for (const ghost of ghosts) {
      this.#deleted.set(keyOf(ghost), ghost.metadata.uid);
    }
    return items.filter((item) => !ghosts.includes(item));
  }

  /** Change by an object that the watch shows; none where this process has deleted it. */
  #put(object: T): Change<T> | undefined {
    const key = keyOf(object);
    if (this.#deleted.get(key) === object.metadata.uid) {
      return undefined;
    }
    this.#deleted.delete(key);
    return this.store.put(object);
  }

  #watched(key: string, change: Change<T> | undefined): void {
    this.#tell(change, this.#writing.has(key) ? 'write' : 'watch');
  }

  #tell(change: Change<T> | undefined, origin: Origin): void {
    if (change !== undefined) {
      for (const handler of this.#handlers) {
        handler(change, origin);
      }
    }
  }
}

/** The object with the stored spec instead of its own, where the two are equal. */
function withSpecOf<T extends KubeObject & { readonly spec?: unknown }>(stored: T | undefined, object: T): T {
  return stored?.spec !== undefined && isDeepStrictEqual(stored.spec, object.spec)
    ? { ...object, spec: stored.spec }
    : object;
}
