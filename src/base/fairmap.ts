/** Entry that a full map has lost. */
interface Lost<V> {
  readonly group: string;
  readonly value: V;
}

/**
 * Map of limited size whose keys belong to groups. When it is full, the largest group loses its oldest entry, so that
 * no group can take the room of others; a group that is alone may use all of it.
 */
export class FairMap<V> {
  readonly #limit: number;
  readonly #groups = new Map<string, Map<string, V>>();
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Entries of all groups. */
  get size(): number {
    return this.#size;
  }

  /** Value of a key; undefined where there is none. */
  get(group: string, key: string): V | undefined {
    return this.#groups.get(group)?.get(key);
  }

  /** Values of a group, the oldest first. */
  valuesOf(group: string): readonly V[] {
    return [...(this.#groups.get(group)?.values() ?? [])];
  }

  /** Stores a value, and returns the entry that goes for it. A key that has a value already keeps its age. */
  set(group: string, key: string, value: V): Lost<V> | undefined {
    const entries = this.#groups.get(group) ?? new Map<string, V>();
    this.#groups.set(group, entries);
    this.#size += entries.has(key) ? 0 : 1;
    entries.set(key, value);
    if (this.#size <= this.#limit) {
      return undefined;
    }
    const largest = this.#largest();
    const lost = this.#removeOldest(largest);
    return lost === undefined ? undefined : { group: largest, value: lost };
  }

  /** Removes a key, if it exists. */
  delete(group: string, key: string): void {
    const entries = this.#groups.get(group);
    if (entries?.delete(key)) {
      this.#size -= 1;
      if (entries.size === 0) {
        this.#groups.delete(group);
      }
    }
  }

  /** Removes and returns the oldest value of one group; the groups take turns. */
  take(): V | undefined {
    const [group] = this.#groups.keys();
    if (group === undefined) {
      return undefined;
    }
    const value = this.#removeOldest(group);
    const rest = this.#groups.get(group);
    if (rest !== undefined) {
      this.#groups.delete(group);
      this.#groups.set(group, rest);
    }
    return value;
  }

  #removeOldest(group: string): V | undefined {
    const [oldest] = this.#groups.get(group) ?? [];
    if (oldest === undefined) {
      return undefined;
    }
    const [key, value] = oldest;
    this.delete(group, key);
    return value;
  }

  #largest(): string {
    let [largest = ''] = this.#groups.keys();
    for (const [group, { size }] of this.#groups) {
      largest = size > (this.#groups.get(largest)?.size ?? 0) ? group : largest;
    }
    return largest;
  }
}
