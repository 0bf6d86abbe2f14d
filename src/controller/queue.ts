import { type BackoffPolicy, backoffMs } from '../base/backoff.ts';
import { Delays } from './delays.ts';
import { FairLine, Line } from './fifo.ts';
import { higher, type Priority } from './priority.ts';

/** Hears what happens in a queue; times are in seconds. */
export interface QueueObserver {
  /** A key became due. */
  added(): void;
  /** A key was handed out after it had been due for a while. */
  taken(waited: number): void;
  /** A key was given back. */
  done(worked: number): void;
  /** A key failed and will come again. */
  retried(): void;
}

/** A key in somebody's hands. */
export interface Work {
  readonly key: string;
  /** Milliseconds for which it has been there. */
  readonly ms: number;
}

interface Waiting {
  priority: Priority;
  readonly since: number;
}

interface Held {
  readonly priority: Priority;
  readonly since: number;
  /** Set when the key became due while it was being worked on. */
  again?: Priority;
}

/** Default retry policy of a key. */
export const DEFAULT_RETRY: BackoffPolicy = { firstMs: 500, maxMs: 300_000 };

/** How many user keys may go before a waiting background key. */
const USER_SHARE = 9;

const NOBODY: QueueObserver = {
  added: () => undefined,
  taken: () => undefined,
  done: () => undefined,
  retried: () => undefined,
};

/**
 * Keys that need work. A key waits at most once and is in one pair of hands at a time: added while it is
 * being worked on, it comes back when that is done.
 *
 * User keys go before background keys, and inside a priority namespaces take turns. Background keys age by
 * being passed over: after nine user keys in a row, one background key goes. So a user key waits for at most
 * one background key in ten, and the nth background key goes after at most 10 n others.
 */
export class WorkQueue {
  readonly #observer: QueueObserver;
  readonly #ready = new Map<string, Waiting>();
  #lines = emptyLines();
  readonly #working = new Map<string, Held>();
  readonly #delays = new Delays((key, priority) => this.add(key, priority));
  readonly #failures = new Map<string, number>();
  readonly #takers = new Line<(key: string | undefined) => void>();
  #passedOver = 0;
  #closed = false;

  constructor(observer: QueueObserver = NOBODY) {
    this.#observer = observer;
  }

  /** Keys of one priority that wait for a worker. */
  depthOf(priority: Priority): number {
    return this.#lines[priority].size;
  }

  /** Keys that are being worked on. */
  working(): Work[] {
    const now = performance.now();
    return [...this.#working].map(([key, { since }]) => ({ key, ms: now - since }));
  }

  /** Makes a key due now; one that is due already keeps its place unless it becomes more urgent. */
  add(key: string, priority: Priority = 'user'): void {
    if (this.#closed) {
      return;
    }
    const wanted = higher(priority, this.#delays.delete(key) ?? priority);
    const held = this.#working.get(key);
    const waiting = this.#ready.get(key);
    if (held !== undefined) {
      held.again = higher(wanted, held.again ?? wanted);
    } else if (waiting === undefined) {
      this.#enter(key, wanted);
    } else if (waiting.priority === 'background' && wanted === 'user') {
      this.#lines.background.delete(key);
      this.#lines.user.add(key);
      waiting.priority = wanted;
    }
  }

  /** Makes a key due in `delayMs` milliseconds, or earlier where it is due earlier already. */
  addAfter(key: string, delayMs: number, priority: Priority = 'user'): void {
    if (!this.#closed && !this.#ready.has(key)) {
      this.#delays.add(key, delayMs, priority);
    }
  }

  /**
   * Makes a key due after a pause that grows with its failures in a row, beginning `atLeastMs` from now;
   * answers the whole in milliseconds. The key keeps the priority that it was taken with.
   */
  addAfterFailure(key: string, policy = DEFAULT_RETRY, atLeastMs = 0): number {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    const delayMs = atLeastMs + backoffMs(policy, failures);
    if (!this.#closed) {
      this.#failures.set(key, failures);
      this.addAfter(key, delayMs, this.#working.get(key)?.priority);
      this.#observer.retried();
    }
    return delayMs;
  }

  /** Forgets the failures of a key. */
  succeeded(key: string): void {
    this.#failures.delete(key);
  }

  /** The next key, when there is one; undefined once the queue is closed. The taker calls `done`. */
  async take(): Promise<string | undefined> {
    if (this.#closed) {
      return undefined;
    }
    const key = this.#next();
    if (key === undefined) {
      return new Promise((resolve) => this.#takers.add(resolve));
    }
    const waiting = this.#ready.get(key);
    this.#ready.delete(key);
    this.#hand(key, waiting?.priority ?? 'user', waiting?.since ?? performance.now());
    return key;
  }

  /** Gives a taken key back. */
  done(key: string): void {
    const held = this.#working.get(key);
    if (held === undefined) {
      return;
    }
    this.#working.delete(key);
    this.#observer.done((performance.now() - held.since) / 1000);
    if (held.again !== undefined) {
      this.add(key, held.again);
    }
  }

  /** Wakes all takers with nothing and drops all keys but those that are being worked on. */
  close(): void {
    this.#closed = true;
    this.#delays.clear();
    this.#failures.clear();
    this.#ready.clear();
    this.#lines = emptyLines();
    for (let taker = this.#takers.shift(); taker !== undefined; taker = this.#takers.shift()) {
      taker(undefined);
    }
  }

  #enter(key: string, priority: Priority): void {
    const now = performance.now();
    this.#observer.added();
    const taker = this.#takers.shift();
    if (taker === undefined) {
      this.#ready.set(key, { priority, since: now });
      this.#lines[priority].add(key);
    } else {
      this.#hand(key, priority, now);
      taker(key);
    }
  }

  #hand(key: string, priority: Priority, dueSince: number): void {
    const since = performance.now();
    this.#working.set(key, { priority, since });
    this.#observer.taken((since - dueSince) / 1000);
  }

  #next(): string | undefined {
    const { user, background } = this.#lines;
    const aged = this.#passedOver >= USER_SHARE;
    if (background.size > 0 && (user.size === 0 || aged)) {
      this.#passedOver = 0;
      return background.shift();
    }
    this.#passedOver = background.size > 0 ? this.#passedOver + 1 : 0;
    return user.shift();
  }
}

function emptyLines(): Readonly<Record<Priority, FairLine>> {
  return { user: new FairLine(), background: new FairLine() };
}
