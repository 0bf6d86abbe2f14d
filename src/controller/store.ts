import { type KubeObject, keyOf, splitKey } from '../kube/object.ts';
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

const NONE: ReadonlySet<string> = new Set();

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
    const found = this.#found(index, value);
    const keys = typeof found === 'string' ? [found] : [...found];
    return keys.flatMap((key) => this.#objects.get(key) ?? []);
  }

  /** The object that has been longest under a value of an index; undefined where none is. */
  first(index: I, value: string): T | undefined {
    const found = this.#found(index, value);
    const [key] = typeof found === 'string' ? [found] : found;
    return key === undefined ? undefined : this.#objects.get(key);
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
    this.#objects.set(key, after);
    this.#reindex(key, before, after);
    return before === undefined ? { after } : { before, after };
  }

  /** Removes the object with a key; no change where there is none, or one later than `version`. */
  remove(key: string, version: string): Change<T> | undefined {
    const before = this.#objects.get(key);
    if (before === undefined || isLater(before.metadata.resourceVersion, version)) {
      return undefined;
    }
    this.#reindex(key, before, undefined);
    this.#objects.delete(key);
    return { before };
  }

  /**
   * Makes the store hold what a list at `version` shows, in one step; answers what differs. A list of one
   * `namespace` says nothing of the others.
   */
  replace(items: readonly T[], version: string, namespace?: string): Change<T>[] {
    const listed = new Map(items.map((item) => [keyOf(item), item]));
    const changes: Change<T>[] = [];
    const gone = [...this.#objects.keys()].filter((key) => !listed.has(key) && isWithin(key, namespace));
    for (const key of gone) {
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

  /** Values that stay keep the object's place among the others that have them. */
  #reindex(key: string, before: T | undefined, after: T | undefined): void {
    for (const { valuesOf, keys } of this.#indexes) {
      const was = before === undefined ? [] : valuesOf(before);
      const is = after === undefined ? [] : valuesOf(after);
      for (const value of was.filter((each) => !is.includes(each))) {
        removeKey(keys, value, key);
      }
      for (const value of is.filter((each) => !was.includes(each))) {
        addKey(keys, value, key);
      }
    }
  }
}

/** Whether a key is of a namespace; every key is where none is said. */
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
