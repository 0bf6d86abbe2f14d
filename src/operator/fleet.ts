import { type Condition, conditionOf } from '../api/condition.ts';
import { reasonInfo } from '../api/reason.ts';
import { CONDITION_TYPES } from '../api/reasons/info.ts';
import type { LiveMetric } from '../controller/livemetrics.ts';
import { type InstallState, installState } from '../install/state.ts';
import type { KubeObject } from '../kube/object.ts';
import type { MarketInstall } from '../objects/stoa.ts';

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

const TYPES: ReadonlySet<string> = new Set(CONDITION_TYPES);

/** Numbers of objects by condition, then status, then reason. */
type Counts = Map<string, Map<string, Map<string, number>>>;

/** Values of one kind. Each scrape counts tens of thousands of objects, so the loop builds no keys. */
function countsOf({ kind, store }: ObservedKind) {
  const counts: Counts = new Map();
  for (const { status } of store.list()) {
    for (const condition of status?.conditions ?? []) {
      if (TYPES.has(condition.type)) {
        add(counts, condition.type, condition.status, reasonLabel(condition));
      }
    }
    if (conditionOf(status, 'Ready') === undefined) {
      add(counts, 'Ready', 'Unknown', NOT_RECONCILED);
    }
  }
  return [...counts].flatMap(([condition, byStatus]) =>
    [...byStatus].flatMap(([status, byReason]) =>
      [...byReason].map(([reason, value]) => ({ labels: { kind, condition, status, reason }, value })),
    ),
  );
}

function add(counts: Counts, condition: string, status: string, reason: string): void {
  const byReason = mapIn(mapIn(counts, condition), status);
  byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
}

function mapIn<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const known = maps.get(key);
  const map = known ?? new Map<string, V>();
  if (known === undefined) {
    maps.set(key, map);
  }
  return map;
}

/** Number of installs by their state. */
export const INSTALL_STATES: LiveMetric<'state', { list(): readonly MarketInstall[] }> = {
  name: 'stoa_install_states',
  help: 'Number of MarketInstalls in a state between the first request to the store and the removal.',
  labelNames: ['state'],
  valuesOf: (store) => {
    const installs = Map.groupBy(store.list(), (install): InstallState['type'] => installState(install).type);
    return [...installs].map(([state, { length }]) => ({ labels: { state }, value: length }));
  },
};

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
