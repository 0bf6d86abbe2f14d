import { splitKey } from '../kube/object.ts';

/** First in, first out, each member once; leaving from the middle costs no more than from the front. */
export class Line<T> {
  readonly #members = new Set<T>();
  /** What it has passed is no longer a member, so that the front is found without a search. */
  #front = this.#members.values();

  get size(): number {
    return this.#members.size;
  }

  /** Puts a member at the end; it stays where it is if it already stands in line. */
  add(member: T): void {
    this.#members.add(member);
  }

  /** Takes a member out, wherever it stands. */
  delete(member: T): void {
    this.#members.delete(member);
  }

  /** Takes the first member out; undefined where there is none. */
  shift(): T | undefined {
    const { value, done } = this.#front.next();
    if (done) {
      // An iterator that has ended does not see what is added later.
      this.#front = this.#members.values();
      return undefined;
    }
    this.#members.delete(value);
    return value;
  }
}

/** Keys in line, served in turn by namespace: a namespace with many keys delays others by one key a round. */
export class FairLine {
  readonly #lines = new Map<string, Line<string>>();
  readonly #turns = new Line<string>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Puts a key that is not in line at the end of its namespace's. */
  add(key: string): void {
    const { namespace } = splitKey(key);
    const line = this.#lines.get(namespace) ?? new Line<string>();
    line.add(key);
    this.#lines.set(namespace, line);
    this.#turns.add(namespace);
    this.#size += 1;
  }

  /** Takes a key that is in line out. */
  delete(key: string): void {
    const { namespace } = splitKey(key);
    const line = this.#lines.get(namespace);
    line?.delete(key);
    this.#size -= 1;
    if (line?.size === 0) {
      this.#lines.delete(namespace);
      this.#turns.delete(namespace);
    }
  }

  /** Takes the first key of the namespace whose turn it is out; undefined where there is none. */
  shift(): string | undefined {
    const namespace = this.#turns.shift();
    const line = namespace === undefined ? undefined : this.#lines.get(namespace);
    if (namespace === undefined || line === undefined) {
      return undefined;
    }
    const key = line.shift();
    this.#size -= 1;
    if (line.size === 0) {
      this.#lines.delete(namespace);
    } else {
      this.#turns.add(namespace);
    }
    return key;
  }
}
