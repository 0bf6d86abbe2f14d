/** Most characters of a text in a pool, and of a small object as JSON. */
const LONGEST = 256;

/** Number of values at which a pool is cleared. With `LONGEST`, it bounds the memory. */
const POOL_SIZE = 4096;

/**
 * Pool of the small parts that many objects have in common, such as names of namespaces and conditions. A large part is
 * seldom repeated, and its author would decide how much memory the pool takes: it is never kept.
 */
export class Pool {
  readonly #values = new Map<string, unknown>();
  #characters = 0;

  /** Characters of all keys of the pool, which grow with its memory. */
  get characters(): number {
    return this.#characters;
  }

  /** Value whose repeated small parts are taken from the pool. It changes `value`. */
  shared<V>(value: V): V {
    if (typeof value === 'string') {
      return value.length > LONGEST ? value : this.#pooled(value, value);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      this.#shareItems(value);
    } else {
      this.#shareMembers(value as Record<string, unknown>);
    }
    // No text that the API server sends begins with this character.
    return isSmallLeaf(value) ? this.#pooled(`\0${JSON.stringify(value)}`, value) : value;
  }

  /** Items one by one: entries of a list take longer than all else. A write of what is there takes longer than a read. */
  #shareItems(items: unknown[]): void {
    for (let at = 0; at < items.length; at += 1) {
      const shared = this.shared(items[at]);
      if (shared !== items[at]) {
        items[at] = shared;
      }
    }
  }

  #shareMembers(members: Record<string, unknown>): void {
    for (const [key, member] of Object.entries(members)) {
      const shared = this.shared(member);
      if (shared !== member) {
        members[key] = shared;
      }
    }
  }

  #pooled<V>(id: string, value: V): V {
    const existing = this.#values.get(id);
    if (existing !== undefined) {
      return existing as V;
    }
    if (this.#values.size >= POOL_SIZE) {
      this.#values.clear();
      this.#characters = 0;
    }
    this.#values.set(id, value);
    this.#characters += id.length;
    return value;
  }
}

/** Whether an object has no objects inside and is short as JSON; an estimate, which never looks at much of it. */
function isSmallLeaf(value: object): boolean {
  return Array.isArray(value) ? isSmallList(value) : isSmallMap(value as Record<string, unknown>);
}

function isSmallMap(value: Record<string, unknown>): boolean {
  let room = LONGEST;
  for (const key in value) {
    const member = value[key];
    room -= key.length + (typeof member === 'string' ? member.length : 8);
    if (typeof member === 'object' || room < 0) {
      return false;
    }
  }
  return true;
}

function isSmallList(value: readonly unknown[]): boolean {
  let room = LONGEST;
  return value.every((item) => {
    room -= typeof item === 'string' ? item.length + 1 : 8;
    return typeof item !== 'object' && room >= 0;
  });
}
