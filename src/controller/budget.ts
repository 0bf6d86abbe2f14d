import { types } from 'node:util';
import { createContext, Script } from 'node:vm';
import { withinEffort } from '../base/effort.ts';

/** End of work that took more CPU time than its budget. */
export class BudgetExceeded extends Error {
  /** CPU time that it took. */
  readonly cpuMs: number;

  constructor(cpuMs: number) {
    super(`more than ${Math.round(cpuMs)} ms of CPU time`);
    this.cpuMs = cpuMs;
  }
}

/** Length of a reconcile that decides several times, in budgets of one decision. */
const DECISIONS = 5;

/** Number of objects of ordinary size that a decision reads without a watch, which costs a thread each time. */
const FEW = 64;

/** Number of times that work is tried while the machine withholds the CPU. */
const ATTEMPTS = 3;

/**
 * Budget of CPU time for each decision of one reconcile; all of them have five times as much. Work that exceeds it is
 * interrupted wherever it is, a regular expression or a sort included, so that one object never blocks the event loop
 * for longer.
 */
export class Budget {
  readonly #ms: number;
  #usedMs = 0;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** CPU time that the decisions have taken, in milliseconds. */
  get usedMs(): number {
    return this.#usedMs;
  }

  /**
   * Result of a decision on stored objects. One that reads few of ordinary size cannot take long, since schemas bound
   * what is done with each, and needs no watch; the others run as `run` does.
   */
  decide<T>(work: () => T): T {
    const began = cpuMs();
    const small = withinEffort(FEW, work);
    this.#usedMs += cpuMs() - began;
    return small === undefined ? this.run(work) : small.result;
  }

  /**
   * Result of `work`, which must be synchronous and pure: it can end anywhere, without its `finally` blocks, and is
   * run again if the machine was too busy to run it. Throws BudgetExceeded.
   */
  run<T>(work: () => T): T {
    for (let attempt = 1; ; attempt += 1) {
      const began = cpuMs();
      const leftMs = Math.max(Math.min(this.#ms, DECISIONS * this.#ms - this.#usedMs), 1);
      try {
        const result = interruptible(work, leftMs);
        this.#usedMs += cpuMs() - began;
        return result;
      } catch (error) {
        const took = cpuMs() - began;
        this.#usedMs += took;
        // The timer counts the time of the clock: a process that was paused has not used it up.
        if (isTimeout(error) && (took >= leftMs / 2 || attempt === ATTEMPTS)) {
          throw new BudgetExceeded(this.#usedMs);
        }
        if (!isTimeout(error)) {
          throw error;
        }
      }
    }
  }
}

/** Variables of the script; a context of its own keeps them from everybody else. */
const slot: { work: (() => unknown) | undefined } = { work: undefined };
const context = createContext(slot);

/** Script that node:vm can interrupt, with all that it calls. */
const script = new Script('work()');

function interruptible<T>(work: () => T, timeout: number): T {
  const outer = slot.work;
  slot.work = work;
  try {
    return script.runInContext(context, { timeout: Math.ceil(timeout) }) as T;
  } finally {
    slot.work = outer;
  }
}

function isTimeout(error: unknown): boolean {
  // The error is of the script's context, whose Error is another.
  return types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** CPU time of this thread, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
