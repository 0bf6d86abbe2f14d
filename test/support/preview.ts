import type { KubeObject } from '../../src/kube/object.ts';
import { withDigests } from '../../src/market/diff.ts';
import { inventoryOf } from '../../src/market/inventory.ts';
import { objectsOf, type Plan } from '../../src/market/plan/plan.ts';
import { changesOf, type PlannedChanges } from '../../src/market/preview/change.ts';
import { settledPlan } from '../../src/market/rollout/rollout.ts';
import { CONFIG_MAPS, SECRETS, type Secret } from '../../src/objects/core.ts';
import { Cluster } from './plans.ts';

/**
 * Changes by which one plan replaces another that is rolled out in full. As in an operator, Secrets and ConfigMaps are
 * found with digests; `stored` has the objects as a cluster would, and the dry run gives what the plan says.
 */
export function changesBetween(before: Plan | undefined, after: Plan): PlannedChanges {
  const cluster = new Cluster();
  const former = before && settledPlan(before, true, cluster.find);
  for (const each of former === undefined ? [] : objectsOf(former)) {
    cluster.apply(each);
  }
  const inventory = former === undefined ? [] : inventoryOf(former, [], cluster.find).items;
  const find: typeof cluster.find = (planned) => {
    const stored = cluster.find(planned);
    return stored !== undefined && [SECRETS, CONFIG_MAPS].includes(planned.resource)
      ? withDigests(stored as Secret)
      : stored;
  };
  const dryRunOf = (planned: Parameters<typeof find>[0]) => {
    const stored = cluster.find(planned);
    return (
      stored &&
      ({ ...planned.draft, metadata: { ...stored.metadata, ...planned.draft.metadata } } as KubeObject)
    );
  };
  const planned = changesOf(settledPlan(after, true, find), inventory, find, dryRunOf);
  return {
    ...planned,
    changes: planned.changes.map((change) =>
      change.action === 'change' && change.planned.resource !== SECRETS
        ? { ...change, before: cluster.find(change.planned) }
        : change,
    ),
  };
}
