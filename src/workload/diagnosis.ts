import { clipped } from '../base/text.ts';
import type { ContainerStatus, Pod } from '../objects/workload.ts';
import { conditionWith, isReadyPod } from './condition.ts';

/**
 * Reason why a pod is not ready, from its kubelet or the scheduler: an image that cannot be pulled, a container that
 * crashes, a pod that fits no node. This is what users read of it, in the status of Applications and
 * MarketInstalls and in `kubectl stoa why`.
 */
export interface Diagnosis {
  /** CamelCase, for example `ImagePullBackOff`, `CrashLoopBackOff`, `Unschedulable`. */
  readonly reason: string;
  /** Sentence for people that names pod and container. */
  readonly message: string;
}

interface Ranked extends Diagnosis {
  /** The lower, the worse. */
  readonly rank: number;
}

/** Reasons of waiting containers that are just being started. */
const STARTING: readonly (string | undefined)[] = [undefined, 'ContainerCreating', 'PodInitializing'];

/** Longest part of a message that is quoted, in characters. */
const MAX_QUOTE = 300;

/**
 * Worst problem of pods that are not ready: a container that exits, before one that cannot be started, before a pod
 * that has failed, before one that fits no node. Undefined for pods that are ready, have succeeded, are being deleted,
 * or merely take their time.
 */
export function diagnosisOf(pods: readonly Pod[]): Diagnosis | undefined {
  const [worst] = pods
    .flatMap((pod) => problemsOf(pod))
    .toSorted((a, b) => a.rank - b.rank || (a.message < b.message ? -1 : 1));
  return worst && { reason: worst.reason, message: worst.message };
}

function problemsOf(pod: Pod): Ranked[] {
  const { metadata, status = {} } = pod;
  const { initContainerStatuses = [], containerStatuses = [] } = status;
  if (metadata.deletionTimestamp !== undefined || status.phase === 'Succeeded' || isReadyPod(pod)) {
    return [];
  }
  const containers = [...initContainerStatuses, ...containerStatuses].flatMap((container) => {
    const name = `container ${container.name} of pod ${metadata.name}`;
    return exited(name, container) ?? notStarted(name, container) ?? [];
  });
  return [...containers, ...failed(pod), ...unscheduled(pod)];
}

/** Crash of a container: it exited with an error, and runs again or waits to (`CrashLoopBackOff`). */
function exited(name: string, { ready, state, lastState }: ContainerStatus): Ranked | undefined {
  const exit = state?.terminated ?? lastState?.terminated;
  if (exit === undefined || exit.exitCode === 0 || ready === true) {
    return undefined;
  }
  const cause = exit.reason === undefined || exit.reason === 'Error' ? '' : ` (${exit.reason})`;
  return {
    rank: 0,
    reason: state?.waiting?.reason ?? exit.reason ?? 'Error',
    // Without the container's own message, which may hold secrets.
    message: `${name} exited with ${exit.exitCode}${cause}`,
  };
}

/** Container that waits for something that does not come: an image (`ErrImagePull`, `ImagePullBackOff`), a Secret. */
function notStarted(name: string, { state }: ContainerStatus): Ranked | undefined {
  const { reason, message } = state?.waiting ?? {};
  return reason === undefined || STARTING.includes(reason)
    ? undefined
    : { rank: 1, reason, message: `${name} cannot be started: ${clipped(message ?? reason, MAX_QUOTE)}` };
}

/** Failure of a whole pod, for example an eviction. */
function failed({ metadata, status = {} }: Pod): Ranked[] {
  const { phase, reason, message } = status;
  return phase === 'Failed'
    ? [
        {
          rank: 2,
          reason: reason ?? 'Failed',
          message: `pod ${metadata.name} failed${quoted(message ?? reason)}`,
        },
      ]
    : [];
}

/** Pod for which the scheduler finds no node. */
function unscheduled({ metadata, status }: Pod): Ranked[] {
  const condition = conditionWith(status, 'PodScheduled', 'False');
  return condition?.reason === 'Unschedulable'
    ? [
        {
          rank: 3,
          reason: condition.reason,
          message: `pod ${metadata.name} finds no node${quoted(condition.message)}`,
        },
      ]
    : [];
}

function quoted(text: string | undefined): string {
  return text === undefined ? '' : `: ${clipped(text, MAX_QUOTE)}`;
}
