import { isDeepStrictEqual } from 'node:util';
import { LABELS } from '../../api/group.ts';
import type { InventoryItem } from '../../api/marketinstall.ts';
import { fieldAt, fieldsOf } from '../../base/fields.ts';
import { inParallel } from '../../base/parallel.ts';
import { uniqueBy } from '../../base/unique.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { dataMountsOf } from '../../workload/datamounts.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import { type FindStored, findOwned, type MarketCaches } from '../caches.ts';
import { isMeant } from '../inventory.ts';
import { deleteWithPods, type Writer } from '../writer.ts';
import type { Rollout } from './rollout.ts';

/** Workload of an earlier version that a new workload takes the place of. */
export interface Predecessor {
  readonly successor: PlannedObject;
  readonly stored: KubeObject;
  /** Whether it must go now: that of a component of a later wave runs on. */
  readonly due: boolean;
}

/** Workloads of an install that are surplus and exist. */
export function surplusWorkloads(
  caches: MarketCaches,
  install: MarketInstall,
  surplus: readonly InventoryItem[],
): readonly KubeObject[] {
  return surplus.flatMap((item) => {
    const stored = isWorkloadKind(item.kind) ? findOwned(caches, install, item, item.name) : undefined;
    return stored !== undefined && isMeant(item, stored) ? [stored] : [];
  });
}

/**
 * Predecessors of the workloads that a rollout is about to create: those of the same component, and those with the same
 * name, selector or claim, whose pods would serve behind the same Service or write to the same volume. A Job is none:
 * it serves nobody, and a version to which an upgrade goes back must not run it again. Pure.
 */
export function predecessorsOf(
  { stages, components, wave }: Rollout,
  surplus: readonly KubeObject[],
  find: FindStored,
): readonly Predecessor[] {
  const others = surplus.filter(
    ({ kind }) => isWorkloadKind(kind) && WORKLOAD_KINDS[kind].runs !== 'to-completion',
  );
  const created = stages
    .flat()
    .filter((each) => isWorkloadKind(each.resource.kind) && find(each) === undefined);
  const ahead = components
    .filter((each) => each.wave > wave)
    .map(({ component }) => nameOf(component.workload.draft));
  return created.flatMap((successor) => {
    const due = !ahead.includes(nameOf(successor.draft));
    return others
      .filter((stored) => isReplacedBy(stored, successor.draft))
      .map((stored) => ({ successor, stored, due }));
  });
}

/** Rollout that waits with workloads until their predecessors and their pods are gone. Pure. */
export function afterPredecessors(rollout: Rollout, predecessors: readonly Predecessor[]): Rollout {
  const waiting = new Map(
    predecessors.map(({ successor, stored }) => [
      nameOf(successor.draft),
      `it waits until ${stored.kind} ${stored.metadata.name}, in whose place it comes, and its pods are gone`,
    ]),
  );
  if (waiting.size === 0) {
    return rollout;
  }
  return {
    ...rollout,
    stages: rollout.stages
      .map((stage) => stage.filter(({ draft }) => !waiting.has(nameOf(draft))))
      .filter((stage) => stage.length > 0),
    components: rollout.components.map((each) => {
      const why = waiting.get(nameOf(each.component.workload.draft));
      return why === undefined ? each : { ...each, state: { type: 'progressing', why } };
    }),
  };
}

/** Deletes the workloads whose successors are due. Throws KubeError. */
export async function endPredecessors(writer: Writer, predecessors: readonly Predecessor[]): Promise<void> {
  const standing = predecessors.filter(
    ({ due, stored }) => due && stored.metadata.deletionTimestamp === undefined,
  );
  const workloads = uniqueBy(
    standing.map(({ stored }) => stored),
    ({ metadata }) => metadata.uid,
  );
  await inParallel(workloads, async (stored) => {
    if (isWorkloadKind(stored.kind)) {
      await deleteWithPods(writer, WORKLOAD_KINDS[stored.kind].resource, stored);
    }
  });
}

function isReplacedBy(stored: KubeObject, draft: PlannedObject['draft']): boolean {
  const [before, next] = [partsOf(stored), partsOf(draft)];
  return (
    next.name === before.name ||
    (next.component !== undefined && next.component === before.component) ||
    (next.selector !== undefined && isDeepStrictEqual(next.selector, before.selector)) ||
    next.claims.some((claim) => before.claims.includes(claim))
  );
}

/** Parts of a workload by which another one comes in its place. */
function partsOf(workload: PlannedObject['draft'] | KubeObject) {
  const { kind, metadata } = workload;
  const spec = fieldsOf(fieldsOf(workload).spec);
  const mounts = isWorkloadKind(kind) ? dataMountsOf(kind, spec) : [];
  return {
    name: metadata.name,
    component: metadata.labels?.[LABELS.componentId],
    selector: fieldAt(spec, ['selector', 'matchLabels']),
    claims: mounts.flatMap(({ volume }) => (volume.type === 'claim' ? [volume.name] : [])),
  };
}

function nameOf({ kind, metadata }: PlannedObject['draft']): string {
  return `${kind} ${metadata.name}`;
}
