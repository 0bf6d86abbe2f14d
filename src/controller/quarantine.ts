import { splitKey } from '../kube/object.ts';

/** Milliseconds of CPU time for one decision. */
const FULL_MS = 1_000;

/** The same in a namespace that owes time. Normal objects take a hundredth of it. */
const SMALL_MS = 200;

/** Delay of the first retry of a key in quarantine; it doubles up to the longest. */
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 3_600_000;

/** Share of the time that a namespace may spend on work that exceeds its budget: one part in this number. */
const SHARE = 20;

/** Milliseconds of CPU time of a reconcile that count as costly. */
const COSTLY_MS = 50;

/** Share of the time that a namespace may spend on costly reconciles within their budgets. */
const COSTLY_SHARE = 4;

/** Milliseconds that a namespace may owe before all of its keys wait. */
const MOST_OWED_MS = 60_000;

/** Key in quarantine. */
interface Offence {
  /** Version of the object that exceeded the budget; another one is tried at once. */
  readonly version: string | undefined;
  readonly times: number;
  readonly until: number;
  /** Whether the object's status says so. */
  reported: boolean;
}

/**
 * Quarantine of the keys of a controller whose reconciles exceeded their budget of CPU time. Each waits at growing
 * intervals, or until its version changes.
 *
 * A namespace owes twenty times the CPU time that its keys used up in vain. While it owes, its keys have a small
 * budget; while it owes much, all of them wait. So a namespace with any number of such objects, new or edited, takes a
 * twentieth of the CPU. One with many costly objects that keep to their budgets takes a quarter, after the first 15 s.
 */
export class Quarantine {
  readonly #offences = new Map<string, Offence>();
  /** Times until which namespaces owe for what exceeded its budget, and for what was costly. */
  readonly #debts = new Map<string, number>();
  readonly #costs = new Map<string, number>();

  /** Number of keys in quarantine. */
  get size(): number {
    return this.#offences.size;
  }

  /** Milliseconds that a key must wait; 0 if it may be reconciled. */
  waitMs(key: string, version: string | undefined, now: number): number {
    const offence = this.#offences.get(key);
    const own = offence?.version === version ? (offence?.until ?? 0) - now : 0;
    const owed = Math.max(owedMs(this.#debts, key, now), owedMs(this.#costs, key, now));
    return Math.max(own, owed - MOST_OWED_MS, 0);
  }

  /** Milliseconds of CPU time for a reconcile of a key. */
  budgetMs(key: string, now: number): number {
    return owedMs(this.#debts, key, now) > 0 ? SMALL_MS : FULL_MS;
  }

  /** Puts a key into quarantine, or extends its stay. */
  exceeded(key: string, version: string | undefined, cpuMs: number, now: number): void {
    const before = this.#offences.get(key);
    const times = before?.version === version ? (before?.times ?? 0) + 1 : 1;
    const delayMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(times - 1, 30));
    this.#offences.set(key, { version, times, until: now + delayMs, reported: false });
    charge(this.#debts, key, SHARE * cpuMs, now);
  }

  /** Counts the CPU time of a reconcile that kept to its budget. */
  spent(key: string, cpuMs: number, now: number): void {
    if (cpuMs >= COSTLY_MS) {
      charge(this.#costs, key, COSTLY_SHARE * cpuMs, now);
    }
  }

  /** Whether a key is in quarantine and its object's status does not say so yet. */
  isUnreported(key: string): boolean {
    return this.#offences.get(key)?.reported === false;
  }

  /** Notes that the status of the object says that it is in quarantine. */
  reported(key: string): void {
    const offence = this.#offences.get(key);
    if (offence !== undefined) {
      offence.reported = true;
    }
  }

  /** Releases a key whose reconcile kept to its budget. */
  release(key: string): void {
    this.#offences.delete(key);
  }
}

/** Milliseconds that the namespace of a key owes. */
function owedMs(debts: Map<string, number>, key: string, now: number): number {
  const { namespace } = splitKey(key);
  const owed = (debts.get(namespace) ?? 0) - now;
  if (owed <= 0) {
    debts.delete(namespace);
  }
  return Math.max(owed, 0);
}

function charge(debts: Map<string, number>, key: string, ms: number, now: number): void {
  debts.set(splitKey(key).namespace, now + owedMs(debts, key, now) + ms);
}
