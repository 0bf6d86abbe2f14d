import { AppliedObjects, type Contest, RememberedDrafts } from '../../objects/applies.ts';
import type { SecretName } from '../secrets/name.ts';

/** Owner of the listeners, in `metadata.managedFields` of the Gateway. */
export const FIELD_MANAGER = 'stoa-listeners';

/** Object of a listener that another client changes whenever Stoa corrects it. */
export interface ListenerContest extends Contest {
  /** Kind and name of the object: the Gateway, a ListenerSet, or a ReferenceGrant. */
  readonly object: string;
}

/**
 * Milliseconds in which a namespace gets no other certificate presented, and the same not again, once one that is presented
 * has got a name of another team: clients of that team are given each of these until the engine has let it go.
 */
const HOLD_MS = 300_000;

/** Hold on the certificates of a namespace. */
interface Hold {
  /** Its end, by the clock that nobody sets, and as the time of day at its begin says. */
  readonly until: number;
  readonly date: Date;
  readonly secrets: ReadonlySet<string>;
}

/**
 * Memory of the listener controller: its applies, the listeners that another client changes again and again, and the
 * certificates that it had to withdraw.
 */
export class ListenerMemory {
  readonly applies: AppliedObjects;
  #contests: ReadonlyMap<string, ListenerContest> = new Map();

  /** Clock in milliseconds that nobody sets: holds last as long as they should, whatever the time of day. */
  readonly #now: () => number;
  readonly #date: () => Date;
  /** Secrets that were withdrawn, by namespace, and the times until which each gets no others presented. */
  readonly #holds = new Map<string, Hold>();

  constructor(now: () => number = () => performance.now(), date: () => Date = () => new Date()) {
    this.#now = now;
    this.#date = date;
    this.applies = new AppliedObjects(FIELD_MANAGER, now, new RememberedDrafts());
  }

  /** Withdraws certificates that are presented. */
  withdraw(secrets: readonly SecretName[]): void {
    for (const { namespace, name } of secrets) {
      const withdrawn = this.#holdOf(namespace)?.secrets ?? [];
      const until = this.#now() + HOLD_MS;
      const date = new Date(this.#date().getTime() + HOLD_MS);
      this.#holds.set(namespace, { until, date, secrets: new Set([...withdrawn, name]) });
    }
  }

  /** Time until which a certificate is not presented, where one of its namespace was withdrawn: itself, or another one. */
  heldUntil({ namespace, name }: SecretName, isPresented: boolean): Date | undefined {
    const hold = this.#holdOf(namespace);
    return hold === undefined || (isPresented && !hold.secrets.has(name)) ? undefined : hold.date;
  }

  /** Milliseconds until namespaces get other certificates presented again. */
  holdsEndIn(): readonly number[] {
    const ends = [...this.#holds.keys()].flatMap((namespace) => this.#holdOf(namespace)?.until ?? []);
    return ends.map((until) => until - this.#now());
  }

  #holdOf(namespace: string) {
    const hold = this.#holds.get(namespace);
    if (hold !== undefined && hold.until <= this.#now()) {
      this.#holds.delete(namespace);
      return undefined;
    }
    return hold;
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
