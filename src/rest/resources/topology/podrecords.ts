import { clipped } from '../../../base/text.ts';
import type { Pod } from '../../../objects/workload.ts';
import { isReadyPod } from '../../../workload/condition.ts';
import { diagnosisOf } from '../../../workload/diagnosis.ts';
import { MOST, type TopologyPod } from './schema.ts';

/** Records of the pods of a component by name: of many, those that are not ready go first. Pure. */
export function podRecords(pods: readonly Pod[]): TopologyPod[] {
  const kept = pods.length <= MOST.pods ? pods : pods.toSorted(byNeed).slice(0, MOST.pods);
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
