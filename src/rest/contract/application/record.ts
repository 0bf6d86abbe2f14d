import type { Application } from '../../../objects/stoa.ts';
import type { ComponentRecord } from '../component/response.ts';
import { ENTERPRISE } from '../enterprise.ts';
import type { ApplicationDetail, ApplicationInfo, ListedApplication } from './response.ts';

/** Place of an application: its team and region. */
export interface Place {
  readonly teamId: string;
  readonly region: string;
}

/** Name of an application that people see. */
export function displayNameOf({ metadata, spec }: Application): string {
  return spec.displayName ?? metadata.name;
}

/** Record of an application in a list. */
export function listedApplication(application: Application, place: Place): ListedApplication {
  return { ...applicationInfo(application, place), ID: application.spec.id };
}

/** Record of one application with these components. */
export function applicationDetail(
  application: Application,
  place: Place,
  components: readonly ComponentRecord[],
): ApplicationDetail {
  const running = components.filter(({ status }) => status === 'running');
  return {
    ...applicationInfo(application, place),
    app_id: application.spec.id,
    enterprise_id: ENTERPRISE,
    team_name: place.teamId,
    service_count: components.length,
    running_service_count: running.length,
    used_momory: sum(running.map(({ total_memory }) => total_memory)),
    used_cpu: sum(running.map(({ min_cpu, min_node }) => min_cpu * min_node)),
    status: statusOf(running.length, components.length),
  };
}

function applicationInfo(application: Application, { teamId, region }: Place): ApplicationInfo {
  const { metadata, spec } = application;
  return {
    tenant_id: teamId,
    group_name: displayNameOf(application),
    region_name: region,
    is_default: false,
    order_index: 0,
    note: spec.note ?? '',
    username: '',
    governance_mode: 'KUBERNETES_NATIVE_SERVICE',
    create_time: metadata.creationTimestamp,
    update_time: metadata.creationTimestamp,
    app_type: 'rainbond',
    app_store_name: '',
    app_store_url: '',
    app_template_name: '',
    version: null,
    logo: '',
    k8s_app: metadata.name,
  };
}

function statusOf(running: number, all: number): ApplicationDetail['status'] {
  if (running === 0) {
    return 'closed';
  }
  return running === all ? 'running' : 'part_running';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
