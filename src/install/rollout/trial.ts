import { isDeepStrictEqual } from 'node:util';
import { ANNOTATIONS, LABELS } from '../../api/group.ts';
import { fieldsOf } from '../../base/fields.ts';
import { inParallel } from '../../base/parallel.ts';
import type { KubeError } from '../../kube/error.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import { CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import { isRejection } from '../account/permitted.ts';
import { cacheOf, finderOf } from '../caches.ts';
import { inventoryOf } from '../inventory.ts';
import { nameOwner } from '../nameowner.ts';
import { plannedKeyOf } from '../owned.ts';
import { type Plan, plannedObjects } from '../plan/plan.ts';
import type { NameConflict } from '../plan/problem.ts';
import type { StoredObjects } from '../storedobjects.ts';
import { applyAll, deleteObject, type Writer } from '../writer.ts';
import { asStopped, rolloutOf } from './rollout.ts';

/**
 * Trial of a plan of which nothing is in effect yet: its creation takes the place of the dry run of most objects, and
 * is withdrawn if the API server rejects one.
 */
export interface Trial {
  /** Missing objects without an effect, to create at once: those of a stage at the same time. */
  readonly stages: readonly (readonly PlannedObject[])[];
  /** Objects whose writes need a dry run before the trial. */
  readonly rehearsed: readonly PlannedObject[];
}

/** Kinds whose objects have no effect until a pod, a volume or a rule uses them. */
const INERT: readonly string[] = [CONFIG_MAPS, SECRETS, SERVICE_ACCOUNTS, SERVICES].map(({ kind }) => kind);

/**
 * Trial of a plan; undefined where a version of the install was complete, an object of the plan is in effect, or the
 * inventory has objects of another plan: all these would outlive a withdrawal, or must not be withdrawn. Pure.
 */
export function trialOf(install: MarketInstall, plan: Plan, stored: StoredObjects): Trial | undefined {
  const { find, writeOf } = stored;
  const { spec, status } = install;
  if (status?.serving !== undefined) {
    return undefined;
  }
  const planned = plannedObjects(plan);
  const { items } = inventoryOf(plan, status?.inventory ?? [], find);
  if (items.length !== planned.length || !planned.every((each) => isWithoutEffect(each, find(each)))) {
    return undefined;
  }
  const { stages } = rolloutOf(plan, spec.deploy === true, stored);
  const tried = stages.map((stage) => stage.filter((each) => find(each) === undefined && isInert(each)));
  const keys = new Set(tried.flat().map(plannedKeyOf));
  const due = planned.filter((each) => ['apply', 'confirm'].includes(writeOf(each)));
  const others = due.filter((each) => !keys.has(plannedKeyOf(each)));
  return {
    stages: tried.filter((stage) => stage.length > 0),
    rehearsed: [...others, ...representatives(due, others)],
  };
}

/** Whether a stored object of a plan, if there is one, has no effect: a workload, that nothing of it has run. */
function isWithoutEffect({ resource }: PlannedObject, stored: KubeObject | undefined): boolean {
  return (
    stored === undefined ||
    INERT.includes(resource.kind) ||
    (isWorkloadKind(resource.kind) && stored.metadata.annotations?.[ANNOTATIONS.deployed] === undefined)
  );
}

/** Whether an object has no effect when it is written: of workloads, those that are stopped and never ran. */
function isInert(planned: PlannedObject): boolean {
  const { resource, draft } = planned;
  return (
    INERT.includes(resource.kind) ||
    (isWorkloadKind(resource.kind) &&
      draft.metadata.annotations?.[ANNOTATIONS.deployed] === undefined &&
      isDeepStrictEqual(asStopped(planned).draft.spec, draft.spec))
  );
}

/**
 * Workloads whose dry run, beside that of `others`, stands for that of all: the API server sees all of them stopped,
 * and one of each kind and each value of the fields that differ when they run, such as `replicas`.
 */
function representatives(
  due: readonly PlannedObject[],
  others: readonly PlannedObject[],
): readonly PlannedObject[] {
  const seen = new Set(others.map(runningFieldsOf));
  const workloads = due.filter(({ resource }) => isWorkloadKind(resource.kind));
  const byFields = new Map(workloads.map((each) => [runningFieldsOf(each), each]));
  return [...byFields].filter(([fields]) => !seen.has(fields)).map(([, each]) => each);
}

/** Kind of a workload, and the fields of its spec that are others while it is stopped. */
function runningFieldsOf({ resource: { kind }, draft }: PlannedObject): string {
  const spec = fieldsOf(draft.spec);
  const stopped = isWorkloadKind(kind) ? WORKLOAD_KINDS[kind].stop(spec) : spec;
  const differing = Object.keys(stopped).filter((field) => stopped[field] !== spec[field]);
  return JSON.stringify([kind, differing.map((field) => [field, spec[field]])]);
}

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
  install: MarketInstall,
  { stages }: Trial,
): Promise<readonly NameConflict[]> {
  const byKind = [...Map.groupBy(stages.flat(), ({ resource }) => resource)];
  const taken = await inParallel(byKind, async ([resource, planned]) => {
    const { namespace } = install.metadata;
    const options = { namespace, labelSelector: `!${LABELS.install}`, signal: writer.signal };
    const foreign = await writer.client.listMetadata(resource, options);
    const names = new Set(foreign.map(({ metadata }) => metadata.name));
    const isTaken = ({ draft }: PlannedObject) => {
      const stored = cacheOf(writer.caches, resource)?.store.get(keyOf(draft));
      return (
        names.has(draft.metadata.name) || nameOwner(writer.caches, install, resource, stored) === 'others'
      );
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
  await inParallel(plannedObjects(plan), async (each) => {
    const stored = find(each);
    if (stored !== undefined) {
      await deleteObject(writer, each.resource, stored);
    }
  });
}

function nameOf({ resource, draft }: PlannedObject): string {
  return `${resource.kind} ${draft.metadata.name}`;
}
