import type { Verdict } from '../../api/condition.ts';
import type { InventoryItem } from '../../api/marketinstall.ts';
import { recordOf } from '../../api/overrides.ts';
import { POWERS_FORM } from '../../api/powers.ts';
import { type InstallReason, REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import { firstFew } from '../../base/text.ts';
import { type Outcome, SETTLED } from '../../controller/outcome.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { withoutItems } from '../inventory.ts';
import type { Plan } from '../plan/plan.ts';
import { blockedBy, type PlanProblem } from '../plan/problem.ts';
import { recorded } from '../powers/power.ts';
import { servesBefore } from '../state.ts';
import type { StatusFields } from '../status/status.ts';
import { WAIT_MS, waiting } from '../status/verdicts.ts';
import { type GiveUp, type RolloutStatus, withinTime } from '../upgrade/giveup.ts';
import { begun, served } from '../upgrade/history.ts';
import type { ObservedRollout } from './observe.ts';
import type { ContestedObject, RefusedRule } from './obstacles.ts';
import type { ComponentProgress, Rollout, TroubleOf } from './rollout.ts';

/** Decision on a rollout after its due objects are applied. */
type RolloutDecision =
  /** The next objects are due at once. */
  | ({ readonly type: 'continue' } & RolloutStatus)
  /** Nothing is due until an object changes. */
  | ({ readonly type: 'wait' } & RolloutStatus)
  | GiveUp
  /** Everything is in place, though rules may be refused; `surplus` is left of older versions and is pruned. */
  | ({ readonly type: 'finish'; readonly surplus: readonly InventoryItem[] } & RolloutStatus);

/** Decides on a rollout. Pure. */
export function decideRollout(
  install: MarketInstall,
  plan: Plan,
  observed: ObservedRollout,
  now: Date,
): RolloutDecision {
  const { rollout, inventory, ended, troubleOf, refused, contested } = observed;
  const verdict =
    (rollout.complete ? (refusedVerdict(refused) ?? contestedVerdict(contested)) : undefined) ??
    appliedVerdict(rollout, plan.waves.length, install.spec.deploy === true, troubleOf);
  const fields = fieldsOf(plan, observed);
  if (rollout.complete) {
    const { items, surplus } = inventory;
    const inPlace = {
      ...fields,
      serving: plan.template,
      inventory: withoutItems(items, surplus),
      history: served(install.status?.history ?? [], plan.template, now),
      ...(servesBefore(install) ? {} : { upgrade: null }),
    };
    const outcome = verdict.status === 'True' ? SETTLED : waitingFor(verdict, contested);
    return { type: 'finish', draft: { verdict, outcome }, fields: inPlace, surplus };
  }
  const open = { draft: { verdict, outcome: waitingFor(verdict, contested) }, fields };
  const limited = withinTime(install, plan, open, now);
  return limited.type === 'in-time'
    ? { type: rollout.stages.length + ended.length > 0 ? 'continue' : 'wait', ...limited.status }
    : limited;
}

/** Wait for an event, or for the next correction of a contested object. */
function waitingFor({ reason }: Verdict, contested: readonly ContestedObject[]): Outcome {
  const corrections = contested.map(({ againInMs }) => againInMs);
  return { type: 'waiting', reason, atMostMs: Math.min(WAIT_MS, ...corrections) };
}

/** State of a plan in the caches, and the problems that its dry run has found. */
interface ObservedPlan extends ObservedRollout {
  readonly problems: readonly PlanProblem[];
}

/** Decision on a plan before its first write. */
type RecordDecision =
  /** The status records the plan: from here on the inventory names every object. */
  | ({ readonly type: 'record' } & RolloutStatus)
  /** The plan cannot be applied now. */
  | ({ readonly type: 'block' } & RolloutStatus);

/** Decides on a plan by the problems of its dry run. Pure. */
export function decideRecord(
  { spec, status }: MarketInstall,
  plan: Plan,
  { problems, ...observed }: ObservedPlan,
  now: Date,
): RecordDecision {
  const { template } = plan;
  const [problem, ...others] = problems;
  return problem === undefined
    ? {
        type: 'record',
        draft: waiting('Applied', REASONS.progressing, 'the components are being made'),
        fields: {
          ...fieldsOf(plan, observed),
          recorded: recordOf(template.digest, spec),
          recordedValues: plan.valuesDigest ?? null,
          history: begun(status?.history ?? [], template, status?.serving, now),
        },
      }
    : { type: 'block', draft: blockedBy(problem, others.length), fields: {} };
}

function fieldsOf(plan: Plan, observed: ObservedRollout): StatusFields {
  const { template, waves, notApplied, powers, chart = null } = plan;
  const { rollout, inventory } = observed;
  const told = { notApplied, chart, powers: recorded(powers) ?? null, powersForm: POWERS_FORM };
  return { template, rollout, waves: waves.length, inventory: inventory.items, ...told };
}

/** Most components or rules that a message names. */
const NAMED = 3;

/** Condition Applied of a rollout. */
export function appliedVerdict(
  rollout: Rollout,
  waves: number,
  deploy: boolean,
  troubleOf: TroubleOf,
): Verdict<InstallReason> {
  const open = rollout.components.filter(({ state }) => state.type !== 'ready');
  if (rollout.complete) {
    return holds(
      'Applied',
      REASONS.applied,
      deploy ? `every component is ready${scalersOf(rollout)}` : 'nothing runs: deploy is not true',
    );
  }
  const failed = open.filter(({ state }) => state.type === 'failed');
  if (failed.length > 0) {
    return fails('Applied', REASONS.rolloutFailed, listed(failed, troubleOf));
  }
  const current = open.filter(({ wave }) => wave === rollout.wave);
  const wave = `wave ${rollout.wave} of ${waves}`;
  const troubled = current.filter((each) => troubleOf(each) !== undefined);
  if (troubled.length > 0) {
    return fails('Applied', REASONS.componentsAbnormal, `${wave}: ${listed(troubled, troubleOf)}`);
  }
  const texts = [...textsOn(current, troubleOf), ...rollout.leaving.map(leavingText)];
  return fails(
    'Applied',
    REASONS.progressing,
    texts.length === 0 ? wave : `${wave}: ${firstFew(texts, NAMED, '; ')}`,
  );
}

function leavingText({ resource, draft }: PlannedObject): string {
  return `${resource.kind} ${draft.metadata.name} is being deleted, and is made again once it is gone`;
}

/** Condition Applied of a rollout that is complete, but for rules that are refused; undefined where none is. */
export function refusedVerdict(refused: readonly RefusedRule[]): Verdict<InstallReason> | undefined {
  const texts = refused.map(({ name, reason, message }) => `GatewayRule ${name}: ${reason}: ${message}`);
  return refused.length === 0
    ? undefined
    : fails('Applied', REASONS.ruleRefused, firstFew(texts, NAMED, '; '));
}

/** Condition Applied of a rollout that is complete, but for fields that others change whenever Stoa corrects them. */
function contestedVerdict(contested: readonly ContestedObject[]): Verdict<InstallReason> | undefined {
  const texts = contested.map(({ object, fields, by }) => `${object}: ${by} changes ${fields}`);
  return contested.length === 0
    ? undefined
    : fails(
        'Applied',
        REASONS.fieldsContested,
        `${firstFew(texts, NAMED, '; ')}, which Stoa has corrected before; Stoa tries again after a pause`,
      );
}

/** Text on the components whose number of replicas another client holds; empty if there is none. */
function scalersOf({ components }: Rollout): string {
  const texts = components.flatMap(({ component, scaledBy }) =>
    scaledBy === undefined ? [] : [`${scaledBy} sets the replicas of ${component.name}`],
  );
  return texts.length === 0 ? '' : `; ${firstFew(texts, NAMED, '; ')}`;
}

function listed(open: readonly ComponentProgress[], troubleOf: TroubleOf): string {
  return firstFew(textsOn(open, troubleOf), NAMED, '; ');
}

function textsOn(open: readonly ComponentProgress[], troubleOf: TroubleOf): readonly string[] {
  return open.map((each) => `${each.component.name}: ${whyOf(each, troubleOf)}`);
}

function whyOf(progress: ComponentProgress, troubleOf: TroubleOf): string {
  const { state } = progress;
  const why = state.type === 'progressing' || state.type === 'failed' ? state.why : 'is being applied';
  const trouble = troubleOf(progress);
  return trouble === undefined ? why : `${why} (${trouble})`;
}
