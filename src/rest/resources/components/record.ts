import { z } from 'zod';
import type { ComponentState } from '../../../api/application.ts';
import { LABELS } from '../../../api/group.ts';
import { factsOf } from '../../../component/facts.ts';
import { keeperOfAdopted } from '../../../component/member.ts';
import type { StoredEvent } from '../../../objects/event.ts';
import type { Workload } from '../../../objects/workload.ts';
import { idOf, numericId } from '../../http/id.ts';
import { constant, constantNull, constantsOf, namedObject } from '../../http/schema.ts';

/** Record of a component: contract 2.9. */
export const componentRecordSchema = namedObject('ComponentRecord', {
  status: z.string().describe('State of the component; docs/applications.md explains each.'),
  access_infos: z.array(z.string()).describe('Addresses by its rules; empty in lists.'),
  service_id: z.string().describe('The component.'),
  tenant_id: z.string().describe('Team of the component.'),
  service_key: z.string().describe('Key of the component in its model; empty where it has none.'),
  service_alias: z.string().describe('Alias of the component.'),
  service_cname: z.string().describe('Name of the component that people see.'),
  service_region: z.string().describe('Region of the component.'),
  desc: z
    .string()
    .describe(
      'Where the component comes from, such as the Helm release of one that the application adopts; empty where nobody knows.',
    ),
  category: constant('app_publish'),
  version: z.string().describe('Version of the component in its model, or the tag of its image.'),
  update_version: constant(1),
  image: z.string().describe('Image of the main container.'),
  cmd: z.string().describe('Command of the main container; empty where it is that of the image.'),
  min_node: z.int().describe('Replicas when it runs.'),
  min_cpu: z.int().describe('Thousandths of a core for each replica; 0 is unlimited.'),
  container_gpu: constant(0),
  min_memory: z.int().describe('MiB of memory for each replica; 0 is unlimited.'),
  extend_method: z.string().describe('How it may be scaled, for example stateless_multiple.'),
  code_from: constant(''),
  git_url: constantNull('string'),
  git_project_id: constant(0),
  code_version: constantNull('string'),
  service_type: constant('application'),
  creater: constant(0),
  language: constant(''),
  total_memory: z.int().describe('MiB of memory of all replicas.'),
  is_service: constant(false),
  service_origin: constant('assistant'),
  tenant_service_group_id: z.int().describe('A number of the install that it belongs to; 0 is none.'),
  open_webhooks: constant(false),
  service_source: z.string().describe('market where it was installed from a store, else docker_image.'),
  create_status: constant('complete'),
  check_uuid: constant(''),
  check_event_id: constant(''),
  docker_cmd: constantNull('string'),
  server_type: constant('git'),
  is_upgrate: constant(false),
  build_upgrade: constant(true),
  oauth_service_id: constantNull('integer'),
  k8s_component_name: z.string().describe('Name of its workload.'),
});

export type ComponentRecord = z.infer<typeof componentRecordSchema>;

const COMPONENT_CONSTANTS = constantsOf(componentRecordSchema);

/** Source of a component's record. */
interface ComponentSource {
  readonly workload: Workload;
  readonly state: ComponentState;
  readonly region: string;
  readonly teamId: string;
}

/** Record of a component: contract 2.9. */
export function componentRecord({ workload, state, region, teamId }: ComponentSource): ComponentRecord {
  const { name, labels = {} } = workload.metadata;
  const facts = factsOf(workload);
  const install = labels[LABELS.install];
  const id = labels[LABELS.componentId] ?? name;
  return {
    ...COMPONENT_CONSTANTS,
    status: state,
    access_infos: [],
    service_id: id,
    tenant_id: teamId,
    service_key: facts.serviceKey,
    service_alias: labels[LABELS.componentAlias] ?? id,
    service_cname: facts.name,
    service_region: region,
    desc: install === undefined ? (keeperOfAdopted(workload) ?? '') : 'install from market app',
    version: facts.version,
    image: facts.image,
    cmd: facts.cmd,
    min_node: facts.minNode,
    min_cpu: facts.minCpu,
    min_memory: facts.minMemory,
    total_memory: facts.minNode * facts.minMemory,
    extend_method: facts.extendMethod,
    service_source: install === undefined ? 'docker_image' : 'market',
    tenant_service_group_id: install === undefined ? 0 : numericId(install),
    k8s_component_name: name,
  };
}

/** Members of the records of all Events. */
export const eventFactsSchema = z.object({
  event_id: z.string().describe('The Event: its uid without dashes.'),
  tenant_id: z.string().describe('Team of its object.'),
  user_name: z.string().describe('What reported the Event, for example kubelet.'),
  opt_type: z.string().describe('Reason of the Event, for example ScalingReplicaSet.'),
  status: z.enum(['success', 'failure']).describe('failure for a Warning.'),
  final_status: constant('complete'),
  message: z.string().describe('What happened.'),
  reason: z.string().describe('The same as opt_type.'),
  create_time: z.string().describe('First time at which it happened.'),
  start_time: z.string().describe('The same as create_time.'),
  end_time: z.string().describe('Last time at which it happened.'),
});

/** Record of an Event on a component. */
const eventRecordSchema = eventFactsSchema.extend({
  target: constant('service'),
  target_id: z.string().describe('The component.'),
});

type EventRecord = z.infer<typeof eventRecordSchema>;

/** Page of the Events on a component. */
export const eventPageSchema = namedObject('EventPage', {
  events: z.array(eventRecordSchema).describe('The Events of the page, the newest first.'),
  total: z.int().describe('Number of Events on all pages.'),
  page: z.int().describe('Number of the page, from 1.'),
  page_size: z.int().describe('Most entries of a page.'),
});

const EVENT_CONSTANTS = constantsOf(eventRecordSchema);

/** A component, and the team that it belongs to. */
interface EventTarget {
  readonly serviceId: string;
  readonly teamId: string;
}

/** Record of an Event on a component. */
export function eventRecord(event: StoredEvent, { serviceId, teamId }: EventTarget): EventRecord {
  return { ...EVENT_CONSTANTS, ...eventFacts(event, teamId), target_id: serviceId };
}

/** Members of the record of any Event. */
export function eventFacts(event: StoredEvent, teamId: string): z.infer<typeof eventFactsSchema> {
  const { metadata, reason = '', message = '', type, source, reportingComponent } = event;
  const first = event.firstTimestamp ?? event.eventTime ?? metadata.creationTimestamp;
  return {
    ...constantsOf(eventFactsSchema),
    event_id: idOf(metadata.uid),
    tenant_id: teamId,
    user_name: source?.component || reportingComponent || '',
    opt_type: reason,
    status: type === 'Warning' ? 'failure' : 'success',
    message,
    reason,
    create_time: first,
    start_time: first,
    end_time: event.lastTimestamp ?? first,
  };
}
