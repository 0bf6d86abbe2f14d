import type { Condition } from '../../api/condition.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { ExplainedKind } from '../options.ts';
import type { Readiness } from '../status/view.ts';
import { adviceFor } from './advice.ts';

/** How something is that was looked at. */
export type Finding = 'good' | 'moving' | 'off' | 'bad';

/** One thing that was looked at, in words. */
export interface Fact {
  readonly finding: Finding;
  readonly text: string;
}

/** An Event of the object. */
export interface Told {
  /** RFC 3339. */
  readonly at: string;
  readonly type: string;
  readonly reason: string;
  readonly note: string;
}

/** Why an object is as it is; the form of `-o json` too. */
export interface Explanation {
  readonly kind: ExplainedKind;
  readonly namespace: string;
  readonly name: string;
  readonly ready: boolean;
  readonly reason: string;
  /** What the reason means, what the object itself says, and what to do; the last only where there is something. */
  readonly means: string;
  readonly says: string;
  readonly todo: string | undefined;
  /** The object's conditions on its way to Ready. */
  readonly conditions: readonly Fact[];
  /** What it refers to or is made of. */
  readonly refersTo: readonly Fact[];
  /** The newest, the newest last. */
  readonly events: readonly Told[];
}

/** An object that reports conditions. */
export interface Reporting extends KubeObject {
  readonly status?: { readonly conditions?: readonly Condition[] | undefined };
}

/** Events that are shown. */
const MAX_EVENTS = 5;

/** Puts together what is known of an object. Pure. */
export function explanationOf(
  object: Reporting,
  readiness: Readiness,
  refersTo: readonly Fact[],
  events: readonly Told[],
): Explanation {
  const { means, todo } = adviceFor(readiness.reason);
  return {
    kind: object.kind as ExplainedKind,
    namespace: object.metadata.namespace ?? '',
    name: object.metadata.name,
    ready: readiness.state === 'ready',
    reason: readiness.reason,
    means,
    says: readiness.message,
    todo,
    conditions: (object.status?.conditions ?? []).filter(({ type }) => !DERIVED.includes(type)).map(factOf),
    refersTo,
    events: events.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-MAX_EVENTS),
  };
}

/** What follows from other conditions, and is said by the headline. */
const DERIVED: readonly string[] = ['Ready', 'Reconciling', 'Stalled'];

function factOf({ type, status, reason, message }: Condition): Fact {
  const finding = FINDINGS[status];
  return { finding, text: finding === 'bad' ? `${type}: ${reason}: ${message}` : `${type}: ${message}` };
}

const FINDINGS: Readonly<Record<Condition['status'], Finding>> = {
  True: 'good',
  False: 'bad',
  Unknown: 'off',
};
