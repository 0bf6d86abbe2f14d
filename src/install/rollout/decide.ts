import type { Verdict } from '../../api/condition.ts';
import type { InventoryItem } from '../../api/marketinstall.ts';
import { recordOf } from '../../api/overrides.ts';
import { REASONS } from '../../api/reason.ts';
import { type Outcome, SETTLED } from '../../controller/outcome.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { withoutItems } from '../inventory.ts';
import type { Plan } from '../plan/plan.ts';
import { blockedBy, type PlanProblem } from '../plan/problem.ts';
import { isGivenUp } from '../state.ts';
import { appliedVerdict, contestedVerdict, refusedVerdict } from '../status/applied.ts';
import type { StatusFields } from '../status/status.ts';
import { WAIT_MS, waiting } from '../status/verdicts.ts';
import { begun, served } from '../upgrade/history.ts';
import { type GiveUp, type RolloutStatus, withinTime } from '../upgrade/limit.ts';
import type { ObservedRollout } from './observe.ts';
import type { ContestedObject } from './obstacles.ts';

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
  const { rollout, inventory, troubleOf, refused, contested } = observed;
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
      ...(isGivenUp(install) ? {} : { upgrade: null }),
    };
    const outcome = verdict.status === 'True' ? SETTLED : waitingFor(verdict, contested);
    return { type: 'finish', draft: { verdict, outcome }, fields: inPlace, surplus };
  }
  const open = { draft: { verdict, outcome: waitingFor(verdict, contested) }, fields };
  const limited = withinTime(install, plan, open, now);
  return limited.type === 'in-time'
    ? { type: rollout.stages.length > 0 ? 'continue' : 'wait', ...limited.status }
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
          history: begun(status?.history ?? [], template, status?.serving, now),
        },
      }
    : { type: 'block', draft: blockedBy(problem, others.length), fields: {} };
}

function fieldsOf({ template, waves, notApplied }: Plan, observed: ObservedRollout): StatusFields {
  const { rollout, inventory } = observed;
  return { template, rollout, waves: waves.length, inventory: inventory.items, notApplied };
}
