import { type KubeObject, keyOf, splitKey } from '../kube/object.ts';
import { HistoryLostError } from './history.ts';
import { isLater } from './version.ts';

/** Change of an object: an addition without `before`, a deletion without `after`, else an update. */
export interface Change<T extends KubeObject> {
  readonly before?: T;
  readonly after?: T;
}

/** Function of the values by which an index finds an object. */
export type IndexFunction<T extends KubeObject> = (object: T) => readonly string[];

/** View of a store that is kept up to date: called with every change as the store applies it. */
export type Follower<T extends KubeObject> = (change: Change<T>) => void;

/** Hears of an object that a store leaves out, since an index or a view fails on it. */
export type LeaveOut<T extends KubeObject> = (object: T, error: unknown) => void;

/** Keys by value. Most values have a single key, which is stored without a set to save memory. */
type Keys = Map<string, string | Set<string>>;

const NONE: ReadonlySet<string> = new Set();

interface Index<T extends KubeObject> {
  readonly name: string;
  readonly valuesOf: IndexFunction<T>;
  readonly keys: Keys;
}

/** Moves of an object among the values of an index. */
interface Moves {
  readonly keys: Keys;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/**
 * Indexed store of the objects of a kind (client-go: Indexer). Only a later version replaces an object, so the
 * response to a write can be stored ahead of the watch. Stored objects are immutable. An object on which an index or a
 * view fails is left out as if it were deleted: the others are of other teams.
 */
export class Store<T extends KubeObject, I extends string = string> {
  readonly #objects = new Map<string, T>();
  readonly #indexes: readonly Index<T>[];
  readonly #followers: Follower<T>[] = [];
  readonly #leaveOut: LeaveOut<T>;

  constructor(indexes: Readonly<Record<I, IndexFunction<T>>>, leaveOut: LeaveOut<T>) {
    this.#leaveOut = leaveOut;
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
    return this.#set(key, before, after);
  }

  /** Puts another form of a stored object in its place. Without effect if the store does not have it. */
  swap(after: T): Change<T> | undefined {
    const key = keyOf(after);
    const before = this.#objects.get(key);
    if (before?.metadata.resourceVersion !== after.metadata.resourceVersion) {
      return undefined;
    }
    return this.#set(key, before, after);
  }

  /** Stores an object, or leaves it out where that fails. */
  #set(key: string, before: T | undefined, after: T): Change<T> | undefined {
    const change = before === undefined ? { after } : { before, after };
    try {
      const moves = this.#movesOf(before, after);
      this.#objects.set(key, after);
      reindex(key, moves);
      this.#follow(change);
      return change;
    } catch (error) {
      this.#leaveOut(after, error);
      return this.#drop(key) && before && { before };
    }
  }

  /** Removes an object. Without effect if the store has a version later than `version`. */
  remove(key: string, version: string): Change<T> | undefined {
    const before = this.#objects.get(key);
    if (before === undefined || isLater(before.metadata.resourceVersion, version)) {
      return undefined;
    }
    return this.#drop(key);
  }

  /** Removes an object that is stored. A view that fails on it does not keep it. */
  #drop(key: string): Change<T> | undefined {
    const before = this.#objects.get(key);
    if (before === undefined) {
      return undefined;
    }
    const moves = this.#movesOf(before, undefined);
    this.#objects.delete(key);
    reindex(key, moves);
    try {
      this.#follow({ before });
    } catch (error) {
      this.#leaveOut(before, error);
    }
    return { before };
  }

  /** Tells all views of a change; throws the first error of one afterwards. */
  #follow(change: Change<T>): void {
    const errors: unknown[] = [];
    for (const follower of this.#followers) {
      try {
        follower(change);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) {
      throw errors[0];
    }
  }

  /**
   * Replaces the objects of a namespace, or all, by a list at `version` in one step. Returns the changes. Throws
   * HistoryLostError, and replaces nothing, if the list has an earlier version of an object that is stored and not newer
   * than the list.
   */
  replace(items: readonly T[], version: string, namespace?: string): Change<T>[] {
    const listed = new Map(items.map((item) => [keyOf(item), item]));
    this.#expectOneHistory(listed, version);
    const changes: Change<T>[] = [];
    const removed = [...this.#objects.keys()].filter((key) => !listed.has(key) && isWithin(key, namespace));
    for (const key of removed) {
      const change = this.remove(key, version);
      if (change !== undefined) {
        changes.push(change);
      }
    }
    for (const [key, item] of listed) {
      const change = this.#put(key, item);
      if (change !== undefined) {
        changes.push(change);
      }
    }
    return changes;
  }

  #expectOneHistory(listed: ReadonlyMap<string, T>, version: string): void {
    for (const [key, { kind, metadata }] of listed) {
      const stored = this.#objects.get(key)?.metadata.resourceVersion;
      const present = metadata.resourceVersion;
      if (stored !== undefined && isLater(stored, present) && !isLater(stored, version)) {
        throw new HistoryLostError(`${kind} ${key}`, stored, present);
      }
    }
  }

  #found(index: I, value: string): string | ReadonlySet<string> {
    return this.#indexes.find(({ name }) => name === index)?.keys.get(value) ?? NONE;
  }

  /** Moves of an object in all indexes. An unchanged value keeps the object's place. */
  #movesOf(before: T | undefined, after: T | undefined): readonly Moves[] {
    return this.#indexes.map(({ valuesOf, keys }) => {
      const oldValues = before === undefined ? [] : valuesOf(before);
      const newValues = after === undefined ? [] : valuesOf(after);
      return { keys, from: without(oldValues, newValues), to: without(newValues, oldValues) };
    });
  }
}

/** Values that others lack. An object may have as many as fit into it. */
function without(values: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return values.filter((each) => !known.has(each));
}

function reindex(key: string, moves: readonly Moves[]): void {
  for (const { keys, from, to } of moves) {
    for (const value of from) {
      removeKey(keys, value, key);
    }
    for (const value of to) {
      addKey(keys, value, key);
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
