import type { ComponentState, Count, ListedComponent, Phase } from '../api/application.ts';
import { ANNOTATIONS } from '../api/group.ts';
import { present } from '../base/fields.ts';
import { keeperOfAdopted } from '../component/member.ts';
import { isAbnormal, replicasOf, stateOf, troubleOf } from '../workload/state.ts';
import type { ObservedComponent } from './observe.ts';

/** Components as the status lists them, in an order that does not depend on that of events. */
export function listedComponents(components: readonly ObservedComponent[]): ListedComponent[] {
  return components.map(listedOf).toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

function orderOf({ id, kind, workload }: ListedComponent): string {
  return `${id} ${kind} ${workload}`;
}

function listedOf({ id, kind, name, workload, pods }: ObservedComponent): ListedComponent {
  const { ready, wanted } = workload === undefined ? NO_PODS : replicasOf(workload);
  const state = stateOf(workload, pods);
  const owner = workload && keeperOfAdopted(workload);
  const message = isAbnormal(state) ? troubleOf(workload, pods)?.message : undefined;
  return {
    id,
    name: workload?.metadata.annotations?.[ANNOTATIONS.componentName] ?? id,
    kind,
    workload: name,
    state,
    ready: `${ready}/${wanted}`,
    ...present({ message, owner }),
  };
}

const NO_PODS = { ready: 0, wanted: 0 };

/**
 * Phase of an application, from the states of its components: the first that applies. Components that were never
 * deployed do not count. The application is partially abnormal while some of its pods serve.
 */
export function phaseOf(states: readonly ComponentState[]): Phase {
  const rolledOut = states.filter((state) => state !== 'undeploy');
  const any = (...wanted: ComponentState[]) => rolledOut.some((state) => wanted.includes(state));
  const only = (...wanted: ComponentState[]) => rolledOut.every((state) => wanted.includes(state));
  if (rolledOut.length === 0) {
    return 'NIL';
  }
  if (only('closed')) {
    return 'CLOSED';
  }
  if (any('abnormal', 'some_abnormal')) {
    return any('some_abnormal', 'running', 'upgrade') ? 'PARTIAL_ABNORMAL' : 'ABNORMAL';
  }
  if (any('starting', 'waiting')) {
    return 'STARTING';
  }
  return only('stopping', 'closed') ? 'STOPPING' : 'RUNNING';
}

/** Whether a component is changing to another state. */
export function isMoving(state: ComponentState): boolean {
  return MOVING.includes(state);
}

const MOVING: readonly ComponentState[] = ['starting', 'waiting', 'upgrade', 'stopping'];

/** Number of ready objects among `total`. */
export function countOf(total: number, ready: number): Count {
  return { total, ready, summary: `${ready}/${total}` };
}
