import type { Condition } from '../../api/condition.ts';
import { reasonInfo } from '../../api/reason.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Readiness } from '../status/view.ts';

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
  const conditions = (object.status?.conditions ?? []).filter(({ type }) => !DERIVED.includes(type));
  const ready = readiness.state === 'ready';
  const { means, todo } = adviceFor(readiness.reason);
  const remedy = ready ? conditions.map(remedyOf).find((each) => each !== undefined) : undefined;
  return {
    kind: object.kind as ExplainedKind,
    namespace: object.metadata.namespace ?? '',
    name: object.metadata.name,
    ready,
    reason: readiness.reason,
    means,
    says: readiness.message,
    todo: todo ?? remedy,
    conditions: conditions.map(factOf),
    refersTo,
    events: events.toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-MAX_EVENTS),
  };
}

/** Conditions that summarize others; the headline has them. */
const DERIVED: readonly string[] = ['Ready', 'Reconciling', 'Stalled'];

function factOf(condition: Condition): Fact {
  const { type, status, reason, message } = condition;
  const finding = remedyOf(condition) === undefined ? FINDINGS[status] : 'moving';
  const named = finding === 'bad' || finding === 'moving';
  return { finding, text: named ? `${type}: ${reason}: ${message}` : `${type}: ${message}` };
}

/** Remedy for what a condition remarks although it holds; undefined where there is none. */
function remedyOf({ status, reason }: Condition): string | undefined {
  return status === 'True' && reasonInfo(reason) !== undefined ? adviceFor(reason).todo : undefined;
}

const FINDINGS: Readonly<Record<Condition['status'], Finding>> = {
  True: 'good',
  False: 'bad',
  Unknown: 'off',
};

/** Meaning of a reason in plain text, and the action that resolves it, if there is one. */
interface Advice {
  readonly means: string;
  readonly todo?: string;
}

const OF_ENGINE: Advice = {
  means: 'The gateway engine does not accept the route. The message quotes the engine.',
  todo: 'Look the message up in the documentation of the engine, or check its log.',
};

/** Advice for a reason; for one that Stoa does not set, that it is the engine's. */
export function adviceFor(reason: string): Advice {
  const info = reasonInfo(reason);
  if (info === undefined) {
    return OF_ENGINE;
  }
  const { means, todo } = info;
  return { means: plain(means), ...(todo === undefined ? {} : { todo: plain(todo) }) };
}

function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}
