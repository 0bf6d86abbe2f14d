import { inventoryOf } from '../../src/install/inventory.ts';
import { type Plan, plannedObjects } from '../../src/install/plan/plan.ts';
import { changesOf, type PlannedChanges } from '../../src/install/preview/report.ts';
import { settledPlan } from '../../src/install/rollout/rollout.ts';
import { withDigests } from '../../src/install/stored.ts';
import { storedObjects } from '../../src/install/storedobjects.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import { SECRETS, type Secret } from '../../src/objects/core.ts';
import type { PlannedObject } from '../../src/objects/planned.ts';
import { Cluster } from './plans.ts';

/**
 * Changes by which one plan replaces another that is rolled out in full. As in an operator, Secrets and ConfigMaps are
 * found with digests; `stored` has the objects as a cluster would, and the dry run gives what the plan says.
 */
export function changesBetween(before: Plan | undefined, after: Plan): PlannedChanges {
  const cluster = new Cluster();
  const former = before && settledPlan(before, true, cluster.find);
  for (const each of former === undefined ? [] : plannedObjects(former)) {
    cluster.apply(each);
  }
  const inventory = former === undefined ? [] : inventoryOf(former, [], cluster.find).items;
  // The cluster has ConfigMaps as the caches do, and Secrets as the API server does.
  const find: typeof cluster.find = (planned) => {
    const stored = cluster.find(planned);
    return stored !== undefined && planned.resource === SECRETS ? withDigests(stored as Secret) : stored;
  };
  const drafts = new Map(
    former && plannedObjects(former).map(({ draft }) => [`${draft.kind} ${draft.metadata.name}`, draft]),
  );
  const live = (planned: PlannedObject): KubeObject | undefined => {
    const stored = cluster.find(planned);
    const draft = drafts.get(`${planned.resource.kind} ${planned.draft.metadata.name}`);
    return stored && ({ ...stored, ...draft, metadata: stored.metadata } as KubeObject);
  };
  const dryRunOf = (planned: PlannedObject) => {
    const stored = cluster.find(planned);
    return (
      stored &&
      ({ ...planned.draft, metadata: { ...stored.metadata, ...planned.draft.metadata } } as KubeObject)
    );
  };
  const planned = changesOf(
    settledPlan(after, true, find),
    inventory,
    storedObjects(find, inventory, cluster.applies),
    dryRunOf,
  );
  return {
    ...planned,
    changes: planned.changes.map((change) =>
      change.action === 'change' && change.planned.resource !== SECRETS
        ? { ...change, before: live(change.planned) }
        : change,
    ),
  };
}
