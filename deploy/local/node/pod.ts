import type { Pod } from '../../../src/objects/workload.ts';

/** The one node that all pods run on, so to speak. */
export const NODE_NAME = 'stoa-local';

/** What a pod's template may ask of its stand-in, by annotation. */
export interface Behaviour {
  /** `local.stoa.dev/ready: never`: runs, but is never ready. */
  readonly ready: boolean;
  /** `local.stoa.dev/delay-ms: "<milliseconds>"`: waits before it answers. */
  readonly delayMs: number;
  /** `local.stoa.dev/status: "<code>"`: answers HTTP requests with that status. */
  readonly status: number;
  /**
   * `local.stoa.dev/exit-code: "<code>"`: its containers end with that code as soon as they run. Without it
   * they run on, or end with 0 where the pod's restartPolicy says that they are to end.
   */
  readonly exitCode?: number;
}

/** The behaviour that a pod's annotations ask for. */
export function behaviourOf({ metadata, spec }: Pod): Behaviour {
  const annotations = metadata.annotations ?? {};
  const exitCode = annotations['local.stoa.dev/exit-code'] ?? (isToEnd(spec) ? 0 : undefined);
  return {
    ready: annotations['local.stoa.dev/ready'] !== 'never',
    delayMs: Number(annotations['local.stoa.dev/delay-ms'] ?? 0),
    status: Number(annotations['local.stoa.dev/status'] ?? 200),
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
  };
}

function isToEnd({ restartPolicy = 'Always' }: Pod['spec']): boolean {
  return restartPolicy !== 'Always';
}

/** What becomes of a pod's containers: `crashing` ones are started again and again. */
type Fate = 'running' | 'crashing' | 'succeeded' | 'failed';

function fateOf(pod: Pod): Fate {
  const { exitCode } = behaviourOf(pod);
  if (exitCode === undefined) {
    return 'running';
  }
  const { restartPolicy = 'Always' } = pod.spec;
  if (restartPolicy === 'Always') {
    return 'crashing';
  }
  if (exitCode === 0) {
    return 'succeeded';
  }
  return restartPolicy === 'OnFailure' ? 'crashing' : 'failed';
}

function becomesReady(pod: Pod): boolean {
  return behaviourOf(pod).ready && fateOf(pod) !== 'crashing';
}

/** The next thing that a kubelet and a scheduler would do with a pod. */
export type PodStep = 'bind' | 'run' | 'end' | 'remove' | 'nothing';

/** Decides on a pod; a pod of another node is left alone. */
export function podStep(pod: Pod): PodStep {
  const { nodeName } = pod.spec;
  if (nodeName === undefined) {
    return pod.metadata.deletionTimestamp === undefined ? 'bind' : 'nothing';
  }
  if (nodeName !== NODE_NAME) {
    return 'nothing';
  }
  if (pod.metadata.deletionTimestamp !== undefined) {
    return 'remove';
  }
  return stepOfContainers(pod);
}

function stepOfContainers(pod: Pod): PodStep {
  const fate = fateOf(pod);
  switch (pod.status?.phase) {
    case 'Succeeded':
    case 'Failed':
      return 'nothing';
    case 'Running':
      if (fate === 'succeeded' || fate === 'failed') {
        return 'end';
      }
      return isReady(pod) === becomesReady(pod) ? 'nothing' : 'run';
    default:
      return 'run';
  }
}

/** Whether a pod counts as ready for its Services. */
export function isReady({ status, metadata }: Pod): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' && metadata.deletionTimestamp === undefined;
}

/** The status of a pod that runs, with an address that nobody ever dials. */
export function runningStatus(pod: Pod, podIP: string, now: string) {
  const ready = becomesReady(pod);
  const state =
    fateOf(pod) === 'crashing'
      ? {
          restartCount: 1,
          state: { waiting: { reason: 'CrashLoopBackOff', message: 'it ends as soon as it runs' } },
          lastState: terminated(pod, now),
        }
      : { restartCount: 0, state: { running: { startedAt: now } } };
  return {
    phase: 'Running',
    ...statusOf(podIP, now, ready),
    containerStatuses: containersOf(pod, { ready, started: fateOf(pod) !== 'crashing', ...state }),
  };
}

/** The status of a pod whose containers have ended. */
export function endedStatus(pod: Pod, podIP: string, now: string) {
  return {
    phase: fateOf(pod) === 'failed' ? 'Failed' : 'Succeeded',
    ...statusOf(podIP, now, false),
    containerStatuses: containersOf(pod, {
      ready: false,
      started: false,
      restartCount: 0,
      state: terminated(pod, now),
    }),
  };
}

function statusOf(podIP: string, now: string, ready: boolean) {
  const condition = (type: string, holds: boolean) => ({
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime: now,
  });
  return {
    podIP,
    podIPs: [{ ip: podIP }],
    hostIP: '127.0.0.1',
    startTime: now,
    conditions: [
      condition('PodScheduled', true),
      condition('Initialized', true),
      condition('ContainersReady', ready),
      condition('Ready', ready),
    ],
  };
}

function containersOf(pod: Pod, state: object) {
  return pod.spec.containers.map(({ name, image }) => ({ name, image, imageID: image, ...state }));
}

function terminated(pod: Pod, now: string) {
  const exitCode = behaviourOf(pod).exitCode ?? 0;
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { terminated: { exitCode, reason, startedAt: now, finishedAt: now } };
}
