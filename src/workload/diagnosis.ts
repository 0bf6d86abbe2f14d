import { clipped } from '../base/text.ts';
import type { ContainerStatus, Pod } from '../objects/workload.ts';
import { conditionOf } from './readiness.ts';

/** What keeps a pod from being ready, as the kubelet or the scheduler says it. */
export interface Trouble {
  /** CamelCase, for example `CrashLoopBackOff`, `ImagePullBackOff`, `Unschedulable`. */
  readonly reason: string;
  /** The same for people, naming pod and container. */
  readonly message: string;
}

interface Ranked extends Trouble {
  /** The lower, the worse. */
  readonly rank: number;
}

/** Why a container waits that is just being started. */
const STARTING: readonly (string | undefined)[] = [undefined, 'ContainerCreating', 'PodInitializing'];

/** Longest part of a message that is somebody else's. */
const MAX_QUOTE = 300;

/**
 * The worst that is wrong with pods that are not ready: a container that exits, before one that cannot be
 * started, before a pod that has failed, before one that finds no node. None for pods that are ready, have
 * succeeded, are being deleted, or merely take their time.
 */
export function troubleOf(pods: readonly Pod[]): Trouble | undefined {
  const [worst] = pods
    .flatMap((pod) => troublesOf(pod))
    .toSorted((a, b) => a.rank - b.rank || (a.message < b.message ? -1 : 1));
  return worst && { reason: worst.reason, message: worst.message };
}

function troublesOf(pod: Pod): Ranked[] {
  const { metadata, status = {} } = pod;
  const { initContainerStatuses = [], containerStatuses = [] } = status;
  if (metadata.deletionTimestamp !== undefined || status.phase === 'Succeeded' || isReadyPod(pod)) {
    return [];
  }
  const containers = [...initContainerStatuses, ...containerStatuses].flatMap(
    (container) => containerTrouble(metadata.name, container) ?? [],
  );
  return [...containers, ...podTroubles(pod)];
}

function containerTrouble(
  pod: string,
  { name, ready, state, lastState }: ContainerStatus,
): Ranked | undefined {
  const what = `container ${name} of pod ${pod}`;
  // What a container wrote when it ended is not repeated: it may hold anything.
  const exit = state?.terminated ?? lastState?.terminated;
  const { reason, message } = state?.waiting ?? {};
  if (exit !== undefined && exit.exitCode !== 0 && ready !== true) {
    const cause = exit.reason === undefined || exit.reason === 'Error' ? '' : ` (${exit.reason})`;
    return {
      rank: 0,
      reason: reason ?? exit.reason ?? 'Error',
      message: `${what} exited with ${exit.exitCode}${cause}`,
    };
  }
  return reason === undefined || STARTING.includes(reason)
    ? undefined
    : { rank: 1, reason, message: `${what} cannot be started: ${clipped(message ?? reason, MAX_QUOTE)}` };
}

function podTroubles({ metadata, status = {} }: Pod): Ranked[] {
  const failed = { rank: 2, reason: status.reason ?? 'Failed' };
  const unscheduled = conditionOf(status, 'PodScheduled', 'False');
  return [
    ...(status.phase === 'Failed'
      ? [{ ...failed, message: `pod ${metadata.name} failed${after(status.message ?? status.reason)}` }]
      : []),
    ...(unscheduled?.reason === 'Unschedulable'
      ? [
          {
            rank: 3,
            reason: unscheduled.reason,
            message: `pod ${metadata.name} finds no node${after(unscheduled.message)}`,
          },
        ]
      : []),
  ];
}

/** Whether a pod is ready for its Services. */
export function isReadyPod({ status }: Pod): boolean {
  return conditionOf(status, 'Ready', 'True') !== undefined;
}

function after(text: string | undefined): string {
  return text === undefined ? '' : `: ${clipped(text, MAX_QUOTE)}`;
}
