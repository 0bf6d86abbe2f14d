import { clipped } from '../../../base/text.ts';
import type { Pod } from '../../../objects/workload.ts';
import { isReadyPod } from '../../../workload/condition.ts';
import { diagnosisOf } from '../../../workload/diagnosis.ts';
import { MOST, type TopologyPod } from './schema.ts';

/** Most pods in the record of a component among as many. Pure. */
export function mostPods(components: number): number {
  const share = Math.floor(MOST.allPods / Math.max(components, 1));
  return Math.min(MOST.pods, Math.max(share, 1));
}

/** Records of the pods of a component by name: of more than `most`, those that are ready are left out first. Pure. */
export function podRecords(pods: readonly Pod[], most: number): TopologyPod[] {
  const kept = pods.length <= most ? pods : pods.toSorted(byNeed).slice(0, most);
  return kept.toSorted(byName).map(podRecord);
}

function byNeed(a: Pod, b: Pod): number {
  return Number(isReadyPod(a)) - Number(isReadyPod(b)) || byName(a, b);
}

function byName(a: Pod, b: Pod): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

function podRecord(pod: Pod): TopologyPod {
  const { metadata, spec, status = {} } = pod;
  const problem = diagnosisOf([pod]);
  const containers = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
  return {
    name: metadata.name,
    phase: metadata.deletionTimestamp === undefined ? (status.phase ?? '') : 'Terminating',
    ready: isReadyPod(pod),
    restarts: containers.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0),
    reason: problem?.reason ?? '',
    message: clipped(problem?.message ?? '', MOST.text),
    node: spec.nodeName ?? '',
    started_at: status.startTime ?? '',
  };
}
