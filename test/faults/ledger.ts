import { type Call, classOf } from './call.ts';
import { type CallFault, type EventFault, faultOfCall, faultOfEvent, type Strike } from './plan.ts';
import type { Traffic } from './traffic.ts';

/** Effect of a call on the stored object. */
export type Effect = 'created' | 'updated' | 'unchanged' | 'deleted' | 'none';

/** One call of an operator, in the order of arrival. */
export interface Entry {
  readonly call: Call;
  readonly class: string;
  /** Milliseconds on the process's monotonic clock. */
  readonly at: number;
  readonly effect: Effect;
  /** Name of the object; empty if neither call nor response has it. */
  readonly name: string;
  /** Uids of the owners that a write set. */
  readonly owners: readonly string[];
}

/** Target of a plan's strike. */
export type Hit =
  /** A list or watch that the operator has to repeat, after so many of that resource. */
  | { readonly type: 'broken-read'; readonly resource: string; readonly reads: number }
  /** A target whose end is visible by itself, such as a call of a reconcile. */
  | { readonly type: 'other' };

/** Counter of the operators' calls and events in one plan; it determines the target of the plan's strike. */
export class Ledger {
  readonly entries: Entry[] = [];
  readonly #calls = new Map<string, number>();
  readonly #events = new Map<string, number>();
  readonly #strike: Strike | undefined;
  #hit: Hit | undefined;
  /** Number of faults in progress: calls and events that are being held back. */
  lasting = 0;

  constructor(strike?: Strike) {
    this.#strike = strike;
  }

  /** Whether the strike has a write rejected, after which an install withdraws what it has created. */
  get rejects(): boolean {
    return this.#strike?.at === 'call' && this.#strike.fault === 'forbid';
  }

  /** The first hit, if any. */
  get hit(): Hit | undefined {
    return this.#hit;
  }

  get traffic(): Traffic {
    return { calls: this.#calls, events: this.#events };
  }

  /** Counts a call; returns its fault. */
  called(call: Call): CallFault | undefined {
    const ordinal = count(this.#calls, classOf(call));
    const fault = faultOfCall(this.#strike, call, ordinal);
    const fails = fault?.type === 'answer' || fault?.type === 'drop' || fault?.type === 'hang';
    if (fault !== undefined) {
      this.#hit ??= fails ? this.#failed(call) : { type: 'other' };
    }
    return fault;
  }

  /** Counts a watch event; returns its fault. */
  event(resource: string): EventFault | undefined {
    const fault = faultOfEvent(this.#strike, resource, count(this.#events, resource));
    const breaks = fault?.type === 'cut' || fault?.type === 'expire';
    if (fault !== undefined) {
      this.#hit ??= breaks ? this.#broken(resource) : { type: 'other' };
    }
    return fault;
  }

  /** Records the effect of a forwarded call. */
  done(call: Call, at: number, effect: Effect, answer: Partial<Pick<Entry, 'name' | 'owners'>> = {}): void {
    const { owners = [], name = call.name ?? '' } = answer;
    this.entries.push({ call, class: classOf(call), at, effect, name: call.name ?? name, owners });
  }

  /** Whether the operator has repeated a broken list or watch; true for every other hit. */
  get resumed(): boolean {
    return this.#hit?.type !== 'broken-read' || this.#reads(this.#hit.resource) > this.#hit.reads;
  }

  /** A list of one namespace is a question of a reconcile, which may take another way when it is repeated. */
  #failed({ verb, resource, namespace }: Call): Hit {
    const isOfCache = verb === 'watch' || (verb === 'list' && namespace === undefined);
    return isOfCache ? this.#broken(resource) : { type: 'other' };
  }

  #broken(resource: string): Hit {
    return { type: 'broken-read', resource, reads: this.#reads(resource) };
  }

  #reads(resource: string): number {
    return ['list', 'watch'].reduce((sum, verb) => sum + (this.#calls.get(`${verb}.${resource}`) ?? 0), 0);
  }
}

function count(counts: Map<string, number>, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}
