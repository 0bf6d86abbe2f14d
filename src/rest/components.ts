import { LABELS } from '../api/group.ts';
import { PODS, WORKLOADS, type Workload } from '../objects/workload.ts';
import { workloadKey, workloadsOfPod } from '../workload/pod.ts';
import { stateOf } from '../workload/state.ts';
import { componentRecord } from './contract/component/record.ts';
import type { ComponentRecord } from './contract/component/response.ts';
import type { Scope } from './scope.ts';

/** Workloads of the application's components, read as the caller, by name. */
export async function readComponents({ client, namespace, application }: Scope): Promise<Workload[]> {
  const labelSelector = `${LABELS.appId}=${application.spec.id},${LABELS.componentId}`;
  const found = await Promise.all(
    WORKLOADS.map((resource) => client.list(resource, { namespace, labelSelector })),
  );
  return found.flat().toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

/** Records of the application's components: `service_list` of contract 2.9. */
export async function componentRecords(scope: Scope): Promise<ComponentRecord[]> {
  const { client, namespace, region, teamId } = scope;
  const [workloads, pods] = await Promise.all([readComponents(scope), client.list(PODS, { namespace })]);
  return workloads.map((workload) => {
    const key = workloadKey(namespace, workload.kind, workload.metadata.name);
    const own = pods.filter((pod) => workloadsOfPod(pod).includes(key));
    return componentRecord({ workload, state: stateOf(workload, own), region, teamId });
  });
}
