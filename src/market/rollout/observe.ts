import type { MarketInstall } from '../../objects/stoa.ts';
import { diagnosisOf } from '../../workload/diagnosis.ts';
import { workloadKey } from '../../workload/pod.ts';
import type { MarketCaches } from '../caches.ts';
import type { Plan } from '../plan/plan.ts';
import type { TroubleOf } from '../status/applied.ts';
import type { StatusFields } from '../status/status.ts';
import { findStored } from '../writer.ts';
import { type Inventory, inventoryOf } from './inventory.ts';
import { type Find, type Rollout, rolloutOf } from './rollout.ts';

/** How far a plan is carried out, as the caches have it. */
export function rolloutHere(caches: MarketCaches, install: MarketInstall, plan: Plan): Rollout {
  return rolloutOf(plan, install.spec.deploy === true, finderOf(caches, install));
}

/** The inventory of an install with a plan, as the caches have it. */
export function inventoryHere(caches: MarketCaches, install: MarketInstall, plan: Plan): Inventory {
  return inventoryOf(plan, install.status?.inventory ?? [], finderOf(caches, install));
}

/** What a status says of a plan, as the caches have it. */
export function statusFieldsOf(
  caches: MarketCaches,
  install: MarketInstall,
  plan: Plan,
  rollout: Rollout,
): StatusFields {
  return {
    template: plan.template,
    rollout,
    waves: plan.waves.length,
    inventory: inventoryHere(caches, install, plan).items,
    notApplied: plan.notApplied,
  };
}

/** What is wrong with the pods of a component, as the caches have it. */
export function troubleHere({ pods }: MarketCaches, { metadata }: MarketInstall): TroubleOf {
  return ({ component: { workload } }) => {
    const { name } = workload.draft.metadata;
    const key = workloadKey(metadata.namespace ?? '', workload.resource.kind, name);
    return diagnosisOf(pods.store.by('workload', key))?.message;
  };
}

function finderOf(caches: MarketCaches, install: MarketInstall): Find {
  return (wanted) => findStored(caches, install, wanted);
}
