import { expect, it } from 'vitest';
import type { Workload } from '../../../../../src/objects/workload.ts';
import { componentRecord } from '../../../../../src/rest/resources/components/record.ts';
import { workloadOf } from '../../../../support/workloads.ts';

/** Contract 2.9, with the kind of each value; `?` marks those that the original answers with null. */
const FIELDS = {
  status: 'string',
  access_infos: 'array',
  service_id: 'string',
  tenant_id: 'string',
  service_key: 'string',
  service_alias: 'string',
  service_cname: 'string',
  service_region: 'string',
  desc: 'string',
  category: 'string',
  version: 'string',
  update_version: 'integer',
  image: 'string',
  cmd: 'string',
  min_node: 'integer',
  min_cpu: 'integer',
  container_gpu: 'integer',
  min_memory: 'integer',
  extend_method: 'string',
  code_from: 'string',
  git_url: 'string?',
  git_project_id: 'integer',
  code_version: 'string?',
  service_type: 'string',
  creater: 'integer',
  language: 'string',
  total_memory: 'integer',
  is_service: 'boolean',
  service_origin: 'string',
  tenant_service_group_id: 'integer',
  open_webhooks: 'boolean',
  service_source: 'string',
  create_status: 'string',
  check_uuid: 'string',
  check_event_id: 'string',
  docker_cmd: 'string?',
  server_type: 'string',
  is_upgrate: 'boolean',
  build_upgrade: 'boolean',
  oauth_service_id: 'integer?',
  k8s_component_name: 'string',
};

const facts = {
  serviceKey: 'key',
  name: 'Database',
  version: '8.0',
  image: 'hub.example.com/mysql:8.0',
  cmd: 'mysqld',
  extendMethod: 'state_multiple',
  minNode: 2,
  minMemory: 512,
  minCpu: 500,
};
const installed = workloadOf(
  'StatefulSet',
  { replicas: 0 },
  {},
  {
    labels: {
      'stoa.dev/app-id': '1',
      'stoa.dev/component-id': 'c0ffee',
      'stoa.dev/component-alias': 'gr123456',
      'stoa.dev/install-uid': '0f0f0f0f-0000-4000-8000-000000000000',
    },
    annotations: { 'stoa.dev/component-facts': JSON.stringify(facts) },
  },
);
const resources = { limits: { cpu: '250m', memory: '1Gi' } };
const main = { name: 'main', image: 'localhost:5000/shop:2.1', command: ['sh'], args: ['-c', 'run'] };
const adopted = workloadOf('Deployment', {
  replicas: 3,
  template: {
    spec: {
      containers: [
        { ...main, resources },
        { name: 'side', image: 'side', resources },
      ],
    },
  },
});

function recordOf(workload: Workload) {
  return componentRecord({ workload, state: 'running', region: 'here', teamId: 't1' });
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) {
    return 'array';
  }
  return Number.isInteger(value) ? 'integer' : typeof value;
}

it.each([
  ['installed', installed],
  ['adopted', adopted],
  ['bare', workloadOf('CronJob')],
])('a component that was %s has every field of the contract, and no other', (_, workload) => {
  const record: Record<string, unknown> = recordOf(workload);
  expect(Object.keys(record).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  for (const [field, kind] of Object.entries(FIELDS)) {
    const found = record[field];
    expect([field, found === null ? kind : kindOf(found)]).toEqual([
      field,
      found === null ? expect.stringContaining('?') : kind.replace('?', ''),
    ]);
  }
});

it('reports the facts that its install stored of a component', () => {
  expect(recordOf(installed)).toMatchObject({
    status: 'running',
    service_id: 'c0ffee',
    tenant_id: 't1',
    service_key: 'key',
    service_alias: 'gr123456',
    service_cname: 'Database',
    service_region: 'here',
    version: '8.0',
    image: 'hub.example.com/mysql:8.0',
    min_node: 2,
    min_memory: 512,
    total_memory: 1024,
    min_cpu: 500,
    extend_method: 'state_multiple',
    service_source: 'market',
    tenant_service_group_id: expect.any(Number),
    k8s_component_name: 'web',
  });
  expect(recordOf(installed).tenant_service_group_id).toBeGreaterThan(0);
});

it('reports of an adopted component what its workload shows', () => {
  expect(recordOf(adopted)).toMatchObject({
    service_id: 'web',
    service_alias: 'web',
    service_cname: 'web',
    service_key: '',
    version: '2.1',
    image: 'localhost:5000/shop:2.1',
    cmd: 'sh -c run',
    min_node: 3,
    min_memory: 2048,
    min_cpu: 500,
    total_memory: 6144,
    extend_method: 'stateless_multiple',
    service_source: 'docker_image',
    tenant_service_group_id: 0,
  });
});

it.each(['{', '[]', '{"serviceKey":1}'])('reads a workload where its facts are %s', (text) => {
  const annotations = { 'stoa.dev/component-facts': text };
  const workload = { ...adopted, metadata: { ...adopted.metadata, annotations } };
  expect(recordOf(workload)).toEqual(recordOf(adopted));
});

it.each([
  ['shop', 'latest'],
  ['localhost:5000/shop', 'latest'],
  ['shop:1@sha256:00', '1'],
  ['shop@sha256:00', 'latest'],
])('the version of the image %s is %s', (image, version) => {
  const template = { spec: { containers: [{ name: 'main', image }] } };
  expect(recordOf(workloadOf('Deployment', { template }))).toMatchObject({ version, min_memory: 0 });
});
