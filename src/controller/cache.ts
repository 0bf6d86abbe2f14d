import { isDeepStrictEqual } from 'node:util';
import { EventLoopYielder } from '../base/yielding.ts';
import type { KubeClient, Selection } from '../kube/client.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import { readable } from '../kube/readable.ts';
import type { Resource } from '../kube/resource.ts';
import { withUnseen } from '../kube/unseen.ts';
import { compact, type KeptMetadata } from './compact.ts';
import { HistoryLostError } from './history.ts';
import { type ListerWatcher, ListWatch } from './listwatch.ts';
import type { Logger } from './logger.ts';
import type { StoreEffect } from './reflector.ts';
import { type Change, type IndexFunction, isWithin, Store } from './store.ts';
import { isLater } from './version.ts';

/** Origin of a change: a list, a watch, or a write of this process. */
export type Origin = 'list' | 'watch' | 'write';

/** Handler of the changes of a cache, called after the store has applied them. */
export type ChangeHandler<T extends KubeObject> = (change: Change<T>, origin: Origin) => void;

/** Options that all caches of a process share. */
export interface WatchScope {
  readonly client: Pick<KubeClient, 'get' | 'pages' | 'versionOf' | 'watch'>;
  /** Watched namespaces; the whole cluster by default. */
  readonly namespaces?: readonly string[] | undefined;
  readonly log: Logger;
}

/** Options of a cache. */
interface CacheOptions<T extends KubeObject, I extends string> extends KeptMetadata {
  readonly client: ListerWatcher<NoInfer<T>>;
  readonly resource: Resource<T>;
  /** Namespaces, each with a list and watch of its own; one for all namespaces by default. */
  readonly namespaces?: readonly string[] | undefined;
  readonly selection?: Selection;
  readonly indexes: Readonly<Record<I, IndexFunction<T>>>;
  /** Whether objects name the fields that the API server does not show. */
  readonly namesUnseen?: boolean;
  /** Projection of an object to the part that is stored; the whole object by default. */
  readonly project?: (object: T) => T;
  readonly log: Logger;
}

/** Store of a kind's objects that list-and-watch keeps current; controllers share it (client-go: shared informer). */
export class Cache<T extends KubeObject, I extends string = string> {
  readonly store: Store<T, I>;
  /** Resolves when the first lists are in the store and their changes are handled. */
  readonly synced: Promise<void>;
  readonly name: string;
  readonly #options: CacheOptions<T, I>;
  readonly #log: Logger;
  readonly #handlers: ChangeHandler<T>[] = [];
  readonly #markSynced: () => void;
  /** Objects that this process has deleted before the watch reports it: key to uid. */
  readonly #deleted = new Map<string, string>();
  readonly #yielder = new EventLoopYielder();
  /** List-and-watch streams by namespace; undefined for all namespaces. */
  readonly #streams: ReadonlyMap<string | undefined, ListWatch<T>>;
  /** Namespaces whose first list is incomplete. */
  readonly #unsynced: Set<string | undefined>;
  /** Items of incomplete lists, by namespace. */
  readonly #listing = new Map<string | undefined, T[]>();
  /** Resource version up to which the store has applied the stream, by namespace. */
  readonly #versions = new Map<string | undefined, string>();
  /** Keys of the objects that this process is writing. */
  readonly #writing = new Set<string>();
  /** Keys of the objects that cannot be read, or not all of them. */
  readonly #unread = new Set<string>();

  constructor(options: CacheOptions<T, I>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#options = options;
    this.#log = options.log.child({ resource: options.resource.plural });
    this.name = options.resource.plural;
    this.store = new Store(options.indexes, (object, error) => this.#leftOut(object, error));
    this.synced = promise;
    this.#markSynced = resolve;
    const { client, resource, namespaces, selection, log } = options;
    const scopes = resource.namespaced && namespaces !== undefined ? namespaces : [undefined];
    this.#streams = new Map(
      scopes.map((namespace) => [
        namespace,
        new ListWatch({ client, resource, selection: { ...selection, namespace }, log }),
      ]),
    );
    this.#unsynced = new Set(scopes);
    if (scopes.length === 0) {
      resolve();
    }
  }

  /** Milliseconds since the last response of the API server; the longest of all namespaces. */
  lastSeenMs(): number {
    return Math.max(0, ...[...this.#streams.values()].map((each) => each.lastSeenMs()));
  }

  /** Whether all lists are complete and all watches open; false while a broken watch backs off. */
  isWatching(): boolean {
    return [...this.#streams.values()].every((each) => each.isWatching());
  }

  /** Name of the kind, `plural.group`, where the API server does not serve it; undefined where it does. */
  missingKind(): string | undefined {
    const { plural, group } = this.#options.resource;
    const isServed = [...this.#streams.values()].every((each) => each.isServed());
    return isServed ? undefined : `${plural}.${group}`;
  }

  /** Number of objects that the cache lacks, or of which it lacks a part, since they cannot be read. */
  unreadObjects(): number {
    return this.#unread.size;
  }

  /** Number of failures of its lists and watches. */
  failures(): number {
    return [...this.#streams.values()].reduce((sum, stream) => sum + stream.failures, 0);
  }

  /** Registers a handler of all later changes. */
  onChange(handler: ChangeHandler<T>): void {
    this.#handlers.push(handler);
  }

  /** Runs a write to an object. Watch events of the object that arrive before its end have the origin `write`. */
  async writing<R>(key: string, write: () => Promise<R>): Promise<R> {
    this.#writing.add(key);
    try {
      return await write();
    } finally {
      this.#writing.delete(key);
    }
  }

  /**
   * Stores the response to a write of this process, so that no decision uses an older state. Without effect if the
   * watch is already past its version.
   */
  wrote(object: T): void {
    const { resourceVersion, namespace } = object.metadata;
    const watched = this.#versions.get(this.#streams.has(namespace) ? namespace : undefined);
    // An answer shows an object as it is, unlike a watch that shows it by an earlier CRD.
    const heals = this.store.get(keyOf(object))?.unseen !== undefined;
    if (heals || watched === undefined || isLater(resourceVersion, watched)) {
      this.#notify(this.#stored(object, this.#form(object)), heals ? 'watch' : 'write');
    }
  }

  /** Stores an object anew, since what `project` makes of it has changed; handlers hear of it as of a watch event. */
  projectAgain(key: string): void {
    const stored = this.store.get(key);
    if (stored !== undefined) {
      const form = this.#form(stored);
      this.#notify(form === undefined ? this.#removed(stored) : this.store.swap(form), 'watch');
    }
  }

  /** Removes an object that this process has deleted; lists and watches do not restore it. */
  deleted(object: T): void {
    const key = keyOf(object);
    const stored = this.store.get(key);
    if (stored?.metadata.uid === object.metadata.uid) {
      this.#deleted.set(key, object.metadata.uid);
      this.#notify(this.store.remove(key, stored.metadata.resourceVersion), 'write');
    }
  }

  /** Lists and watches until `signal` aborts. Rejects with HistoryLostError if the API server goes back in time. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(
      [...this.#streams].map(([namespace, stream]) => this.#consume(stream, namespace, signal)),
    );
  }

  async #consume(stream: ListWatch<T>, namespace: string | undefined, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const effect of stream.effects(signal)) {
          await this.#apply(effect, namespace);
        }
      } catch (error) {
        if (error instanceof HistoryLostError) {
          throw error;
        }
        if (!signal.aborted) {
          stream.failed(error);
        }
      }
    }
  }

  /**
   * Item of a list in its stored form. The first lists are stored item by item, because no controller runs before they
   * are complete. A later list replaces the store in one step; index functions run beforehand, because some of them
   * parse and memoize.
   */
  async #listedItem(item: T): Promise<readonly T[]> {
    await this.#yielder.yield();
    const object = this.#intern(item);
    if (this.#unsynced.size > 0) {
      this.#notify(this.#stored(item, object), 'list');
      return object === undefined ? [] : [object];
    }
    return object !== undefined && this.#isIndexable(object) ? [object] : [];
  }

  /** Whether all indexes can have an object. */
  #isIndexable(object: T): boolean {
    try {
      for (const valuesOf of Object.values<IndexFunction<T>>(this.#options.indexes)) {
        valuesOf(object);
      }
      return true;
    } catch (error) {
      this.#leftOut(object, error);
      return false;
    }
  }

  /** Stored instance of an unchanged object, so that relists and echoes of own writes need no second copy. */
  #intern(object: T): T | undefined {
    const stored = this.store.get(keyOf(object));
    const isStored = stored?.metadata.resourceVersion === object.metadata.resourceVersion;
    if (!isStored || stored.unseen !== undefined) {
      return this.#form(object, stored);
    }
    if (stored.unread !== undefined) {
      this.#unread.add(keyOf(object));
    }
    return stored;
  }

  /** Form of an object that is to be stored; undefined for one that cannot be read. */
  #form(object: T, stored = this.store.get(keyOf(object))): T | undefined {
    const key = keyOf(object);
    this.#unread.delete(key);
    try {
      const form = this.storedForm(object, stored);
      if (form.unread !== undefined) {
        this.#unread.add(key);
        this.#log.warn({ object: key, unread: form.unread }, 'a part of an object is left out');
      }
      return form;
    } catch (error) {
      this.#leftOut(object, error);
      return undefined;
    }
  }

  /** Change by an object and its form, which is undefined where it cannot be read. */
  #stored(object: T, form: T | undefined): Change<T> | undefined {
    if (form === undefined) {
      return this.#removed(object);
    }
    const isHealed = form.unseen === undefined && this.store.get(keyOf(form))?.unseen !== undefined;
    return this.store.put(form) ?? (isHealed ? this.store.swap(form) : undefined);
  }

  /** Removal of an object that cannot be read any more. */
  #removed(object: T): Change<T> | undefined {
    return this.store.remove(keyOf(object), object.metadata.resourceVersion);
  }

  #leftOut(object: T, error: unknown): void {
    const key = keyOf(object);
    this.#unread.add(key);
    this.#log.error({ object: key, err: error }, 'an object is left out, since it cannot be read');
  }

  /** Form in which the cache stores an object. An equal spec stays the same instance, because readers memoize by it. */
  storedForm(object: T, stored = this.store.get(keyOf(object))): T {
    const { project, annotations, fieldManager, namesUnseen } = this.#options;
    const kept = { annotations, fieldManager };
    const read = readable(project === undefined ? object : project(object));
    return withSpecOf(stored, compact(namesUnseen ? withUnseen(read) : read, kept));
  }

  async #apply(effect: StoreEffect<T>, namespace: string | undefined): Promise<void> {
    switch (effect.type) {
      case 'listed':
        return this.#applyPage(effect, namespace);
      case 'put': {
        const { object } = effect;
        this.#versions.set(namespace, object.metadata.resourceVersion);
        return this.#notifyWatched(keyOf(object), this.#put(object));
      }
      case 'remove':
        this.#versions.set(namespace, effect.version);
        this.#deleted.delete(effect.key);
        this.#unread.delete(effect.key);
        return this.#notifyWatched(effect.key, this.store.remove(effect.key, effect.version));
      case 'advance':
        this.#versions.set(namespace, effect.version);
    }
  }

  async #applyPage(
    { items, first, complete }: StoreEffect<T> & { type: 'listed' },
    namespace: string | undefined,
  ): Promise<void> {
    const listed = first ? [] : (this.#listing.get(namespace) ?? []);
    this.#listing.set(namespace, listed);
    if (first) {
      this.#forgetUnread(namespace);
    }
    for (const item of items) {
      listed.push(...(await this.#listedItem(item)));
    }
    if (complete !== undefined) {
      this.#listing.delete(namespace);
      this.#versions.set(namespace, complete);
      await this.#replace(listed, complete, namespace);
    }
  }

  /** Forgets what could not be read: the list that begins tells whether it still cannot be. */
  #forgetUnread(namespace: string | undefined): void {
    for (const key of [...this.#unread].filter((each) => isWithin(each, namespace))) {
      this.#unread.delete(key);
    }
  }

  async #replace(items: readonly T[], version: string, namespace: string | undefined): Promise<void> {
    const changes = this.store.replace(this.#withoutDeleted(items, namespace), version, namespace);
    for (const change of changes) {
      this.#notify(change, 'list');
      await this.#yielder.yield();
    }
    this.#unsynced.delete(namespace);
    if (this.#unsynced.size === 0) {
      this.#markSynced();
    }
  }

  /** Items without those that this process has deleted. Deletions that the list confirms are forgotten. */
  #withoutDeleted(items: readonly T[], namespace: string | undefined): readonly T[] {
    if (this.#deleted.size === 0) {
      return items;
    }
    const stale = items.filter((item) => this.#deleted.get(keyOf(item)) === item.metadata.uid);
    for (const key of [...this.#deleted.keys()].filter((each) => isWithin(each, namespace))) {
      this.#deleted.delete(key);
    }
    for (const object of stale) {
      this.#deleted.set(keyOf(object), object.metadata.uid);
    }
    return items.filter((item) => !stale.includes(item));
  }

  /** Change by an object in a watch event; undefined if this process has deleted the object. */
  #put(object: T): Change<T> | undefined {
    const key = keyOf(object);
    if (this.#deleted.get(key) === object.metadata.uid) {
      return undefined;
    }
    this.#deleted.delete(key);
    return this.#stored(object, this.#intern(object));
  }

  #notifyWatched(key: string, change: Change<T> | undefined): void {
    this.#notify(change, this.#writing.has(key) ? 'write' : 'watch');
  }

  #notify(change: Change<T> | undefined, origin: Origin): void {
    if (change !== undefined) {
      for (const handler of this.#handlers) {
        this.#tell(handler, change, origin);
      }
    }
  }

  /** Tells a handler of a change. The others hear of it and of those after it, whatever becomes of this one. */
  #tell(handler: ChangeHandler<T>, change: Change<T>, origin: Origin): void {
    try {
      handler(change, origin);
    } catch (error) {
      const object = change.after ?? change.before;
      this.#log.error({ object: object && keyOf(object), err: error }, 'a handler of a change has failed');
    }
  }
}

/** Object with the stored instance of its spec, if the two are equal. */
function withSpecOf<T extends KubeObject & { readonly spec?: unknown }>(stored: T | undefined, object: T): T {
  return stored?.spec !== undefined && isDeepStrictEqual(stored.spec, object.spec)
    ? { ...object, spec: stored.spec }
    : object;
}
