import type { MarketInstall } from '../../objects/stoa.ts';
import { diagnosisOf } from '../../workload/diagnosis.ts';
import { workloadKey } from '../../workload/pod.ts';
import type { MarketCaches } from '../caches.ts';
import { type Inventory, inventoryOf } from '../inventory.ts';
import type { Plan } from '../plan/plan.ts';
import { storedIn } from '../storedobjects.ts';
import type { Writer } from '../writer.ts';
import { type EndedJob, endedJobs } from './ended.ts';
import { type ContestedObject, contestedObjects, type RefusedRule, refusedRules } from './obstacles.ts';
import { afterPredecessors, type Predecessor, predecessorsOf, surplusWorkloads } from './predecessor.ts';
import { type Rollout, rolloutOf, settledPlan, type TroubleOf } from './rollout.ts';

/** State of a plan in the caches. */
export interface ObservedRollout {
  readonly rollout: Rollout;
  readonly predecessors: readonly Predecessor[];
  readonly ended: readonly EndedJob[];
  readonly inventory: Inventory;
  readonly troubleOf: TroubleOf;
  readonly refused: readonly RefusedRule[];
  readonly contested: readonly ContestedObject[];
}

/** Observes how far a plan is rolled out. */
export function observeRollout(
  writer: Pick<Writer, 'caches' | 'applies' | 'jobs'>,
  install: MarketInstall,
  plan: Plan,
): ObservedRollout {
  const { caches } = writer;
  const stored = storedIn(writer, install);
  const { before, find } = stored;
  const deploy = install.spec.deploy === true;
  const inventory = inventoryOf(plan, before, find);
  const rollout = rolloutOf(plan, deploy, stored);
  const ended = endedJobs(rollout, deploy, stored);
  const surplus = surplusWorkloads(caches, install, inventory.surplus);
  const predecessors = predecessorsOf(rollout, surplus, find);
  return {
    rollout: afterPredecessors(
      { ...rollout, complete: rollout.complete && ended.length === 0 },
      predecessors,
    ),
    predecessors,
    ended,
    inventory,
    troubleOf: troubleIn(caches, install),
    refused: refusedRules(plan, find),
    contested: contestedObjects(settledPlan(plan, deploy, find), stored),
  };
}

/** Trouble of the pods of a component. */
function troubleIn({ pods }: MarketCaches, { metadata }: MarketInstall): TroubleOf {
  return ({ component: { workload } }) => {
    const { name } = workload.draft.metadata;
    const key = workloadKey(metadata.namespace, workload.resource.kind, name);
    return diagnosisOf(pods.store.by('workload', key))?.message;
  };
}
