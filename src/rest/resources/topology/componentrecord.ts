import type { ListedComponent } from '../../../api/application.ts';
import { LABELS } from '../../../api/group.ts';
import type { InstalledComponent } from '../../../api/marketinstall.ts';
import { clipped } from '../../../base/text.ts';
import { dependenciesOf } from '../../../component/dependencies.ts';
import { type ComponentPort, portsOf } from '../../../component/exposure.ts';
import { factsOf } from '../../../component/facts.ts';
import { adopterOf } from '../../../component/member.ts';
import { managerOf } from '../../../objects/managed.ts';
import type { Pod, Workload } from '../../../objects/workload.ts';
import { isOpen } from '../../../rule/open.ts';
import { replicasOf, stateOf, troubleOf } from '../../../workload/state.ts';
import { idOf } from '../../http/id.ts';
import type { Exposures } from './exposures.ts';
import { mostPods, podRecords } from './podrecords.ts';
import { MOST, type TopologyComponent } from './schema.ts';

/** Source of the records of components. */
export interface ComponentSource {
  readonly exposures: Exposures;
  /** Components of installs, by the identity of the install and the id of the component. */
  readonly installed: ReadonlyMap<string, InstalledComponent>;
  /** Uids of the installs, by their identities. */
  readonly uids: ReadonlyMap<string, string>;
  /** Ids of all components. */
  readonly ids: ReadonlySet<string>;
}

/** A component as the caller reads it. */
export interface ReadComponent {
  readonly workload: Workload;
  /** Undefined where the caller may not list pods. */
  readonly pods: readonly Pod[] | undefined;
  /** The component as the operator has seen it, where it has. */
  readonly listed: ListedComponent | undefined;
}

/** Id of the component of a workload. */
export function workloadComponentId({ metadata }: Workload): string {
  return metadata.labels?.[LABELS.componentId] ?? metadata.name;
}

/** Key of `ComponentSource.installed`. */
export function installedKey(installedBy: string, id: string): string {
  return `${installedBy} ${id}`;
}

/** Record of a component. Pure. */
export function topologyComponent(component: ReadComponent, source: ComponentSource): TopologyComponent {
  const { workload, pods = [] } = component;
  const { name, labels = {} } = workload.metadata;
  const id = workloadComponentId(workload);
  const facts = factsOf(workload);
  const { ready, wanted } = replicasOf(workload);
  const install = labels[LABELS.install];
  const installed = install === undefined ? undefined : source.installed.get(installedKey(install, id));
  return {
    service_id: id,
    name: facts.name,
    alias: labels[LABELS.componentAlias] ?? id,
    kind: workload.kind,
    workload: name,
    ...standingOf(component),
    image: clipped(facts.image, MOST.text),
    version: clipped(facts.version, MOST.text),
    replicas: wanted,
    ready_replicas: ready,
    ports: portRecords(id, source.exposures),
    pods: podRecords(pods, mostPods(source.ids.size)),
    pods_total: pods.length,
    install_id: install === undefined ? '' : idOf(source.uids.get(install) ?? install),
    depends_on: dependenciesOf(workload).filter((each) => each !== id && source.ids.has(each)),
    wave: installed?.wave ?? 0,
    managed_by: managerOf(workload) ?? '',
    adopted: adopterOf(workload) !== undefined,
  };
}

/** Record of a component whose workload the caller may not read, as the operator has listed it. Pure. */
export function listedRecord(listed: ListedComponent, { exposures }: ComponentSource): TopologyComponent {
  const [ready = 0, wanted = 0] = listed.ready.split('/').map(Number);
  return {
    service_id: listed.id,
    name: listed.name,
    alias: listed.id,
    kind: listed.kind,
    workload: listed.workload,
    state: listed.state,
    reason: '',
    message: listed.message ?? '',
    image: '',
    version: '',
    replicas: wanted,
    ready_replicas: ready,
    ports: portRecords(listed.id, exposures),
    pods: [],
    pods_total: 0,
    install_id: '',
    depends_on: [],
    wave: 0,
    managed_by: listed.owner ?? '',
    adopted: listed.owner !== undefined,
  };
}

/** States in which nothing is wrong and nothing waits. */
const AT_REST: readonly TopologyComponent['state'][] = ['undeploy', 'closed', 'running', 'succeeded'];

/** State of a component and what is wrong; as the operator has seen it where the caller may not list pods. */
function standingOf({
  workload,
  pods,
  listed,
}: ReadComponent): Pick<TopologyComponent, 'state' | 'reason' | 'message'> {
  if (pods === undefined && listed !== undefined) {
    return { state: listed.state, reason: '', message: listed.message ?? '' };
  }
  const state = stateOf(workload, pods ?? []);
  const trouble = AT_REST.includes(state) ? undefined : troubleOf(workload, pods ?? []);
  return { state, reason: trouble?.reason ?? '', message: clipped(trouble?.message ?? '', MOST.text) };
}

function portRecords(id: string, exposures: Exposures): TopologyComponent['ports'] {
  const exposure = exposures.ofComponent(id);
  const rules = exposures.rulesFor(id);
  const record = ({ service, name, port, transport, targets, targetName, declares }: ComponentPort) => {
    const [target] = targets;
    return {
      service,
      name: name ?? '',
      port,
      container_port: target ?? 0,
      protocol: transport === 'UDP' ? ('udp' as const) : ('tcp' as const),
      app_protocol: declares ?? ('' as const),
      open: isOpen(target ?? targetName ?? port, rules, exposure, transport),
    };
  };
  return portsOf(exposure).slice(0, MOST.ports).map(record);
}
