import { LABELS } from '../../api/group.ts';
import { inParallel } from '../../base/parallel.ts';
import type { KubeError } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { isRejection } from '../account/permitted.ts';
import { cacheOf, installOf } from '../caches.ts';
import { finderOf } from '../lookup.ts';
import { objectsOf, type Plan } from '../plan/plan.ts';
import type { NameConflict } from '../plan/problem.ts';
import { applyAll, deleteObject, type Writer } from '../writer.ts';
import type { Trial } from './trial.ts';

/** Rejection of an object of a trial by the API server. */
export interface Refusal {
  /** Kind and name. */
  readonly object: string;
  readonly error: KubeError;
}

/**
 * Names of a trial that objects of others have, in the caches or, as those hold only objects of installs, by the API
 * server. Throws KubeError.
 */
export async function takenNames(
  writer: Writer,
  { metadata: { namespace, uid } }: MarketInstall,
  { stages }: Trial,
): Promise<readonly NameConflict[]> {
  const byKind = [...Map.groupBy(stages.flat(), ({ resource }) => resource)];
  const taken = await inParallel(byKind, async ([resource, planned]) => {
    const options = { namespace, labelSelector: `!${LABELS.install}`, signal: writer.signal };
    const foreign = await writer.client.listMetadata(resource, options);
    const names = new Set(foreign.map(({ metadata }) => metadata.name));
    const isTaken = ({ draft }: PlannedObject) => {
      const stored = cacheOf(writer.caches, resource)?.store.get(keyOf(draft));
      return names.has(draft.metadata.name) || (stored !== undefined && !installOf(stored).includes(uid));
    };
    return planned.filter(isTaken).map((each): NameConflict => ({ type: 'taken', object: nameOf(each) }));
  });
  return taken.flat();
}

/**
 * Creates the objects of a trial, up to the first that the API server rejects. Then, it deletes all that exists of the
 * plan, and returns the rejection. Throws every other KubeError.
 */
export async function tryOut(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
  { stages }: Trial,
): Promise<Refusal | undefined> {
  for (const stage of stages) {
    const refusal = await createUntilRefused(writer, install, plan, stage);
    if (refusal !== undefined) {
      await withdraw(writer, install, plan);
      return refusal;
    }
  }
  return undefined;
}

async function createUntilRefused(
  writer: Writer,
  install: MarketInstall,
  { sets }: Plan,
  stage: readonly PlannedObject[],
): Promise<Refusal | undefined> {
  const refusals: Refusal[] = [];
  await inParallel(stage, async (each) => {
    if (refusals.length > 0) {
      return;
    }
    try {
      await applyAll(writer, install, [each], sets);
    } catch (error) {
      if (!isRejection(error)) {
        throw error;
      }
      refusals.push({ object: nameOf(each), error });
    }
  });
  return refusals[0];
}

/** Deletes what exists of a plan in trial: nothing of it has been in effect. */
async function withdraw(writer: Writer, install: MarketInstall, plan: Plan): Promise<void> {
  const find = finderOf(writer.caches, install);
  await inParallel(objectsOf(plan), async (each) => {
    const stored = find(each);
    if (stored !== undefined) {
      await deleteObject(writer, each.resource, stored);
    }
  });
}

function nameOf({ resource, draft }: PlannedObject): string {
  return `${resource.kind} ${draft.metadata.name}`;
}
