import type { Pod } from './kinds.ts';

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
}

/** The behaviour that a pod's annotations ask for. */
export function behaviourOf({ metadata }: Pod): Behaviour {
  const annotations = metadata.annotations ?? {};
  return {
    ready: annotations['local.stoa.dev/ready'] !== 'never',
    delayMs: Number(annotations['local.stoa.dev/delay-ms'] ?? 0),
    status: Number(annotations['local.stoa.dev/status'] ?? 200),
  };
}

/** The next thing that a kubelet and a scheduler would do with a pod. */
export type PodStep = 'bind' | 'run' | 'remove' | 'nothing';

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
  return pod.status?.phase === 'Running' && isReady(pod) === behaviourOf(pod).ready ? 'nothing' : 'run';
}

/** Whether a pod counts as ready for its Services. */
export function isReady({ status, metadata }: Pod): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' && metadata.deletionTimestamp === undefined;
}

/** The status of a pod that runs, with an address that nobody ever dials. */
export function runningStatus(pod: Pod, podIP: string, now: string) {
  const ready = behaviourOf(pod).ready;
  const condition = (type: string, holds: boolean) => ({
    type,
    status: holds ? 'True' : 'False',
    lastTransitionTime: now,
  });
  return {
    phase: 'Running',
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
    containerStatuses: pod.spec.containers.map(({ name, image }) => ({
      name,
      image,
      imageID: image,
      ready,
      started: true,
      restartCount: 0,
      state: { running: { startedAt: now } },
    })),
  };
}
