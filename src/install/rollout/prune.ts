import type { InventoryItem } from '../../api/marketinstall.ts';
import { inParallel } from '../../base/parallel.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { allOwned, finderOf, findOwned } from '../caches.ts';
import { type Plan, plannedObjects } from '../plan/plan.ts';
import { TEMPLATE_TYPE } from '../template/pin.ts';
import { applyReplicas, deleteItems, deleteObject, type Writer } from '../writer.ts';
import { settledPlan } from './rollout.ts';
import { freedWorkloads } from './scalers.ts';

/**
 * Pruning, once a version is in place: deletes the objects that it no longer has. Workloads whose autoscaler goes get the number of replicas of the plan.
 * `inventoryOf` (../inventory.ts) decides what is surplus, never a volume; `decideRollout` (decide.ts) decides when.
 * Throws KubeError.
 */
export async function prune(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
  surplus: readonly InventoryItem[],
): Promise<void> {
  const { caches } = writer;
  const freed = writer.charge(() => {
    const find = finderOf(caches, install);
    const settled = settledPlan(plan, install.spec.deploy === true, find);
    return freedWorkloads(plannedObjects(settled), surplus, find, (item) =>
      findOwned(caches, install, item, item.name),
    );
  });
  await deleteItems(writer, install, surplus);
  await applyReplicas(writer, install, freed);
}

/** Deletes all templates but those `kept`: those of older versions, and those that were fetched and never used. */
export async function pruneTemplates(
  writer: Writer,
  install: MarketInstall,
  kept: ReadonlySet<string>,
): Promise<void> {
  const secrets: readonly Secret[] = allOwned(writer.caches, install, SECRETS);
  const old = secrets.filter(({ type, metadata }) => type === TEMPLATE_TYPE && !kept.has(metadata.name));
  await inParallel(old, (secret) => deleteObject(writer, SECRETS, secret));
}
