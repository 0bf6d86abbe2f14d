import { ANNOTATIONS } from '../../api/group.ts';
import { fieldsOf } from '../../base/fields.ts';
import type { KubeObject } from '../../kube/object.ts';
import { ROLE_BINDINGS } from '../../objects/installable.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { Workload } from '../../objects/workload.ts';
import type { JobEnd, PlannedComponent } from '../../source/content.ts';
import { isWorkloadKind, WORKLOAD_KINDS } from '../../workload/kinds.ts';
import { readinessOf } from '../../workload/state.ts';
import type { FindStored } from '../caches.ts';
import { type RequiredWrite, scalerOf } from '../diff.ts';
import type { Plan } from '../plan/plan.ts';
import type { StoredObjects } from '../storedobjects.ts';

/** Trouble of the pods of a component, for users; undefined where they are merely starting. */
export type TroubleOf = (progress: ComponentProgress) => string | undefined;

/** Progress of a plan, and the writes that are due. */
export interface Rollout {
  /** Objects to apply: those of a stage at the same time, one stage after the other. */
  readonly stages: readonly (readonly PlannedObject[])[];
  /** Progress of every component, in the order of the plan. */
  readonly components: readonly ComponentProgress[];
  /** Current wave, counted from 1; the last one when all are complete. */
  readonly wave: number;
  /** Objects beside the workloads that somebody deletes, and that are made again once they are gone. */
  readonly leaving: readonly PlannedObject[];
  /** Whether every component is ready, no object is about to go, and no write is due. */
  readonly complete: boolean;
}

/** Progress of one component. */
export interface ComponentProgress {
  readonly component: PlannedComponent;
  readonly wave: number;
  readonly state: RolloutState;
  /** Field manager that holds the number of replicas in place of the model; undefined where none does. */
  readonly scaledBy: string | undefined;
}

/** State of the workload of a component. */
export type RolloutState =
  /** The workload is missing or outdated. */
  | { readonly type: 'due' }
  | { readonly type: 'progressing'; readonly why: string }
  | { readonly type: 'failed'; readonly why: string }
  | { readonly type: 'ready' };

/**
 * Rollout of a plan onto the stored objects. With `deploy`, a wave begins when every component of the waves before is
 * ready. Components of later waves are created stopped, so that others can refer to them; those that exist keep
 * running as they are until their wave begins, and so do shared objects. Without `deploy`, every workload is stopped.
 * Pure.
 */
export function rolloutOf(plan: Plan, deploy: boolean, stored: StoredObjects): Rollout {
  const { find, writeOf, endOf } = stored;
  const components = plan.waves.flatMap((wave, index) =>
    wave.map((component) => progressOf(component, index + 1, deploy, stored)),
  );
  const open = components.find(({ state }) => state.type !== 'ready');
  const wave = deploy ? (open?.wave ?? plan.waves.length) : plan.waves.length;
  const isSharedDue = open === undefined || (plan.sharedWave ?? 1) <= wave;
  const due = (each: PlannedObject) => writeOf(each) !== 'none';
  const missing = (each: PlannedObject) => find(each) === undefined && endOf(each) === undefined;
  const reached = components.filter((each) => each.wave <= wave).map(({ component }) => component);
  const ahead = components.filter((each) => each.wave > wave).map(({ component }) => component);
  const stages = [
    isSharedDue
      ? plan.shared.map((each) => (deploy ? each : withoutPods(each, find(each)))).filter(due)
      : plan.shared.map((each) => withoutPods(each, undefined)).filter(missing),
    [
      ...reached.flatMap(({ objects }) => objects).filter(due),
      ...ahead.flatMap(({ objects }) => objects).filter(missing),
    ],
    [
      ...reached.map((component) => workloadOf(component, deploy, find)).filter(due),
      ...ahead.map(({ workload }) => withoutPods(workload, undefined)).filter(missing),
    ],
    plan.rules.filter(due),
  ]
    .flatMap(withBindingsLast)
    .filter((stage) => stage.length > 0);
  const leaving = [
    ...(isSharedDue ? plan.shared : []),
    ...reached.flatMap(({ objects }) => objects),
    ...plan.rules,
  ].filter((each) => find(each)?.metadata.deletionTimestamp !== undefined);
  const complete = open === undefined && stages.length + leaving.length === 0;
  return { stages, components, wave, leaving, complete };
}

/** Stage in two: the API server takes RoleBindings once their Roles are there. */
function withBindingsLast(stage: readonly PlannedObject[]): readonly (readonly PlannedObject[])[] {
  return [false, true].map((is) => stage.filter(({ resource }) => (resource === ROLE_BINDINGS) === is));
}

/** Plan with its objects as they are after the rollout: workloads of an install that is not deployed are stopped. Pure. */
export function settledPlan(plan: Plan, deploy: boolean, find: FindStored): Plan {
  return {
    ...plan,
    shared: plan.shared.map((each) => (deploy ? each : withoutPods(each, find(each)))),
    waves: plan.waves.map((wave) =>
      wave.map((component) => ({ ...component, workload: workloadOf(component, deploy, find) })),
    ),
  };
}

function progressOf(
  component: PlannedComponent,
  wave: number,
  deploy: boolean,
  { find, writeOf, endOf }: StoredObjects,
): ComponentProgress {
  const planned = workloadOf(component, deploy, find);
  const stored = find(planned);
  const end = endOf(planned);
  return {
    component,
    wave,
    state: end === undefined ? stateOf(stored, writeOf(planned), deploy) : stateAfter(end),
    scaledBy: stored && scalerOf(stored),
  };
}

/** State of a Job that is gone. */
function stateAfter(end: JobEnd): RolloutState {
  return end === 'done'
    ? { type: 'ready' }
    : {
        type: 'failed',
        why: 'the Job has failed, and is deleted; it runs again when its pod template changes',
      };
}

/** State of a workload; a stopped one counts as ready. */
function stateOf(stored: KubeObject | undefined, write: RequiredWrite, deploy: boolean): RolloutState {
  if (stored === undefined || !['none', 'confirm'].includes(write)) {
    return { type: 'due' };
  }
  if (stored.metadata.deletionTimestamp !== undefined) {
    return { type: 'progressing', why: `the ${stored.kind} is being deleted` };
  }
  return deploy ? readinessOf(stored as Workload) : { type: 'ready' };
}

function workloadOf({ workload }: PlannedComponent, deploy: boolean, find: FindStored): PlannedObject {
  return deploy ? deployed(workload) : withoutPods(workload, find(workload));
}

/** Workload without pods; one that was deployed before stays marked so. */
function withoutPods(workload: PlannedObject, stored: KubeObject | undefined): PlannedObject {
  const zero = asStopped(workload);
  return stored?.metadata.annotations?.[ANNOTATIONS.deployed] === undefined ? zero : deployed(zero);
}

/** Workload with the mark of one that has been deployed. */
function deployed({ resource, draft }: PlannedObject): PlannedObject {
  const annotations = { ...draft.metadata.annotations, [ANNOTATIONS.deployed]: 'true' };
  return { resource, draft: { ...draft, metadata: { ...draft.metadata, annotations } } };
}

/** The same workload without pods; an object that is no workload stays as it is. */
export function asStopped(planned: PlannedObject): PlannedObject {
  const { resource, draft } = planned;
  return isWorkloadKind(resource.kind)
    ? { resource, draft: { ...draft, spec: WORKLOAD_KINDS[resource.kind].stop(fieldsOf(draft.spec)) } }
    : planned;
}
