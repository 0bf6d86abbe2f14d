import { describe, it } from 'vitest';

/** An attempt of somebody hostile, and the loot that it must not have. */
export interface Attack {
  /** The loot, as a sentence in the negative: the name of the test. */
  readonly mustNotHappen: string;
  readonly who: 'team' | 'model' | 'caller' | 'stranger' | 'stolen token' | 'accident';
  /** Rights with which it is tried. */
  readonly rights: string;
  /** The attempt itself. */
  readonly does: string;
  /** Performs the attempt; fails where it succeeds, and where a rightful use of the same thing fails. */
  readonly run: () => Promise<void>;
}

/** Attempts of the same actor with the same rights. */
export type AttemptsOf = Omit<Attack, 'who' | 'rights'>;

/** Attacks of one actor with one set of rights. */
export function by(who: Attack['who'], rights: string, attempts: readonly AttemptsOf[]): readonly Attack[] {
  return attempts.map((attempt) => ({ who, rights, ...attempt }));
}

/** Registers the attacks on one promise of Stoa's as tests, which run at the same time. */
export function attacks(hole: string, table: readonly Attack[]): void {
  describe(hole, () => {
    for (const { mustNotHappen, who, rights, does, run } of table) {
      it.concurrent(`${mustNotHappen} (${who} with ${rights} ${does})`, run);
    }
  });
}
