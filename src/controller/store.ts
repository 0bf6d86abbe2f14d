import { type KubeObject, keyOf } from '../kube/object.ts';
import { isLater } from './version.ts';

/** What happened to one object: `before` is missing when it appeared, `after` when it went. */
export interface Change<T extends KubeObject> {
  readonly before?: T;
  readonly after?: T;
}

/** Values by which an index finds an object. */
export type IndexFunction<T extends KubeObject> = (object: T) => readonly string[];

/** Keys by value. Most values have one key only, for which a set of its own would be most of the memory. */
type Keys = Map<string, string | Set<string>>;

interface Index<T extends KubeObject> {
  readonly name: string;
  readonly valuesOf: IndexFunction<T>;
  readonly keys: Keys;
}

/**
 * A cache of one kind's objects with indexes. It never goes back: an object is replaced by a later version
 * only, so what this process wrote itself can be put in ahead of the watch. Objects in it are never changed.
 */
export class Store<T extends KubeObject, I extends string = string> {
  readonly #objects = new Map<string, T>();
  readonly #indexes: readonly Index<T>[];

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

  /** The object with a key, if there is one. */
  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  /** All objects, in no particular order. */
  list(): T[] {
    return [...this.#objects.values()];
  }

  /** Objects that an index finds under a value, in no particular order. */
  by(index: I, value: string): T[] {
    const found = this.#indexes.find(({ name }) => name === index)?.keys.get(value) ?? [];
    const keys = typeof found === 'string' ? [found] : [...found];
    return keys.flatMap((key) => this.#objects.get(key) ?? []);
  }

  /** Adds or replaces an object; no change where the store has this version or a later one. */
  put(after: T): Change<T> | undefined {
    return this.#put(keyOf(after), after);
  }

  #put(key: string, after: T): Change<T> | undefined {
    const before = this.#objects.get(key);
    if (before !== undefined && !isLater(after.metadata.resourceVersion, before.metadata.resourceVersion)) {
      return undefined;
    }
    this.#unindex(key, before);
    this.#objects.set(key, after);
    for (const { valuesOf, keys } of this.#indexes) {
      for (const value of valuesOf(after)) {
        addKey(keys, value, key);
      }
    }
    return before === undefined ? { after } : { before, after };
  }

  /** Removes the object with a key; no change where there is none, or one later than `version`. */
  remove(key: string, version: string): Change<T> | undefined {
    const before = this.#objects.get(key);
    if (before === undefined || isLater(before.metadata.resourceVersion, version)) {
      return undefined;
    }
    this.#unindex(key, before);
    this.#objects.delete(key);
    return { before };
  }

  /** Makes the store hold what a list at `version` shows, in one step; answers what differs. */
  replace(items: readonly T[], version: string): Change<T>[] {
    const listed = new Map(items.map((item) => [keyOf(item), item]));
    const changes: Change<T>[] = [];
    for (const key of [...this.#objects.keys()].filter((key) => !listed.has(key))) {
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

  #unindex(key: string, object: T | undefined): void {
    if (object === undefined) {
      return;
    }
    for (const { valuesOf, keys } of this.#indexes) {
      for (const value of valuesOf(object)) {
        removeKey(keys, value, key);
      }
    }
  }
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
