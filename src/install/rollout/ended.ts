import { inParallel } from '../../base/parallel.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Resource } from '../../kube/resource.ts';
import { templateDigest } from '../diff.ts';
import { itemKeyOf } from '../inventory.ts';
import { plannedKeyOf } from '../owned.ts';
import type { StoredObjects } from '../storedobjects.ts';
import { deleteObject, type Writer } from '../writer.ts';
import type { ComponentProgress, Rollout } from './rollout.ts';

/** Job that is deleted because it has ended. */
export interface EndedJob {
  readonly resource: Resource;
  readonly stored: KubeObject;
  /** Whether the status tells of its end: once it is gone, nothing else does. */
  readonly isTold: boolean;
}

/** Jobs of a rollout that have ended and are deleted for that. Without `deploy` none ends. Pure. */
export function endedJobs(
  { components }: Rollout,
  deploy: boolean,
  { before, find }: StoredObjects,
): readonly EndedJob[] {
  const items = new Map(before.map((item) => [itemKeyOf(item), item]));
  return components.flatMap((progress): readonly EndedJob[] => {
    const { workload, deletedAfter = [] } = progress.component;
    const end = endOf(progress);
    const stored = find(workload);
    if (!deploy || stored?.metadata.deletionTimestamp !== undefined) {
      return [];
    }
    if (stored === undefined || end === undefined || !deletedAfter.includes(end)) {
      return [];
    }
    const { resource } = workload;
    const item = items.get(plannedKeyOf(workload));
    const isSame = item?.uid === stored.metadata.uid && item.template === templateDigest(workload);
    return [{ resource, stored, isTold: isSame && (item.failed === true) === (end === 'failed') }];
  });
}

function endOf({ state }: ComponentProgress) {
  switch (state.type) {
    case 'ready':
      return 'done';
    case 'failed':
      return 'failed';
    case 'due':
    case 'progressing':
      return undefined;
  }
}

/** Deletes the Jobs whose end the status tells of. Throws KubeError. */
export async function deleteEnded(writer: Writer, jobs: readonly EndedJob[]): Promise<void> {
  const told = jobs.filter(({ isTold }) => isTold);
  await inParallel(told, ({ resource, stored }) => deleteObject(writer, resource, stored));
}
