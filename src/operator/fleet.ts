import { type Condition, conditionOf } from '../api/condition.ts';
import { reasonInfo } from '../api/reason.ts';
import { CONDITION_TYPES } from '../api/reasons/info.ts';
import type { LiveMetric } from '../controller/livemetrics.ts';
import type { KubeObject } from '../kube/object.ts';

/** An object with conditions. */
interface Conditioned extends KubeObject {
  readonly status?: { readonly conditions?: readonly Condition[] | undefined };
}

/** Kind whose conditions are observed. */
interface ObservedKind {
  readonly kind: string;
  readonly store: { list(): readonly Conditioned[] };
}

type ConditionLabel = 'kind' | 'condition' | 'status' | 'reason';

/** Label of the reasons that are none of Stoa's, such as those of engines: teams must not choose labels. */
const OTHER = 'Other';

/** Label of the reason of objects whose Ready is not set yet. */
const NOT_RECONCILED = 'NotReconciled';

/** Number of objects per kind, by condition, status and reason. */
export const OBJECT_CONDITIONS: LiveMetric<ConditionLabel, readonly ObservedKind[]> = {
  name: 'stoa_object_conditions',
  help: 'Number of objects per kind with a condition, by its status and reason; reasons that docs/reasons.md does not list are Other.',
  labelNames: ['kind', 'condition', 'status', 'reason'],
  valuesOf: (kinds) => kinds.flatMap(countsOf),
};

function countsOf({ kind, store }: ObservedKind) {
  const counts = new Map<string, { readonly labels: Record<ConditionLabel, string>; value: number }>();
  for (const object of store.list()) {
    for (const { type: condition, status, reason } of countedConditions(object)) {
      const key = `${condition} ${status} ${reason}`;
      const count = counts.get(key) ?? { labels: { kind, condition, status, reason }, value: 0 };
      count.value += 1;
      counts.set(key, count);
    }
  }
  return [...counts.values()];
}

/** Conditions of an object as they are counted: those that Stoa knows, and Ready in any case. */
function countedConditions({ status }: Conditioned): Pick<Condition, 'type' | 'status' | 'reason'>[] {
  return CONDITION_TYPES.flatMap((type) => {
    const condition = conditionOf(status, type);
    if (condition === undefined) {
      return type === 'Ready' ? [{ type, status: 'Unknown', reason: NOT_RECONCILED }] : [];
    }
    return [{ type, status: condition.status, reason: reasonLabel(condition) }];
  });
}

/** Time for which an object has not been ready, at most, per kind and reason. */
export const LONGEST_NOT_READY: LiveMetric<'kind' | 'reason', readonly ObservedKind[]> = {
  name: 'stoa_longest_not_ready_seconds',
  help: 'Seconds since the object of a kind and reason that has not been ready for the longest time lost Ready; 0 without reason if all are ready.',
  labelNames: ['kind', 'reason'],
  valuesOf: (kinds) => {
    const now = Date.now();
    return kinds.flatMap(({ kind, store }) => {
      const longest = longestNotReady(store.list(), now);
      return longest.size === 0
        ? [{ labels: { kind }, value: 0 }]
        : [...longest].map(([reason, value]) => ({ labels: { kind, reason }, value }));
    });
  },
};

/** Seconds by reason. */
function longestNotReady(objects: readonly Conditioned[], now: number): ReadonlyMap<string, number> {
  const longest = new Map<string, number>();
  for (const { status, metadata } of objects) {
    const ready = conditionOf(status, 'Ready');
    if (ready?.status !== 'True') {
      const reason = ready === undefined ? NOT_RECONCILED : reasonLabel(ready);
      const since = Date.parse(ready?.lastTransitionTime ?? metadata.creationTimestamp ?? '');
      // A time that cannot be read, or lies in the future, counts as the present.
      longest.set(reason, Math.max(longest.get(reason) ?? 0, (now - since) / 1000 || 0));
    }
  }
  return longest;
}

function reasonLabel({ reason }: Pick<Condition, 'reason'>): string {
  return reasonInfo(reason) === undefined ? OTHER : reason;
}
