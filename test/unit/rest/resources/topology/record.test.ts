import { expect, it } from 'vitest';
import { REASONS } from '../../../../../src/api/reason.ts';
import type { Gateway } from '../../../../../src/objects/gatewayapi.ts';
import type { Pod } from '../../../../../src/objects/workload.ts';
import type { ObservedParts } from '../../../../../src/rest/resources/topology/read.ts';
import { type Observed, topologyRecord } from '../../../../../src/rest/resources/topology/record.ts';
import { mayOf } from '../../../../../src/rest/resources/topology/rights.ts';
import { topologySchema } from '../../../../../src/rest/resources/topology/schema.ts';
import { podsByWorkload } from '../../../../../src/workload/pod.ts';
import { applicationOf, installOf, readyIs } from '../../../../support/applications.ts';
import { GATEWAY_PLACE } from '../../../../support/gatewayplace.ts';
import { openServiceOf, ruleOf, serviceOf } from '../../../../support/rules.ts';
import { POD_STATUS, podOf, workloadOf } from '../../../../support/workloads.ts';

const UNREAD = { part: 'gateway', why: 'you may not read it' } as const;

const NOTHING: ObservedParts = {
  application: applicationOf(),
  rules: [],
  installs: [],
  services: [],
  workloads: [],
  listed: [],
  pods: new Map(),
  missing: [],
};

/** The record of parts; it always fits its schema. */
async function recordOf(parts: Partial<ObservedParts>, observed: Partial<Observed> = {}) {
  const record = await topologyRecord({
    parts: { ...NOTHING, ...parts },
    gateway: UNREAD,
    rights: { may: mayOf(() => true), missing: [] },
    place: GATEWAY_PLACE,
    tcpAddress: undefined,
    ...observed,
  });
  expect(topologySchema.safeParse(record).error).toBeUndefined();
  return record;
}

function pods(...all: readonly Pod[]): Promise<ObservedParts['pods']> {
  return podsByWorkload(
    (async function* () {
      yield { items: all };
    })(),
  );
}

const gateway: Gateway = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: { name: 'stoa', namespace: 'stoa-system', uid: 'g', resourceVersion: '1', creationTimestamp: '' },
  spec: {
    gatewayClassName: 'traefik',
    listeners: [
      { name: 'http', port: 80, protocol: 'HTTP' },
      { name: 'a', port: 443, protocol: 'HTTPS' },
    ],
  },
  status: { addresses: [{ value: '192.0.2.1' }, {}, { value: 'gate.example.com' }] },
};

it('has the Gateway as the caller reads it, or else as the configuration has it', async () => {
  const place = { ...GATEWAY_PLACE, className: 'nginx' };
  const named = { namespace: 'stoa-system', name: 'stoa' };
  expect((await recordOf({}, { gateway, place })).gateway).toEqual({
    ...named,
    engine: 'traefik',
    addresses: ['192.0.2.1', 'gate.example.com'],
    https: true,
  });
  const unread = await recordOf({}, { place, tcpAddress: 'gate.example.com' });
  expect(unread.gateway).toEqual({ ...named, engine: 'nginx', addresses: ['gate.example.com'] });
  expect(unread.missing).toEqual([UNREAD]);
});

it('has components with their ports, pods and what they depend on', async () => {
  const env = [{ name: 'DEPEND_SERVICE', value: 'api:api,elsewhere:none,web:web' }];
  const containers = [{ name: 'main', image: 'hub.example.com/web:2.1', env }];
  const web = workloadOf(
    'Deployment',
    { replicas: 2, template: { spec: { containers } } },
    { replicas: 2, readyReplicas: 1, updatedReplicas: 2, availableReplicas: 1 },
    {
      labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'web', 'stoa.dev/install-uid': 'uid-shop' },
    },
  );
  const api = workloadOf(
    'StatefulSet',
    {},
    {},
    { name: 'api', labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'api' } },
  );
  const install = installOf('shop', true);
  const component = {
    key: 'k',
    id: 'web',
    name: 'Web',
    kind: 'Deployment',
    workload: 'web',
    wave: 2,
    ready: false,
  };
  const { components, components_total } = await recordOf({
    installs: [{ ...install, status: { ...install.status, components: [component] } }],
    services: [
      openServiceOf('web'),
      serviceOf('api', [{ port: 53, protocol: 'UDP', appProtocol: 'kubernetes.io/h2c' }]),
    ],
    workloads: [web, api],
    pods: await pods(podOf('web-1', POD_STATUS.ready), podOf('web-2', POD_STATUS.crashing)),
  });
  expect(components_total).toBe(2);
  expect(components).toMatchObject([
    {
      service_id: 'api',
      kind: 'StatefulSet',
      ports: [{ service: 'api', name: '', port: 53, protocol: 'udp', app_protocol: 'h2c', open: false }],
      pods: [],
      install_id: '',
      wave: 0,
      depends_on: [],
    },
    {
      service_id: 'web',
      state: 'some_abnormal',
      reason: 'CrashLoopBackOff',
      message: 'container main of pod web-2 exited with 3',
      image: 'hub.example.com/web:2.1',
      version: '2.1',
      replicas: 2,
      ready_replicas: 1,
      ports: [{ port: 8080, container_port: 8080, protocol: 'tcp', app_protocol: '', open: true }],
      pods: [{ name: 'web-1' }, { name: 'web-2' }],
      pods_total: 2,
      install_id: 'uidshop',
      wave: 2,
      depends_on: ['api'],
      adopted: false,
    },
  ]);
});

it('has components as the operator has seen them where the caller may not read their pods or workloads', async () => {
  const listed = [
    {
      id: 'web',
      name: 'Web',
      kind: 'Deployment',
      workload: 'web',
      state: 'abnormal',
      ready: '1/3',
      message: 'it crashes',
    },
    { id: 'job', name: 'Job', kind: 'Job', workload: 'job', state: 'succeeded', ready: '1/1' },
  ] as const;
  const application = { ...applicationOf(), status: { components: [...listed] } };
  const { components } = await recordOf({
    application,
    workloads: [workloadOf('Deployment', { replicas: 3 })],
    listed: [listed[1]],
    pods: undefined,
  });
  expect(components).toMatchObject([
    { service_id: 'job', kind: 'Job', state: 'succeeded', replicas: 1, ready_replicas: 1, image: '' },
    { service_id: 'web', state: 'abnormal', message: 'it crashes', replicas: 3, pods: [], pods_total: 0 },
  ]);
});

it('opens a port by a rule of another name for it', async () => {
  const { components } = await recordOf({
    rules: [ruleOf({ containerPort: 80, whetherOpen: true })],
    services: [
      serviceOf('web', [
        { name: 'http', port: 80, targetPort: 8080 },
        { name: 'admin', port: 81 },
      ]),
    ],
    workloads: [workloadOf('Deployment')],
  });
  expect(components[0]?.ports.map(({ name, open }) => [name, open])).toEqual([
    ['http', true],
    ['admin', false],
  ]);
});

it('takes no Service of another application for a part of a component with the same id', async () => {
  const other = serviceOf('web', [{ port: 1 }], 'other');
  const labels = { 'stoa.dev/app-id': '2', 'stoa.dev/component-id': 'web' };
  const { components } = await recordOf({
    services: [{ ...other, metadata: { ...other.metadata, labels } }],
    workloads: [workloadOf('Deployment')],
  });
  expect(components[0]?.ports).toEqual([]);
});

it('has installs with their progress', async () => {
  const chart = { ...installOf('chart', false) };
  const { installs } = await recordOf({
    installs: [
      installOf('shop', true),
      {
        ...chart,
        spec: { ...chart.spec, market: { url: 'https://charts.example.com', type: 'helm' } },
        status: {
          ...chart.status,
          progress: { wave: '1/2', ready: '1/3' },
          conditions: [{ ...readyIs(false), reason: REASONS.storeUnreachable }],
        },
      },
    ],
  });
  expect(installs).toMatchObject([
    {
      name: 'chart',
      kind: 'chart',
      ready: 'False',
      wave: '1/2',
      components_ready: '1/3',
      todo: expect.stringMatching(/./),
    },
    { name: 'shop', kind: 'model', ready: 'True', app_model_id: 'm', version: '1' },
  ]);
});

it('leaves out of too many rules those that are ready first', async () => {
  const rules = Array.from({ length: 1_005 }, (_, index) => {
    const rule = ruleOf({ domainPath: `/${index}` }, { name: `r${String(index).padStart(4, '0')}` });
    return { ...rule, status: { observedGeneration: 1, conditions: [readyIs(index < 1_004)] } };
  });
  const record = await recordOf({ rules });
  expect(record.rules_total).toBe(1_005);
  expect(record.rules).toHaveLength(1_000);
  expect(record.rules.at(-1)).toMatchObject({ name: 'r1004', ready: 'False' });
});

it('keeps the event loop free for others with 1,000 rules, 500 components and 10,000 pods', async () => {
  const labels = (id: number) => ({ 'stoa.dev/app-id': '1', 'stoa.dev/component-id': `c${id}` });
  const range = (length: number) => Array.from({ length }, (_, index) => index);
  const parts = {
    rules: range(1_000).map((n) =>
      ruleOf({ serviceId: `c${n % 500}`, domainPath: `/p${n}` }, { name: `r${n}` }),
    ),
    services: range(500).map((n) => serviceOf(`c${n}`, [{ port: 8080 }])),
    workloads: range(500).map((n) => workloadOf('Deployment', {}, {}, { name: `w${n}`, labels: labels(n) })),
    pods: new Map(
      range(500).map((n) => [
        `team/Deployment/w${n}`,
        range(20).map((k) => podOf(`w${n}-${k}`, POD_STATUS.crashing)),
      ]),
    ),
  };
  // Time that the thread has worked, since other processes take theirs of the wall clock.
  let [before, longest, going] = [process.threadCpuUsage(), 0, true];
  const watching = (async () => {
    while (going) {
      await new Promise((resolve) => setImmediate(resolve));
      const now = process.threadCpuUsage();
      longest = Math.max(longest, now.user + now.system - before.user - before.system);
      before = now;
    }
  })();
  const record = await topologyRecord({
    parts: { ...NOTHING, ...parts },
    gateway: UNREAD,
    rights: { may: mayOf(() => true), missing: [] },
    place: GATEWAY_PLACE,
    tcpAddress: undefined,
  });
  going = false;
  await watching;
  expect([record.rules.length, record.components.length]).toEqual([1_000, 500]);
  expect(record.components.flatMap(({ pods: own }) => own)).toHaveLength(2_000);
  expect(longest / 1_000).toBeLessThan(50);
});
