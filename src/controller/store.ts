import { type KubeObject, keyOf, splitKey } from '../kube/object.ts';

/** Change of an object: an addition without `before`, a deletion without `after`, else an update. */
export interface Change<T extends KubeObject> {
  readonly before?: T;
  readonly after?: T;
}

/** Function of the values by which an index finds an object. */
export type IndexFunction<T extends KubeObject> = (object: T) => readonly string[];

/** View of a store that is kept up to date: called with every change as the store applies it. */
export type Follower<T extends KubeObject> = (change: Change<T>) => void;

/** Keys by value. Most values have a single key, which is stored without a set to save memory. */
type Keys = Map<string, string | Set<string>>;

const NONE: ReadonlySet<string> = new Set();

interface Index<T extends KubeObject> {
  readonly name: string;
  readonly valuesOf: IndexFunction<T>;
  readonly keys: Keys;
}

/**
 * Indexed store of the objects of a kind (client-go: Indexer). Only a later version replaces an object, so the
 * response to a write can be stored ahead of the watch. Stored objects are immutable.
 */
export class Store<T extends KubeObject, I extends string = string> {
  readonly #objects = new Map<string, T>();
  readonly #indexes: readonly Index<T>[];
  readonly #followers: Follower<T>[] = [];

  constructor(indexes: Readonly<Record<I, IndexFunction<T>>>) {
    this.#indexes = Object.entries<IndexFunction<T>>(indexes).map(([name, valuesOf]) => ({
      name,
      valuesOf,
      keys: new Map(),
    }));
  }

  get size(): number {
    return this.#objects.size;
  }

  /** Lets a view follow the store from its objects on; the view is never behind the store. */
  follow(follower: Follower<T>): void {
    for (const after of this.#objects.values()) {
      follower({ after });
    }
    this.#followers.push(follower);
  }

  /** Object with a key. */
  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  /** All objects, unordered. */
  list(): T[] {
    return [...this.#objects.values()];
  }

  /** Objects with a value in an index, unordered. */
  by(index: I, value: string): T[] {
    const found = this.#found(index, value);
    const keys = typeof found === 'string' ? [found] : [...found];
    return keys.flatMap((key) => this.get(key) ?? []);
  }

  /** Object that has had a value in an index for the longest time. */
  first(index: I, value: string): T | undefined {
    const found = this.#found(index, value);
    const [key] = typeof found === 'string' ? [found] : found;
    return key === undefined ? undefined : this.get(key);
  }

  /** Adds or updates an object. Without effect if the store has this version or a later one. */
  put(after: T): Change<T> | undefined {
    return this.#put(keyOf(after), after);
  }

  #put(key: string, after: T): Change<T> | undefined {
    const before = this.#objects.get(key);
    if (before !== undefined && !isLater(after.metadata.resourceVersion, before.metadata.resourceVersion)) {
      return undefined;
    }
    this.#objects.set(key, after);
    this.#reindex(key, before, after);
    return this.#followed(before === undefined ? { after } : { before, after });
  }

  /** Puts another form of a stored object in its place. Without effect if the store does not have it. */
  swap(after: T): Change<T> | undefined {
    const key = keyOf(after);
    const before = this.#objects.get(key);
    if (before?.metadata.resourceVersion !== after.metadata.resourceVersion) {
      return undefined;
    }
    this.#objects.set(key, after);
    this.#reindex(key, before, after);
    return this.#followed({ before, after });
  }

  /** Removes an object. Without effect if the store has a version later than `version`. */
  remove(key: string, version: string): Change<T> | undefined {
    const before = this.#objects.get(key);
    if (before === undefined || isLater(before.metadata.resourceVersion, version)) {
      return undefined;
    }
    this.#reindex(key, before, undefined);
    this.#objects.delete(key);
    return this.#followed({ before });
  }

  #followed(change: Change<T>): Change<T> {
    for (const follower of this.#followers) {
      follower(change);
    }
    return change;
  }

  /** Replaces the objects of a namespace, or all, by a list at `version` in one step. Returns the changes. */
  replace(items: readonly T[], version: string, namespace?: string): Change<T>[] {
    const listed = new Map(items.map((item) => [keyOf(item), item]));
    const changes: Change<T>[] = [];
    const removed = [...this.#objects.keys()].filter((key) => !listed.has(key) && isWithin(key, namespace));
    for (const key of removed) {
      changes.push(...[this.remove(key, version) ?? []].flat());
    }
    for (const [key, item] of listed) {
      const change = this.#put(key, item);
      if (change !== undefined) {
        changes.push(change);
      }
    }
    return changes;
  }

  #found(index: I, value: string): string | ReadonlySet<string> {
    return this.#indexes.find(({ name }) => name === index)?.keys.get(value) ?? NONE;
  }

  /** Updates the indexes. An unchanged value keeps the object's place. */
  #reindex(key: string, before: T | undefined, after: T | undefined): void {
    for (const { valuesOf, keys } of this.#indexes) {
      const oldValues = before === undefined ? [] : valuesOf(before);
      const newValues = after === undefined ? [] : valuesOf(after);
      for (const value of oldValues.filter((each) => !newValues.includes(each))) {
        removeKey(keys, value, key);
      }
      for (const value of newValues.filter((each) => !oldValues.includes(each))) {
        addKey(keys, value, key);
      }
    }
  }
}

/** Whether a key is in a namespace; always true for undefined. */
export function isWithin(key: string, namespace: string | undefined): boolean {
  return namespace === undefined || splitKey(key).namespace === namespace;
}

function addKey(keys: Keys, value: string, key: string): void {
  const found = keys.get(value);
  if (found === undefined) {
    keys.set(value, key);
  } else if (typeof found === 'string') {
    keys.set(value, new Set([found, key]));
  } else {
    found.add(key);
  }
}

function removeKey(keys: Keys, value: string, key: string): void {
  const found = keys.get(value);
  if (found === key) {
    keys.delete(value);
  } else if (typeof found === 'object') {
    found.delete(key);
    if (found.size === 0) {
      keys.delete(value);
    }
  }
}

/**
 * Whether resource version `a` is later than `b`, both of one kind. They are increasing decimal integers (KEP-5504)
 * that may exceed a safe integer.
 */
export function isLater(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}
