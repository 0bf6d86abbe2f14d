import { type KubeObject, keyOf } from '../kube/object.ts';

/** What happened to one object: `before` is missing when it appeared, `after` when it went. */
export interface Change<T extends KubeObject> {
  readonly before?: T;
  readonly after?: T;
}

/** Values by which an index finds an object. */
export type IndexFunction<T extends KubeObject> = (object: T) => readonly string[];

/** A cache of one kind's objects with indexes; the objects in it are never changed, only replaced. */
export class Store<T extends KubeObject, I extends string = string> {
  readonly #objects = new Map<string, T>();
  readonly #indexes: readonly {
    readonly name: I;
    readonly of: IndexFunction<T>;
    readonly keys: Map<string, Set<string>>;
  }[];

  constructor(indexes: Readonly<Record<I, IndexFunction<T>>>) {
    this.#indexes = (Object.entries(indexes) as [I, IndexFunction<T>][]).map(([name, of]) => ({
      name,
      of,
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
    const keys = this.#indexes.find(({ name }) => name === index)?.keys.get(value) ?? new Set();
    return [...keys].flatMap((key) => this.#objects.get(key) ?? []);
  }

  /** Adds or replaces an object. */
  put(after: T): Change<T> {
    const key = keyOf(after);
    const before = this.#objects.get(key);
    this.#unindex(key, before);
    this.#objects.set(key, after);
    for (const { of, keys } of this.#indexes) {
      for (const value of of(after)) {
        const found = keys.get(value);
        found ? found.add(key) : keys.set(value, new Set([key]));
      }
    }
    return before === undefined ? { after } : { before, after };
  }

  /** Removes the object with a key; no change where there was none. */
  remove(key: string): Change<T> | undefined {
    const before = this.#objects.get(key);
    if (before === undefined) {
      return undefined;
    }
    this.#unindex(key, before);
    this.#objects.delete(key);
    return { before };
  }

  /** Makes the store hold exactly `items` in one step; answers what differs. */
  replace(items: readonly T[]): Change<T>[] {
    const wanted = new Set(items.map(keyOf));
    const gone = [...this.#objects.keys()].filter((key) => !wanted.has(key));
    const removed = gone.flatMap((key) => this.remove(key) ?? []);
    const changed = items.filter((item) => {
      const known = this.#objects.get(keyOf(item))?.metadata;
      return known?.uid !== item.metadata.uid || known.resourceVersion !== item.metadata.resourceVersion;
    });
    return [...removed, ...changed.map((item) => this.put(item))];
  }

  #unindex(key: string, object: T | undefined): void {
    if (object === undefined) {
      return;
    }
    for (const { of, keys } of this.#indexes) {
      for (const value of of(object)) {
        const found = keys.get(value);
        found?.delete(key);
        if (found?.size === 0) {
          keys.delete(value);
        }
      }
    }
  }
}
