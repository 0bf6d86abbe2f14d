import { adviceFor, remarkRemedy } from '../../api/advice.ts';
import { type Condition, DERIVED_CONDITIONS } from '../../api/condition.ts';
import type { KubeObject } from '../../kube/object.ts';
import { type Readiness, remedyFor } from '../../objects/readiness.ts';

/** Kind that `why` explains. */
export type ExplainedKind = 'GatewayRule' | 'MarketInstall' | 'Application';

/** Verdict on one thing that an object depends on. */
type Finding = 'good' | 'moving' | 'off' | 'bad';

/** A finding in words. */
export interface Fact {
  readonly finding: Finding;
  readonly text: string;
}

/** An Event that regards the object. */
export interface RegardingEvent {
  /** RFC 3339. */
  readonly at: string;
  readonly type: string;
  readonly reason: string;
  readonly note: string;
}

/** Explanation of the state of an object; also the form of `-o json`. */
export interface Explanation {
  readonly kind: ExplainedKind;
  readonly namespace: string;
  readonly name: string;
  readonly ready: boolean;
  readonly reason: string;
  /** Meaning of the reason. */
  readonly means: string;
  /** Message of the object itself. */
  readonly says: string;
  /** Remedy, where there is one. */
  readonly todo: string | undefined;
  /** Conditions that Ready follows from. */
  readonly conditions: readonly Fact[];
  /** Objects that it refers to or consists of. */
  readonly refersTo: readonly Fact[];
  /** The most recent ones, the newest last. */
  readonly events: readonly RegardingEvent[];
}

/** An object that reports conditions. */
export interface Reporting extends KubeObject {
  readonly status?: { readonly conditions?: readonly Condition[] | undefined };
}

/** Largest number of Events in an explanation. */
const MAX_EVENTS = 5;

/** Explanation of an object from its readiness, its references and its Events. Pure. */
export function explanationOf(
  object: Reporting,
  readiness: Readiness,
  refersTo: readonly Fact[],
  events: readonly RegardingEvent[],
): Explanation {
  const conditions = (object.status?.conditions ?? []).filter(
    ({ type }) => !DERIVED_CONDITIONS.includes(type),
  );
  const ready = readiness.state === 'ready';
  return {
    kind: object.kind as ExplainedKind,
    namespace: object.metadata.namespace ?? '',
    name: object.metadata.name,
    ready,
    reason: readiness.reason,
    means: adviceFor(readiness.reason).means,
    says: readiness.message,
    todo: remedyFor(readiness, conditions),
    conditions: conditions.map(factOf),
    refersTo,
    events: events.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-MAX_EVENTS),
  };
}

function factOf(condition: Condition): Fact {
  const { type, status, reason, message } = condition;
  const finding = remarkRemedy(condition) === undefined ? FINDINGS[status] : 'moving';
  const named = finding === 'bad' || finding === 'moving';
  return { finding, text: named ? `${type}: ${reason}: ${message}` : `${type}: ${message}` };
}

const FINDINGS: Readonly<Record<Condition['status'], Finding>> = {
  True: 'good',
  False: 'bad',
  Unknown: 'off',
};
