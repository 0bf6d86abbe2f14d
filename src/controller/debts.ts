import { splitKey } from '../kube/object.ts';

/** Milliseconds of CPU time from which a reconcile is costly. Normal ones take a tenth of it. */
const COSTLY_MS = 20;

/** Share of the time that a namespace may spend on costly reconciles: one part in this number. */
const SHARE = 4;

/** Milliseconds that a namespace may owe before all of its keys wait. */
const MOST_OWED_MS = 60_000;

/**
 * Debts of namespaces to all others, in CPU time, of one controller: each kind has its own. A namespace owes four times
 * what its costly reconciles take; while it owes much, all of its keys wait. So one with any number of costly objects
 * takes a quarter of the CPU, after the first 15 s.
 */
export class Debts {
  /** Times until which namespaces owe. */
  readonly #until = new Map<string, number>();

  /** Charges the CPU time of a reconcile to the namespace of its key. */
  charge(key: string, cpuMs: number, now: number): void {
    if (cpuMs >= COSTLY_MS) {
      const { namespace } = splitKey(key);
      this.#until.set(namespace, now + this.#owedMs(namespace, now) + SHARE * cpuMs);
    }
  }

  /** Milliseconds that a key must wait; 0 if it may be reconciled. */
  waitMs(key: string, now: number): number {
    return Math.max(this.#owedMs(splitKey(key).namespace, now) - MOST_OWED_MS, 0);
  }

  /** Number of namespaces whose keys wait. */
  waiting(now: number): number {
    return [...this.#until.values()].filter((until) => until - now > MOST_OWED_MS).length;
  }

  #owedMs(namespace: string, now: number): number {
    const owed = (this.#until.get(namespace) ?? 0) - now;
    if (owed <= 0) {
      this.#until.delete(namespace);
    }
    return Math.max(owed, 0);
  }
}
