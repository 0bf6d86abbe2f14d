import type { ComponentState } from '../../../api/application.ts';
import { LABELS } from '../../../api/group.ts';
import { factsOf } from '../../../component/facts.ts';
import type { Workload } from '../../../objects/workload.ts';
import { numericId } from '../id.ts';
import type { ComponentRecord } from './response.ts';

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
    ...WITHOUT_COUNTERPART,
    status: state,
    access_infos: [],
    service_id: id,
    tenant_id: teamId,
    service_key: facts.serviceKey,
    service_alias: labels[LABELS.componentAlias] ?? id,
    service_cname: facts.name,
    service_region: region,
    desc: install === undefined ? '' : 'install from market app',
    category: 'app_publish',
    version: facts.version,
    update_version: 1,
    image: facts.image,
    cmd: facts.cmd,
    min_node: facts.minNode,
    min_cpu: facts.minCpu,
    min_memory: facts.minMemory,
    total_memory: facts.minNode * facts.minMemory,
    extend_method: facts.extendMethod,
    service_type: 'application',
    service_origin: 'assistant',
    service_source: install === undefined ? 'docker_image' : 'market',
    tenant_service_group_id: install === undefined ? 0 : numericId(install),
    create_status: 'complete',
    server_type: 'git',
    build_upgrade: true,
    k8s_component_name: name,
  };
}

/** Members of the contract without a counterpart in a cluster, with the values of the contract's original. */
const WITHOUT_COUNTERPART = {
  container_gpu: 0,
  code_from: '',
  git_url: null,
  git_project_id: 0,
  code_version: null,
  creater: 0,
  language: '',
  is_service: false,
  open_webhooks: false,
  check_uuid: '',
  check_event_id: '',
  docker_cmd: null,
  is_upgrate: false,
  oauth_service_id: null,
} as const;
