import type { Pod } from '../../../src/objects/workload.ts';

/** Name of the one node, to which all pods are bound. */
export const NODE_NAME = 'stoa-local';

/** Address of the node, from which pods take `status.hostIP`. */
export const HOST_IP = '127.0.0.1';

/** Behaviour of a pod's stand-in, which annotations of its template set. */
export interface Behaviour {
  /** `stand-in.example.com/ready: never`: runs, but is never ready. */
  readonly ready: boolean;
  /** `stand-in.example.com/delay-ms: "<milliseconds>"`: waits before it answers. */
  readonly delayMs: number;
  /** `stand-in.example.com/status: "<code>"`: answers HTTP requests with that status. */
  readonly status: number;
  /** `stand-in.example.com/user: "<name>:<password>"`: answers HTTP requests without these with 401. */
  readonly user?: string;
  /**
   * `stand-in.example.com/exit-code: "<code>"`: its containers end with this code at once. Without it they keep running,
   * or end with 0 where the pod's restartPolicy is not Always.
   */
  readonly exitCode?: number;
}

/** Annotations by which a pod's template sets its behaviour. */
const SETTINGS = {
  ready: 'stand-in.example.com/ready',
  delayMs: 'stand-in.example.com/delay-ms',
  status: 'stand-in.example.com/status',
  user: 'stand-in.example.com/user',
  exitCode: 'stand-in.example.com/exit-code',
} as const;

/** Names of these annotations. */
export const SETTING_NAMES: readonly string[] = Object.values(SETTINGS);

/** Behaviour of a pod by its annotations. */
export function behaviourOf({ metadata, spec }: Pod): Behaviour {
  const annotations = metadata.annotations ?? {};
  const exitCode = annotations[SETTINGS.exitCode] ?? (isToEnd(spec) ? 0 : undefined);
  const user = annotations[SETTINGS.user];
  return {
    ready: annotations[SETTINGS.ready] !== 'never',
    delayMs: Number(annotations[SETTINGS.delayMs] ?? 0),
    status: Number(annotations[SETTINGS.status] ?? 200),
    ...(user === undefined ? {} : { user }),
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
  };
}

function isToEnd({ restartPolicy = 'Always' }: Pod['spec']): boolean {
  return restartPolicy !== 'Always';
}

/** Fate of a pod's containers; `crashing` ones are restarted again and again. */
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

/** Next step of a scheduler and a kubelet for a pod. */
export type PodStep = 'bind' | 'run' | 'end' | 'remove' | 'nothing';

/** Next step for a pod; nothing for one of another node. */
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

/** Whether a pod is ready for its Services. */
export function isReady({ status, metadata }: Pod): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' && metadata.deletionTimestamp === undefined;
}

/** Status of a running pod. */
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

/** Status of a pod whose containers have ended. */
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
    hostIP: HOST_IP,
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
