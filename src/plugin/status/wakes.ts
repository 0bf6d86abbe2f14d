import { pause, waitAtMost } from '../../base/pause.ts';

/** Times (ms) between two pictures. */
interface Periods {
  /** At least: changes within it are one. */
  readonly togetherMs: number;
  /** At most, where nothing tells of changes. */
  readonly oftenMs: number;
  /** At most, where a stream tells of changes: figures change by themselves. */
  readonly rareMs: number;
}

const PERIODS: Periods = { togetherMs: 500, oftenMs: 2_000, rareMs: 10_000 };

/** Reasons for another picture: a change, or time that has passed. */
export class Wakes {
  readonly #periods: Periods;
  #changed = Promise.withResolvers<void>();
  #isTold = false;
  /** Whether time alone was the last reason. */
  #isCalm = true;

  constructor(periods = PERIODS) {
    this.#periods = periods;
  }

  /** Tells of a change. */
  changed(): void {
    this.#changed.resolve();
  }

  /** Says whether changes are told from now on; where they are no longer, some may have been missed. */
  tell(isTold: boolean): void {
    if (this.#isTold && !isTold) {
      this.changed();
    }
    this.#isTold = isTold;
  }

  /**
   * Waits for the next reason, or until `stop` aborts. A change is followed by one more picture soon after: the status
   * of an install may come after that of its application, and is not told.
   */
  async next(stop: AbortSignal): Promise<void> {
    const { togetherMs, oftenMs, rareMs } = this.#periods;
    await pause(togetherMs, stop);
    const periodMs = this.#isTold && this.#isCalm ? rareMs : oftenMs;
    const end = await waitAtMost(periodMs - togetherMs, this.#changed.promise, stop);
    this.#isCalm = end === 'late';
    this.#changed = Promise.withResolvers();
  }
}
