import { AppliedObjects, type Contest, RememberedDrafts } from '../../objects/applies.ts';

/** Owner of the listeners, in `metadata.managedFields` of the Gateway. */
export const FIELD_MANAGER = 'stoa-listeners';

/** Object of a listener that another client changes whenever Stoa corrects it. */
export interface ListenerContest extends Contest {
  /** Kind and name of the object: the Gateway, a ListenerSet, or a ReferenceGrant. */
  readonly object: string;
}

/** Memory of the listener controller: its applies, and the listeners that another client changes again and again. */
export class ListenerMemory {
  readonly applies: AppliedObjects;
  #contests: ReadonlyMap<string, ListenerContest> = new Map();

  constructor(now: () => number = Date.now) {
    this.applies = new AppliedObjects(FIELD_MANAGER, now, new RememberedDrafts());
  }

  /** Contest about a listener, by its name. */
  contestOf(listener: string): ListenerContest | undefined {
    return this.#contests.get(listener);
  }

  /** Replaces the contests, by the names of listeners; returns the names of those that begin or end. */
  note(contests: ReadonlyMap<string, ListenerContest>): readonly string[] {
    const before = this.#contests;
    this.#contests = contests;
    return [...new Set([...before.keys(), ...contests.keys()])].filter(
      (name) => before.has(name) !== contests.has(name),
    );
  }
}
