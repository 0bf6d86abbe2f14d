import type { Component, Install, Pod, Rule, Topology } from '../api/types.ts';

/** Fare of something: by a colour, and by a shape for those who see none. */
export type Health = 'good' | 'bad' | 'warning' | 'busy' | 'off';

/** Order in which states call for somebody. */
const URGENCY: readonly Health[] = ['bad', 'warning', 'busy', 'good', 'off'];

const OF_READY = { True: 'good', False: 'bad', Unknown: 'busy' } as const;

const OF_STATE = {
  undeploy: ['off', 'not deployed'],
  closed: ['off', 'stopped'],
  starting: ['busy', 'starting'],
  waiting: ['busy', 'waiting for its pods'],
  running: ['good', 'running'],
  upgrade: ['busy', 'upgrading'],
  abnormal: ['bad', 'failing'],
  some_abnormal: ['warning', 'partly failing'],
  stopping: ['busy', 'stopping'],
  succeeded: ['good', 'completed'],
} as const;

const OF_PHASE = {
  NIL: ['off', 'no components'],
  CLOSED: ['off', 'stopped'],
  PARTIAL_ABNORMAL: ['warning', 'partly failing'],
  ABNORMAL: ['bad', 'failing'],
  STARTING: ['busy', 'starting'],
  STOPPING: ['busy', 'stopping'],
  RUNNING: ['good', 'running'],
} as const;

/** Health and word of a state. */
export type Fare = readonly [health: Health, word: string];

/** Health of a rule: one that is ready can have fields without effect. */
export function healthOfRule({ ready, conditions }: Pick<Rule, 'ready' | 'conditions'>): Health {
  const isInPart = conditions.some(({ type, status }) => type === 'FullyExpressed' && status === 'False');
  return ready === 'True' && isInPart ? 'warning' : OF_READY[ready];
}

/** Health and word of a rule: its reason where it is not ready. */
export function fareOfRule(rule: Pick<Rule, 'ready' | 'reason' | 'conditions'>): Fare {
  const health = healthOfRule(rule);
  return [health, health === 'warning' ? 'ready in part' : wordOfReady(rule)];
}

/** Health and word of an install: its reason where it is not ready. */
export function fareOfInstall(install: Pick<Install, 'ready' | 'reason'>): Fare {
  return [OF_READY[install.ready], wordOfReady(install)];
}

function wordOfReady({ ready, reason }: Pick<Install, 'ready' | 'reason'>): string {
  return ready === 'True' ? 'ready' : reason || 'not seen yet';
}

/** Health and word of the state of a component. */
export function fareOfState(state: Component['state']): Fare {
  return OF_STATE[state];
}

/** Health and word of the phase of an application. */
export function fareOfPhase(phase: Topology['application']['phase']): Fare {
  return OF_PHASE[phase];
}

/** Health and word of a pod. */
export function fareOfPod({ ready, reason, phase }: Pod): Fare {
  if (ready) {
    return ['good', 'ready'];
  }
  if (phase === 'Succeeded') {
    return ['good', 'completed'];
  }
  const isOnItsWay = reason === '' || /^(ContainerCreating|PodInitializing|NotReady)$/.test(reason);
  return [phase !== 'Failed' && isOnItsWay ? 'busy' : 'bad', reason || phase];
}

/** Health that calls most for somebody; off where there is none. */
export function worstOf(healths: readonly Health[]): Health {
  return URGENCY.find((health) => healths.includes(health)) ?? 'off';
}

/** Whether a health calls for somebody. */
export function isTrouble(health: Health): boolean {
  return health === 'bad' || health === 'warning';
}

/** Whether nothing is wrong with a component. */
export function isWell({ state }: Pick<Component, 'state'>): boolean {
  return !isTrouble(fareOfState(state)[0]);
}
