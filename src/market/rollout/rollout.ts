import type { KubeObject } from '../../kube/object.ts';
import type { PlannedComponent, Wanted } from '../expand/expansion.ts';
import { requiredWrite } from '../owned.ts';
import type { Plan } from '../plan/plan.ts';
import { type RolloutState, rolloutStateOf } from './standing.ts';
import { running, stopped } from './workload.ts';

/** Finds the stored form of what is wanted; only objects of this install. */
export type Find = (wanted: Wanted) => KubeObject | undefined;

/** How far a roll-out is, and what comes next. */
export interface Rollout {
  /** What to write: each stage at once, one stage after the other. */
  readonly stages: readonly (readonly Wanted[])[];
  /** Where each component stands, in the order of the plan. */
  readonly components: readonly ComponentProgress[];
  /** The wave that is being rolled out, counted from 1; the last one when all are. */
  readonly wave: number;
  /** Whether every component is as it should be. */
  readonly complete: boolean;
}

/** One component of a roll-out. */
export interface ComponentProgress {
  readonly component: PlannedComponent;
  readonly wave: number;
  readonly state: RolloutState;
}

/**
 * Decides how far a plan is carried out and what is to be written now. With `deploy`, a wave begins when
 * every component of the waves before is ready; what does not exist yet is made at once, stopped, so that
 * everybody can see and refer to it, and what runs in a later wave goes on as it is until its turn. Without
 * `deploy`, everything is stopped. Pure.
 */
export function rolloutOf(plan: Plan, deploy: boolean, find: Find): Rollout {
  const components = plan.waves.flatMap((wave, index) =>
    wave.map((component) => progressOf(component, index + 1, deploy, find)),
  );
  const open = components.find(({ state }) => state.type !== 'ready');
  const wave = deploy ? (open?.wave ?? plan.waves.length) : plan.waves.length;
  const due = (each: Wanted) => requiredWrite(each, find(each)) !== 'none';
  const missing = (each: Wanted) => find(each) === undefined;
  const reached = components.filter((each) => each.wave <= wave).map(({ component }) => component);
  const ahead = components.filter((each) => each.wave > wave).map(({ component }) => component);
  const stages = [
    plan.shared.map((each) => (deploy ? each : stopped(each, find(each)))).filter(due),
    [
      ...reached.flatMap(({ objects }) => objects).filter(due),
      ...ahead.flatMap(({ objects }) => objects).filter(missing),
    ],
    [
      ...reached.map((component) => workloadOf(component, deploy, find)).filter(due),
      ...ahead.map(({ workload }) => stopped(workload, undefined)).filter(missing),
    ],
    plan.rules.filter(due),
  ].filter((stage) => stage.length > 0);
  return { stages, components, wave, complete: open === undefined && stages.length === 0 };
}

function progressOf(
  component: PlannedComponent,
  wave: number,
  deploy: boolean,
  find: Find,
): ComponentProgress {
  const stored = find(component.workload);
  return { component, wave, state: rolloutStateOf(workloadOf(component, deploy, find), stored, deploy) };
}

function workloadOf({ workload }: PlannedComponent, deploy: boolean, find: Find): Wanted {
  return deploy ? running(workload) : stopped(workload, find(workload));
}
