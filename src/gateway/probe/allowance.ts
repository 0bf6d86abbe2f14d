import { LRUCache } from 'lru-cache';

/** Share of the time for which the rules of one namespace may make the probe wait for answers that do not come. */
const SHARE = 0.05;

/** Milliseconds for which they may at once. */
const BURST_MS = 5_000;

/** Milliseconds after which a namespace is asked for again at the latest. */
const LONGEST_PAUSE_MS = 60_000;

/** Namespaces that are remembered. */
const MOST = 10_000;

/**
 * Allowance of each namespace for questions that the gateway does not answer in time. It may have worked on one of them for
 * all that time, for whatever the rule has it do first.
 */
export class Allowance {
  /** Times from which on a namespace has its whole allowance again. */
  readonly #wholeAt = new LRUCache<string, number>({ max: MOST });

  /** Milliseconds for which a namespace is not asked for. */
  pauseOf(namespace: string, now: number): number {
    const owed = (this.#wholeAt.get(namespace) ?? now) - now - BURST_MS / SHARE;
    return Math.max(0, owed);
  }

  /** Charges a namespace with a wait. */
  charge(namespace: string, ms: number, now: number): void {
    const from = Math.max(this.#wholeAt.get(namespace) ?? now, now);
    const until = Math.min(from + ms / SHARE, now + BURST_MS / SHARE + LONGEST_PAUSE_MS);
    this.#wholeAt.set(namespace, until);
  }
}
