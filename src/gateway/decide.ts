import { isDeepStrictEqual } from 'node:util';
import { conditionsFrom, type Verdict } from '../api/condition.ts';
import { boundedRuleStatus, type GatewayRuleStatus } from '../api/gatewayrule.ts';
import { REASONS } from '../api/reason.ts';
import type { Bounded } from '../base/bounded.ts';
import { present } from '../base/fields.ts';
import { transportTo } from '../component/backend.ts';
import type { Exposure } from '../component/exposure.ts';
import { turningPoints } from '../content/certificateflaws.ts';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import type { Rendered } from '../engines/object.ts';
import type { Claim } from '../names/claim.ts';
import type { NameDecision } from '../names/gate.ts';
import type { AppliedObjects } from '../objects/applies.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { nameOfRule } from '../rule/claim.ts';
import { type EffectiveRule, parseRule } from '../rule/effective.ts';
import { groupsOfRule } from './indexes.ts';
import type { Observed } from './observed.ts';
import { contestsOf, isSame, isSettled, type Stored } from './owned.ts';
import { type Plan, plansOf } from './plan/plan.ts';
import type { SecretName } from './secrets/name.ts';
import { entryOf } from './status/entry.ts';
import { verdictsOn } from './status/verdicts.ts';
import { type HostTls, withdrawnSecret } from './tls.ts';

/** Longest wait for a time that is ahead: setTimeout overflows after 24 days, and clocks jump. */
const DAY_MS = 86_400_000;

/** Longest wait of a rule that is not ready for an event that makes it so. */
const WAIT_MS = 300_000;

/** One change to the cluster. */
export type Action =
  | { readonly type: 'apply'; readonly wanted: Rendered }
  /** Applies an object that stood and has gone, if all of its rules still exist. */
  | { readonly type: 'restore'; readonly wanted: Rendered; readonly rules: readonly GatewayRule[] }
  | { readonly type: 'delete'; readonly stored: Stored };

/** Decision on one rule. */
export interface RuleDecision {
  /** Claims that are granted their names, and stand from now on. */
  readonly granted: readonly Claim[];
  readonly actions: readonly Action[];
  /** Certificates that are presented, and have names of other teams. */
  readonly withdrawn: readonly SecretName[];
  /** The rule's new status; missing where the stored one is the same. */
  readonly status?: Bounded<GatewayRuleStatus>;
  readonly outcome: Outcome;
}

/**
 * Decides on one rule: what to write, what to report. Pure: the same input gives the same decision. `rejection`
 * is the message with which the API server rejected the decision before.
 */
export function decide(observed: Observed, now: Date, rejection?: string): RuleDecision {
  const plans = plansOf(observed.groups, observed.gateway);
  const { rule, granted } = observed;
  const all = plans.flatMap((plan) => actionsOf(plan, rule !== undefined, observed.gateway.applies));
  const actions = inOrder(all);
  const withdrawn = plans.flatMap(({ group }) => (group.type === 'path' ? withdrawnSecret(group.tls) : []));
  if (rule === undefined) {
    return { granted, actions, withdrawn, outcome: SETTLED };
  }
  const verdicts = verdictsOn(rule, observed, plans, { now, rejection });
  const status = statusOf(rule, observed, { verdicts, plans }, now);
  return {
    granted,
    actions,
    withdrawn,
    ...(isDeepStrictEqual(status, rule.status) ? {} : { status }),
    outcome: outcomeOf(
      verdicts,
      observed.name,
      againIn(
        [
          ...certificateTimes(plans),
          ...authorityTimes(plans),
          ...timesOf(observed.name),
          ...correctionsOf(plans, observed, now),
        ],
        now,
      ),
    ),
  };
}

/** Actions in their order: a port has the policy by which it is reached as long as a route may lead there. */
function inOrder(actions: readonly Action[]): readonly Action[] {
  const isOnPolicy = (action: Action) => kindOf(action) === 'BackendTLSPolicy';
  const isFirst = (action: Action) => isOnPolicy(action) && action.type !== 'delete';
  const isLast = (action: Action) => isOnPolicy(action) && action.type === 'delete';
  return [
    ...actions.filter(isFirst),
    ...actions.filter((action) => !isOnPolicy(action)),
    ...actions.filter(isLast),
  ];
}

function kindOf(action: Action): string {
  return (action.type === 'delete' ? action.stored : action.wanted).resource.kind;
}

/**
 * The actions that a plan takes; objects that others refer to come first, deletions last. An object that no rule
 * wants any more is deleted only while a rule lives that has, or had, a part in it: when the last one is gone, the
 * garbage collector removes what it owned, by uid, whatever our caches have missed.
 */
function actionsOf(
  { group, wanted, contributors }: Plan,
  ruleLives: boolean,
  applies: AppliedObjects,
): Action[] {
  const writes = wanted.flatMap((each): Action[] => {
    const { object: stored, heldBy } = group.stored.find((one) => isSame(each, one)) ?? {};
    if (heldBy !== undefined || isSettled(each, stored, applies)) {
      return [];
    }
    const stood = contributors.some(({ status }) => status?.routeName === group.name);
    return stored === undefined && stood
      ? [{ type: 'restore', wanted: each, rules: contributors }]
      : [{ type: 'apply', wanted: each }];
  });
  const surplus = group.stored.filter(
    (one) => one.heldBy === undefined && !wanted.some((each) => isSame(each, one)),
  );
  const deletes = ruleLives || contributors.length > 0 ? surplus : [];
  return [...writes, ...deletes.map((stored): Action => ({ type: 'delete', stored }))];
}

function statusOf(
  rule: GatewayRule,
  observed: Observed,
  { verdicts, plans }: { readonly verdicts: readonly Verdict[]; readonly plans: readonly Plan[] },
  now: Date,
): Bounded<GatewayRuleStatus> {
  const generation = rule.metadata.generation ?? 1;
  const [group] = groupsOfRule(rule);
  const reading = parseRule(rule);
  const isAccepted = verdicts.some(({ type, status }) => type === 'Accepted' && status === 'True');
  const name = isAccepted ? nameOfRule(rule) : undefined;
  return boundedRuleStatus({
    observedGeneration: generation,
    ...(name === undefined ? {} : { name, ...certificateNamesOf(rule, plans) }),
    ...(reading.type === 'valid' ? entryOf(reading.rule, observed, plans) : {}),
    ...(isHeld(rule, verdicts) ? heldStatus(rule) : {}),
    ...present({
      appId: observed.appId,
      protocol: reading.type === 'valid' ? protocolOn(reading.rule, observed.component) : undefined,
      routeName: group?.name,
    }),
    conditions: conditionsFrom(verdicts, rule.status?.conditions ?? [], generation, now),
  });
}

/** Whether what was made for a rule stays, since it cannot be read: nothing else is in its way. */
function isHeld(rule: GatewayRule, verdicts: readonly Verdict[]): boolean {
  const held: readonly string[] = [REASONS.unknownFields, REASONS.invalid];
  return (
    rule.status?.name !== undefined &&
    verdicts.some(({ type, reason }) => type === 'Accepted' && held.includes(reason))
  );
}

/** Part of the status of a rule by which it keeps the name, the certificate and the route that it has. */
function heldStatus({ status = {} }: GatewayRule): GatewayRuleStatus {
  const { name, certificateNames, certificate, appId, protocol, scheme, url, requests, routeName } = status;
  return present({
    name,
    certificateNames,
    certificate,
    appId,
    protocol,
    scheme,
    url,
    requests,
    routeName,
  });
}

/** Protocol that a status reports. */
function protocolOn(rule: EffectiveRule, component: Exposure): GatewayRuleStatus['protocol'] {
  if (rule.protocol !== 'tcp') {
    return rule.protocol;
  }
  return transportTo(rule, component) === 'UDP' ? 'udp' : 'tcp';
}

/** Names that the certificate of a rule keeps from other teams, where it is the rule that chose it. */
function certificateNamesOf(
  { metadata }: GatewayRule,
  plans: readonly Plan[],
): Pick<GatewayRuleStatus, 'certificateNames'> {
  const certificateNames = plans.flatMap(({ group }) =>
    group.type === 'path' && group.tls.type === 'usable' && group.tls.chosenBy.metadata.uid === metadata.uid
      ? group.tls.reserved
      : [],
  );
  return certificateNames.length === 0 ? {} : { certificateNames };
}

/** Times at which certificates begin, are about to end, and end, or may be presented again: no event tells of them. */
function certificateTimes(plans: readonly Plan[]): Date[] {
  return plans.flatMap(({ group }) => (group.type === 'path' ? timesOfTls(group.tls) : []));
}

/** Times at which the authorities of components begin and end to be valid: no event tells of them, either. */
function authorityTimes(plans: readonly Plan[]): Date[] {
  return plans
    .flatMap((plan) => (plan.type === 'path' ? [...plan.stated.values()] : []))
    .flatMap(({ authorities }) => (authorities?.type === 'usable' ? authorities.validities : []))
    .flatMap(({ starts, expires }) => [starts, expires]);
}

function timesOfTls(tls: HostTls): readonly Date[] {
  switch (tls.type) {
    case 'usable':
      return turningPoints(tls.certificate);
    case 'unusable':
      return tls.until === undefined ? [] : [tls.until];
    default:
      return [];
  }
}

/** Times of the next corrections of objects that another client changes again and again. */
function correctionsOf(plans: readonly Plan[], { gateway }: Observed, now: Date): Date[] {
  return plans
    .flatMap(({ wanted, group }) => contestsOf(wanted, group.stored, gateway.applies))
    .map(({ againInMs }) => new Date(now.getTime() + againInMs));
}

/** Times at which the decision on a name changes without an event. */
function timesOf(name: NameDecision | undefined): Date[] {
  if (name?.type === 'granted-until') {
    return [name.until];
  }
  return name?.type === 'refused' && name.refusal.type === 'kept' ? [name.refusal.release.until] : [];
}

/** Milliseconds until the first of some times that are ahead. */
function againIn(times: readonly Date[], now: Date): number | undefined {
  const ahead = times.map((time) => time.getTime() - now.getTime()).filter((ms) => ms > 0);
  return ahead.length === 0 ? undefined : Math.min(...ahead, DAY_MS);
}

function outcomeOf(
  verdicts: readonly Verdict[],
  name: NameDecision | undefined,
  againInMs: number | undefined,
): Outcome {
  const accepted = verdicts.find(({ type }) => type === 'Accepted');
  const ready = verdicts.find(({ type }) => type === 'Ready');
  if (accepted?.status === 'False') {
    const { reason } = accepted;
    // What stands in the way of a name is often not the rule's to change.
    return name?.type === 'refused'
      ? { type: 'waiting', reason, atMostMs: Math.min(againInMs ?? WAIT_MS, WAIT_MS) }
      : { type: 'stalled', reason };
  }
  return ready?.status === 'True' || ready === undefined
    ? { ...SETTLED, ...present({ againInMs }) }
    : { type: 'waiting', reason: ready.reason, atMostMs: Math.min(againInMs ?? WAIT_MS, WAIT_MS) };
}
