import { Heap, type HeapNode } from './heap.ts';
import { higher, type Priority } from './priority.ts';

interface Delay extends HeapNode {
  readonly key: string;
  priority: Priority;
}

/** The longest that one timer of Node can run; what is due later is looked at again then. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Keys that are due at a later time, with one timer for all of them and none where there is no key. */
export class Delays {
  readonly #byKey = new Map<string, Delay>();
  readonly #heap = new Heap<Delay>();
  readonly #due: (key: string, priority: Priority) => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /** Calls `due` when the time of a key has come; the key is no longer delayed then. */
  constructor(due: (key: string, priority: Priority) => void) {
    this.#due = due;
  }

  get size(): number {
    return this.#heap.size;
  }

  /** Delays a key by `ms`; of two delays the earlier time holds, and the higher priority. */
  add(key: string, ms: number, priority: Priority): void {
    const at = performance.now() + ms;
    const known = this.#byKey.get(key);
    if (known === undefined) {
      const delay = { key, at, priority, index: 0 };
      this.#byKey.set(key, delay);
      this.#heap.add(delay);
    } else {
      known.at = Math.min(known.at, at);
      known.priority = higher(known.priority, priority);
      this.#heap.decreased(known);
    }
    this.#arm();
  }

  /** Takes a key out; answers the priority that it had, undefined where it was not delayed. */
  delete(key: string): Priority | undefined {
    const delay = this.#byKey.get(key);
    if (delay === undefined) {
      return undefined;
    }
    this.#byKey.delete(key);
    this.#heap.delete(delay);
    if (this.#heap.size === 0) {
      this.#disarm();
    }
    return delay.priority;
  }

  /** Takes all keys out. */
  clear(): void {
    for (const key of [...this.#byKey.keys()]) {
      this.delete(key);
    }
  }

  /** A timer that is too early does no harm, so only one that is too late is replaced. */
  #arm(): void {
    const at = this.#heap.first?.at ?? Number.POSITIVE_INFINITY;
    if (at >= this.#timerAt) {
      return;
    }
    this.#disarm();
    this.#timerAt = at;
    const ms = Math.min(Math.max(Math.ceil(at - performance.now()), 0), MAX_TIMER_MS);
    this.#timer = setTimeout(() => this.#fire(), ms);
  }

  #disarm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #fire(): void {
    this.#disarm();
    const now = performance.now();
    for (let first = this.#heap.first; first !== undefined && first.at <= now; first = this.#heap.first) {
      this.delete(first.key);
      this.#due(first.key, first.priority);
    }
    this.#arm();
  }
}
