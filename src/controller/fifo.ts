import { splitKey } from '../kube/object.ts';

/** FIFO queue of distinct members, with removal from the middle in constant time. */
export class Fifo<T> {
  readonly #members = new Set<T>();
  /** Iterator at the front. Members that it has passed are removed, so `shift` does not search. */
  #front = this.#members.values();

  get size(): number {
    return this.#members.size;
  }

  /** Appends a member; an existing one keeps its place. */
  add(member: T): void {
    this.#members.add(member);
  }

  /** Removes a member from any place. */
  delete(member: T): void {
    this.#members.delete(member);
  }

  /** Removes and returns the first member; undefined if empty. */
  shift(): T | undefined {
    const { value, done } = this.#front.next();
    if (done) {
      // An iterator that has ended does not return later members.
      this.#front = this.#members.values();
      return undefined;
    }
    this.#members.delete(value);
    return value;
  }
}

/** Keys of one namespace, some of which precede the others. */
class TwoFifos {
  readonly #preceding = new Fifo<string>();
  readonly #others = new Fifo<string>();

  get size(): number {
    return this.#preceding.size + this.#others.size;
  }

  add(key: string, precedes: boolean): void {
    (precedes ? this.#preceding : this.#others).add(key);
  }

  delete(key: string): void {
    this.#preceding.delete(key);
    this.#others.delete(key);
  }

  shift(): string | undefined {
    return this.#preceding.shift() ?? this.#others.shift();
  }
}

/**
 * FIFO queue of keys with round-robin over namespaces: a namespace with many keys delays others by one key per round.
 * The keys of a paused namespace stay in their places, and others pass them.
 */
export class FairFifo {
  readonly #queues = new Map<string, TwoFifos>();
  /** Namespaces with keys that are not paused. */
  readonly #namespaces = new Fifo<string>();
  readonly #paused: ReadonlySet<string>;
  #size = 0;

  /** `paused` are the namespaces that are passed over; call `resume` for one that leaves it. */
  constructor(paused: ReadonlySet<string> = new Set()) {
    this.#paused = paused;
  }

  /** Number of keys, those of paused namespaces included. */
  get size(): number {
    return this.#size;
  }

  /** Whether `shift` returns a key. */
  get hasNext(): boolean {
    return this.#namespaces.size > 0;
  }

  /** Appends a key that is not in the queue, to all keys of its namespace or to those that precede the others. */
  add(key: string, precedes = false): void {
    const { namespace } = splitKey(key);
    const queue = this.#queues.get(namespace) ?? new TwoFifos();
    queue.add(key, precedes);
    this.#queues.set(namespace, queue);
    this.resume(namespace);
    this.#size += 1;
  }

  /** Removes a key that is in the queue. */
  delete(key: string): void {
    const { namespace } = splitKey(key);
    const queue = this.#queues.get(namespace);
    queue?.delete(key);
    this.#size -= 1;
    if (queue?.size === 0) {
      this.#queues.delete(namespace);
      this.#namespaces.delete(namespace);
    }
  }

  /** Passes over a namespace that is paused now. */
  pause(namespace: string): void {
    this.#namespaces.delete(namespace);
  }

  /** Puts a namespace with keys in the round, unless it is paused. */
  resume(namespace: string): void {
    if (this.#queues.has(namespace) && !this.#paused.has(namespace)) {
      this.#namespaces.add(namespace);
    }
  }

  /** Removes and returns the first key of the next namespace that is not paused; undefined if there is none. */
  shift(): string | undefined {
    const namespace = this.#namespaces.shift();
    const queue = namespace === undefined ? undefined : this.#queues.get(namespace);
    if (namespace === undefined || queue === undefined) {
      return undefined;
    }
    const key = queue.shift();
    this.#size -= 1;
    if (queue.size === 0) {
      this.#queues.delete(namespace);
    } else {
      this.#namespaces.add(namespace);
    }
    return key;
  }
}
