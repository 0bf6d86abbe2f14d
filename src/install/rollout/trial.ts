import { isDeepStrictEqual } from 'node:util';
import { ANNOTATIONS } from '../../api/group.ts';
import { fieldsOf } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import { CONFIG_MAPS, SECRETS, SERVICES } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import { inventoryOf } from '../inventory.ts';
import { objectKeyOf } from '../owned.ts';
import { objectsOf, type Plan } from '../plan/plan.ts';
import type { StoredObjects } from '../storedobjects.ts';
import { rolloutOf } from './rollout.ts';
import { asStopped } from './stopped.ts';

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
const INERT: readonly string[] = [CONFIG_MAPS, SECRETS, SERVICES].map(({ kind }) => kind);

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
  const planned = objectsOf(plan);
  const { items } = inventoryOf(plan, status?.inventory ?? [], find);
  if (items.length !== planned.length || !planned.every((each) => isWithoutEffect(each, find(each)))) {
    return undefined;
  }
  const { stages } = rolloutOf(plan, spec.deploy === true, stored);
  const tried = stages.map((stage) => stage.filter((each) => find(each) === undefined && isInert(each)));
  const keys = new Set(tried.flat().map(keyOf));
  const due = planned.filter((each) => ['apply', 'confirm'].includes(writeOf(each)));
  const others = due.filter((each) => !keys.has(keyOf(each)));
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

function keyOf({ resource, draft }: PlannedObject): string {
  return objectKeyOf(resource, draft.metadata.name);
}
