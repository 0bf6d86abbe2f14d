import { type BackoffPolicy, backoffMs } from '../base/backoff.ts';
import { splitKey } from '../kube/object.ts';
import { Delays } from './delays.ts';
import { FairFifo, Fifo } from './fifo.ts';
import { higher, type Priority, type QueuePriority } from './priority.ts';

/** Observer of a queue; times are in seconds. */
export interface QueueObserver {
  /** A key became due. */
  added(): void;
  /** A worker took a key that had waited for `waited`. */
  taken(waited: number): void;
  /** A worker finished a key after `worked`. */
  done(worked: number): void;
  /** A failed key was scheduled again. */
  retried(): void;
}

/** Key that a worker has taken and not finished. */
interface InFlightKey {
  readonly key: string;
  /** Milliseconds since it was taken. */
  readonly ms: number;
}

interface Queued {
  priority: Priority;
  readonly since: number;
}

interface InFlight {
  readonly priority: Priority;
  readonly since: number;
  /** Priority of an add while the key is in flight. */
  again?: Priority;
}

/** Default retry policy of a key. */
export const DEFAULT_RETRY: BackoffPolicy = { firstMs: 500, maxMs: 300_000 };

/** Number of user keys in a row after which a waiting background key is taken. */
const USER_SHARE = 9;

const NO_OBSERVER: QueueObserver = {
  added: () => undefined,
  taken: () => undefined,
  done: () => undefined,
  retried: () => undefined,
};

/**
 * Work queue of keys. A key waits at most once and is in flight at most once: one that is added while in flight is
 * queued again when it is done.
 *
 * A namespace has at most `share` keys in flight: its keys wait for each other, and other namespaces pass them, so that
 * slow keys of one namespace do not occupy all workers.
 *
 * User keys precede background keys, and within a priority namespaces alternate. After nine user keys in a row, one
 * background key is taken. So one key in ten at most is a background key while user keys wait, and the nth background
 * key is taken after at most 10 n other keys.
 *
 * Report keys are user keys that precede the others of their namespace, and delay no other namespace. Each comes after
 * work for its key that was no report, so that the others get their turn.
 */
export class WorkQueue {
  readonly #observer: QueueObserver;
  readonly #ready = new Map<string, Queued>();
  /** Keys in flight by namespace, and the namespaces that have as many as they may. */
  readonly #held = new Map<string, number>();
  readonly #full = new Set<string>();
  readonly #share: number;
  #queues = emptyQueues(this.#full);
  readonly #inFlight = new Map<string, InFlight>();
  readonly #delays = new Delays((key, priority) => this.add(key, priority));
  readonly #failures = new Map<string, number>();
  readonly #takers = new Fifo<(key: string | undefined) => void>();
  #passedOver = 0;
  #closed = false;

  constructor(observer: QueueObserver = NO_OBSERVER, share = Number.POSITIVE_INFINITY) {
    this.#observer = observer;
    this.#share = share;
  }

  /** Number of keys of one priority that wait for a worker. */
  depthOf(priority: QueuePriority): number {
    return this.#queues[priority].size;
  }

  /** Keys in flight. */
  inFlight(): InFlightKey[] {
    const now = performance.now();
    return [...this.#inFlight].map(([key, { since }]) => ({ key, ms: now - since }));
  }

  /** Makes a key due now. A waiting key keeps its place unless its priority rises. */
  add(key: string, priority: Priority = 'user'): void {
    if (this.#closed) {
      return;
    }
    const wanted = higher(priority, this.#delays.delete(key) ?? priority);
    const current = this.#inFlight.get(key);
    const waiting = this.#ready.get(key);
    if (current !== undefined) {
      current.again = higher(wanted, current.again ?? wanted);
    } else if (waiting === undefined) {
      this.#enqueue(key, wanted);
    } else if (higher(wanted, waiting.priority) !== waiting.priority) {
      this.#queueOf(waiting.priority).delete(key);
      this.#queueOf(wanted).add(key, wanted === 'report');
      waiting.priority = wanted;
    }
  }

  /** Makes a key due in `delayMs`, unless it is due earlier. */
  addAfter(key: string, delayMs: number, priority: Priority = 'user'): void {
    if (!this.#closed && !this.#ready.has(key)) {
      this.#delays.add(key, delayMs, priority);
    }
  }

  /**
   * Makes a failed key due after `atLeastMs` and the backoff for its failures in a row. Returns that delay in
   * milliseconds. The key keeps its priority.
   */
  addAfterFailure(key: string, policy = DEFAULT_RETRY, atLeastMs = 0): number {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    const delayMs = atLeastMs + backoffMs(policy, failures);
    if (!this.#closed) {
      this.#failures.set(key, failures);
      this.addAfter(key, delayMs, this.#inFlight.get(key)?.priority);
      this.#observer.retried();
    }
    return delayMs;
  }

  /** Resets the failures of a key. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** Next key, as soon as there is one; undefined after the queue is closed. The worker must call `done`. */
  async take(): Promise<string | undefined> {
    if (this.#closed) {
      return undefined;
    }
    return this.#handOutNext() ?? new Promise((resolve) => this.#takers.add(resolve));
  }

  /** Finishes a key that was taken. */
  done(key: string): void {
    const current = this.#inFlight.get(key);
    if (current === undefined) {
      return;
    }
    this.#inFlight.delete(key);
    this.#release(splitKey(key).namespace);
    this.#observer.done((performance.now() - current.since) / 1000);
    if (current.again !== undefined) {
      this.add(key, current.again);
    }
    this.#serveTakers();
  }

  /** Closes the queue: waiting workers get undefined, and all keys but those in flight are dropped. */
  close(): void {
    this.#closed = true;
    this.#delays.clear();
    this.#failures.clear();
    this.#ready.clear();
    this.#queues = emptyQueues(this.#full);
    for (let taker = this.#takers.shift(); taker !== undefined; taker = this.#takers.shift()) {
      taker(undefined);
    }
  }

  #enqueue(key: string, priority: Priority): void {
    this.#observer.added();
    this.#ready.set(key, { priority, since: performance.now() });
    this.#queueOf(priority).add(key, priority === 'report');
    this.#serveTakers();
  }

  #queueOf(priority: Priority): FairFifo {
    return this.#queues[priority === 'background' ? 'background' : 'user'];
  }

  /** Hands keys to waiting workers, while there are both. */
  #serveTakers(): void {
    while (this.#takers.size > 0) {
      const key = this.#handOutNext();
      if (key === undefined) {
        return;
      }
      this.#takers.shift()?.(key);
    }
  }

  #handOutNext(): string | undefined {
    const key = this.#next();
    if (key === undefined) {
      return undefined;
    }
    const since = performance.now();
    const { priority, since: dueSince } = this.#ready.get(key) ?? { priority: 'user', since };
    this.#ready.delete(key);
    this.#inFlight.set(key, { priority, since });
    this.#hold(splitKey(key).namespace);
    this.#observer.taken((since - dueSince) / 1000);
    return key;
  }

  #hold(namespace: string): void {
    const held = (this.#held.get(namespace) ?? 0) + 1;
    this.#held.set(namespace, held);
    if (held >= this.#share) {
      this.#full.add(namespace);
      for (const queue of Object.values(this.#queues)) {
        queue.pause(namespace);
      }
    }
  }

  #release(namespace: string): void {
    const held = (this.#held.get(namespace) ?? 1) - 1;
    if (held === 0) {
      this.#held.delete(namespace);
    } else {
      this.#held.set(namespace, held);
    }
    this.#full.delete(namespace);
    for (const queue of Object.values(this.#queues)) {
      queue.resume(namespace);
    }
  }

  #next(): string | undefined {
    const { user, background } = this.#queues;
    const aged = this.#passedOver >= USER_SHARE;
    if (background.hasNext && (!user.hasNext || aged)) {
      this.#passedOver = 0;
      return background.shift();
    }
    this.#passedOver = background.hasNext ? this.#passedOver + 1 : 0;
    return user.shift();
  }
}

function emptyQueues(paused: ReadonlySet<string>): Readonly<Record<QueuePriority, FairFifo>> {
  return { user: new FairFifo(paused), background: new FairFifo(paused) };
}
