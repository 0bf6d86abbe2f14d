import { LRUCache } from 'lru-cache';

/** Share of the time for which the slow routes of one namespace may keep the probe waiting. */
const SHARE = 0.2;

/** Milliseconds for which they may at once. */
const BURST_MS = 10_000;

/** Milliseconds after which a route is asked for again at the latest. */
const LONGEST_PAUSE_MS = 60_000;

/** Milliseconds from which a question counts as slow. */
const SLOW_MS = 500;

/** Namespaces that are remembered. */
const MOST = 10_000;

/**
 * Allowance of each namespace for slow questions: the gateway or a component may have worked on one of them for all that
 * time. Routes whose questions are not slow do not wait for those whose are.
 */
export class Allowance {
  /** Times from which on a namespace has its whole allowance again. */
  readonly #wholeAt = new LRUCache<string, number>({ max: MOST });

  /** Milliseconds for which the slow routes of a namespace are not asked for. */
  pauseOf(namespace: string, now: number): number {
    const owed = (this.#wholeAt.get(namespace) ?? now) - now - BURST_MS / SHARE;
    return Math.max(0, owed);
  }

  /** Charges a namespace with the milliseconds of a question; returns whether it was slow. */
  charge(namespace: string, ms: number, now: number): boolean {
    if (ms < SLOW_MS) {
      return false;
    }
    const from = Math.max(this.#wholeAt.get(namespace) ?? now, now);
    const until = Math.min(from + ms / SHARE, now + BURST_MS / SHARE + LONGEST_PAUSE_MS);
    this.#wholeAt.set(namespace, until);
    return true;
  }
}
