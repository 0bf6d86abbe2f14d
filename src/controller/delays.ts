import { Heap, type HeapNode } from './heap.ts';
import { higher, type Priority } from './priority.ts';

interface Delay extends HeapNode {
  readonly key: string;
  priority: Priority;
}

/** Maximum delay of a Node timer. A later key is checked again when it fires. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Milliseconds to whose multiples the ends of delays are put off, by the length from which they are. */
const SLACKS = [
  { from: 10_000, slack: 1_000 },
  { from: 1_000, slack: 100 },
] as const;

/**
 * Time at which a delay ends. Long ones end together, a tenth late at most: to wake up for each of a thousand keys that
 * are due once a minute costs a process more than what it does for them.
 */
function endOf(now: number, ms: number): number {
  const slack = SLACKS.find(({ from }) => ms >= from)?.slack ?? 0;
  return slack === 0 ? now + ms : Math.ceil((now + ms) / slack) * slack;
}

/** Keys that become due later, with one timer for all of them (client-go: delaying queue). */
export class Delays {
  readonly #byKey = new Map<string, Delay>();
  readonly #heap = new Heap<Delay>();
  readonly #due: (key: string, priority: Priority) => void;
  #timer: NodeJS.Timeout | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  /** Calls `due` for a key when its delay is over, after removing it. */
  constructor(due: (key: string, priority: Priority) => void) {
    this.#due = due;
  }

  get size(): number {
    return this.#heap.size;
  }

  /** Delays a key by `ms`, or a tenth more. Of two delays of a key, the earlier time and the higher priority apply. */
  add(key: string, ms: number, priority: Priority): void {
    const at = endOf(performance.now(), ms);
    const existing = this.#byKey.get(key);
    if (existing === undefined) {
      const delay = { key, at, priority, index: 0 };
      this.#byKey.set(key, delay);
      this.#heap.add(delay);
    } else {
      existing.at = Math.min(existing.at, at);
      existing.priority = higher(existing.priority, priority);
      this.#heap.decreased(existing);
    }
    this.#arm();
  }

  /** Removes a key and returns its priority; undefined if it was not delayed. */
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

  /** Removes all keys. */
  clear(): void {
    for (const key of [...this.#byKey.keys()]) {
      this.delete(key);
    }
  }

  /** Starts the timer for the first key. An earlier timer is harmless and stays. */
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
