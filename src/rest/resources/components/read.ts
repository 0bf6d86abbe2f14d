import { LABELS } from '../../../api/group.ts';
import { adopts } from '../../../component/adoption.ts';
import { applicationKey, applicationOf } from '../../../component/caches.ts';
import { listWorkloads, readAdopted } from '../../../component/readworkloads.ts';
import type { StoredEvent } from '../../../objects/event.ts';
import { PODS, type Pod, type Workload } from '../../../objects/workload.ts';
import { podsByWorkload, workloadKey } from '../../../workload/pod.ts';
import { stateOf } from '../../../workload/state.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { eventsOn } from './events.ts';
import { type ComponentRecord, componentRecord } from './record.ts';

/** The workload of a component, and its pods. */
interface Component {
  readonly workload: Workload;
  readonly pods: readonly Pod[];
}

/** Workloads of the application's components, read as the caller, by name. */
export async function readComponents({ client, namespace, application }: Scope): Promise<Workload[]> {
  const { id } = application.spec;
  const found = adopts(application)
    ? (await readAdopted(client, namespace, listWorkloads)).workloads
    : await listWorkloads(client, {
        namespace,
        labelSelector: `${LABELS.appId}=${id},${LABELS.componentId}`,
      });
  const own = found.filter((each) => applicationOf(each).includes(applicationKey(namespace, id)));
  return own.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}

/** Records of the application's components: `service_list` of contract 2.9. */
export async function componentRecords(scope: Scope): Promise<ComponentRecord[]> {
  return (await componentsOf(scope)).map((component) => recordIn(scope, component));
}

/** Record of the component with an id or an alias, at these addresses; throws the Problem `serviceNotFound`. */
export async function componentRecordAt(
  scope: Scope,
  id: string,
  addressesOf: (serviceId: string) => readonly string[],
): Promise<ComponentRecord> {
  const record = recordIn(scope, await findComponent(scope, id));
  return { ...record, access_infos: [...addressesOf(record.service_id)] };
}

/** Events on a component and on its pods. */
interface ComponentEvents {
  readonly serviceId: string;
  /** The newest first. */
  readonly events: readonly StoredEvent[];
}

/** Events on the component with an id or an alias, read as the caller; throws the Problem `serviceNotFound`. */
export async function componentEvents(scope: Scope, id: string): Promise<ComponentEvents> {
  const { workload, pods } = await findComponent(scope, id);
  const serviceId = recordIn(scope, { workload, pods }).service_id;
  return { serviceId, events: await eventsOn(scope, [workload, ...pods]) };
}

async function componentsOf(scope: Scope): Promise<readonly Component[]> {
  const { client, namespace } = scope;
  const [workloads, byWorkload] = await Promise.all([
    readComponents(scope),
    podsByWorkload(client.pages(PODS, { namespace })),
  ]);
  return workloads.map((workload) => ({
    workload,
    pods: byWorkload.get(workloadKey(namespace, workload.kind, workload.metadata.name)) ?? [],
  }));
}

async function findComponent(scope: Scope, id: string): Promise<Component> {
  const components = await componentsOf(scope);
  const labelled = (label: string) =>
    components.find(({ workload }) => workload.metadata.labels?.[label] === id);
  const found = labelled(LABELS.componentId) ?? labelled(LABELS.componentAlias);
  if (found === undefined) {
    throw new Problem('serviceNotFound', `service_id: the application has no component ${id}`);
  }
  return found;
}

function recordIn({ region, teamId }: Scope, { workload, pods }: Component): ComponentRecord {
  return componentRecord({ workload, state: stateOf(workload, pods), region, teamId });
}
