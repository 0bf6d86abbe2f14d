import { isDeepStrictEqual } from 'node:util';
import { conditionsFrom, type Verdict } from '../api/condition.ts';
import type { GatewayRuleStatus } from '../api/gatewayrule.ts';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { parseRule } from '../rule/effective.ts';
import type { Rendered } from './dialects/dialect.ts';
import { routesOfRule } from './name.ts';
import type { Observed } from './observed.ts';
import { isApplied, isSame, type Stored } from './owned.ts';
import { type Plan, planOf } from './plan/plan.ts';
import { verdictsOn } from './status/verdicts.ts';

/** Timers know no more than some weeks, and clocks are set. */
const DAY_MS = 86_400_000;

/** One change to the cluster. */
export type Action =
  | { readonly type: 'apply'; readonly wanted: Rendered }
  /** The object stood and is gone: made again if all of its rules still exist. */
  | { readonly type: 'restore'; readonly wanted: Rendered; readonly rules: readonly GatewayRule[] }
  | { readonly type: 'delete'; readonly stored: Stored };

/** What is to be done for one rule. */
export interface Decision {
  readonly actions: readonly Action[];
  /** The rule's new status; missing where the stored one says the same. */
  readonly status?: GatewayRuleStatus;
  readonly outcome: Outcome;
}

/**
 * Decides on one rule: what to write, what to report. Pure: the same input gives the same answer. `rejection`
 * is what the API server said where it did not take what was decided before.
 */
export function decide(observed: Observed, now: Date, rejection?: string): Decision {
  const plans = observed.routes.map((view) => planOf(view, observed.gateway));
  const { rule } = observed;
  const actions = plans.flatMap((plan) => actionsOf(plan, rule !== undefined));
  if (rule === undefined) {
    return { actions, outcome: SETTLED };
  }
  const verdicts = verdictsOn(rule, observed, plans, { now, rejection });
  const status = statusOf(rule, verdicts, now);
  return {
    actions,
    ...(isDeepStrictEqual(status, rule.status) ? {} : { status }),
    outcome: outcomeOf(verdicts, nextExpiryMs(plans, now)),
  };
}

/**
 * What a route needs; what others refer to comes first, deletions last. What nobody wants any more is
 * deleted only while a rule lives that has, or had, a part in it: when the last one is gone, the garbage
 * collector removes what it owned, by uid, whatever our caches have missed.
 */
function actionsOf({ view, wanted, contributors }: Plan, ruleLives: boolean): Action[] {
  const writes = wanted.flatMap((each): Action[] => {
    const stored = view.stored.find((one) => isSame(each, one))?.object;
    if (isApplied(each, stored)) {
      return [];
    }
    const stood = contributors.some(({ status }) => status?.routeName === view.name);
    return stored === undefined && stood
      ? [{ type: 'restore', wanted: each, rules: contributors }]
      : [{ type: 'apply', wanted: each }];
  });
  const surplus = view.stored.filter((one) => !wanted.some((each) => isSame(each, one)));
  const deletes = ruleLives || contributors.length > 0 ? surplus : [];
  return [...writes, ...deletes.map((stored): Action => ({ type: 'delete', stored }))];
}

function statusOf(rule: GatewayRule, verdicts: readonly Verdict[], now: Date): GatewayRuleStatus {
  const generation = rule.metadata.generation ?? 1;
  const parsed = parseRule(rule);
  const [routeName] = parsed.type === 'valid' ? routesOfRule(parsed.rule) : [];
  return {
    observedGeneration: generation,
    ...(routeName === undefined ? {} : { routeName }),
    conditions: conditionsFrom(verdicts, rule.status?.conditions ?? [], generation, now),
  };
}

/** Milliseconds until a certificate ends that is good now: no event tells of that. */
function nextExpiryMs(plans: readonly Plan[], now: Date): number | undefined {
  const left = plans.flatMap(({ view }) =>
    view.type === 'path' && view.tls.type === 'usable' ? view.tls.expires.getTime() - now.getTime() : [],
  );
  const ahead = left.filter((ms) => ms > 0);
  return ahead.length === 0 ? undefined : Math.min(...ahead, DAY_MS);
}

function outcomeOf(verdicts: readonly Verdict[], againInMs: number | undefined): Outcome {
  const accepted = verdicts.find(({ type }) => type === 'Accepted');
  const ready = verdicts.find(({ type }) => type === 'Ready');
  if (accepted?.status === 'False') {
    return { type: 'stalled', reason: accepted.reason };
  }
  return ready?.status === 'True' || ready === undefined
    ? { ...SETTLED, ...(againInMs === undefined ? {} : { againInMs }) }
    : { type: 'waiting', reason: ready.reason, atMostMs: 300_000 };
}
