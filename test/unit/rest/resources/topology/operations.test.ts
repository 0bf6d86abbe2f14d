import { beforeEach, expect, it } from 'vitest';
import { KubeError } from '../../../../../src/kube/error.ts';
import type { KubeRequest } from '../../../../../src/kube/request.ts';
import { senderTo } from '../../../../support/restapi.ts';
import { ruleOf, serviceOf } from '../../../../support/rules.ts';
import { POD_STATUS, podOf, workloadOf } from '../../../../support/workloads.ts';

const APP = '/openapi/v1/teams/shop/regions/local/apps/1';

const META = { namespace: 'team', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

const UNLABELLED = { app: 'legacy' };

/** Event on an object of the namespace. */
function eventOn(involvedObject: object, uid: string, lastTimestamp: string) {
  return {
    metadata: { ...META, name: uid, uid },
    involvedObject,
    reason: 'Any',
    message: uid,
    lastTimestamp,
  };
}

const LISTS: Readonly<Record<string, readonly object[]>> = {
  namespaces: [{ metadata: { ...META, name: 'team', labels: { 'stoa.dev/team': 'shop' } } }],
  applications: [
    {
      metadata: { ...META, name: 'store', uid: 'a' },
      spec: { id: 1, components: [{ workload: { kind: 'StatefulSet', name: 'legacy' } }] },
      status: {
        components: [
          { id: 'web', name: 'Web', kind: 'Deployment', workload: 'web', state: 'abnormal', ready: '0/1' },
        ],
      },
    },
  ],
  gatewayrules: [ruleOf(), { ...ruleOf({}, { name: 'other' }), spec: { ...ruleOf().spec, appId: 2 } }],
  services: [serviceOf('web', [{ port: 8080 }])],
  deployments: [workloadOf('Deployment', { replicas: 1 })],
  statefulsets: [workloadOf('StatefulSet', {}, {}, { name: 'legacy', labels: UNLABELLED })],
  pods: [podOf('web-1', POD_STATUS.crashing), podOf('other-1', POD_STATUS.ready, { ownerReferences: [] })],
  events: [
    eventOn({ apiVersion: 'v1', kind: 'Pod', name: 'web-1' }, 'pod', '2026-01-01T00:00:02Z'),
    eventOn({ apiVersion: 'v1', kind: 'Pod', name: 'other-1' }, 'other', '2026-01-01T00:00:02Z'),
    eventOn(
      { apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', name: 'rule' },
      'rule',
      '2026-01-01T00:00:03Z',
    ),
    eventOn(
      { apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', name: 'other' },
      'other',
      '2026-01-01T00:00:03Z',
    ),
    eventOn(
      { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', name: 'store' },
      'argo',
      '2026-01-01T00:00:04Z',
    ),
    eventOn({ kind: 'Application', name: 'store' }, 'app', '2026-01-01T00:00:01Z'),
    eventOn({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, 'web', '2025-12-31T00:00:00Z'),
    eventOn({ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'legacy' }, 'legacy', '2026-01-01T00:00:00Z'),
  ],
};

/** Plural names of what the caller may not read. */
let forbidden: readonly string[] = [];

/** Reads that reached the API server, each by its plural name, or by that and `review`. */
let calls: string[] = [];

/** Rights that the API server tells of the caller. */
let rules: readonly object[] = [];

beforeEach(() => {
  forbidden = [];
  calls = [];
  rules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }];
});

const send = senderTo(async ({ path }: KubeRequest): Promise<unknown> => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  calls.push(name);
  if (name === 'selfsubjectreviews') {
    return { status: { userInfo: { username: 'ada' } } };
  }
  if (forbidden.includes(name)) {
    throw new KubeError({ type: 'forbidden' }, 'no');
  }
  if (name === 'selfsubjectrulesreviews') {
    return { status: { resourceRules: rules } };
  }
  if (name === 'selfsubjectaccessreviews') {
    return { status: { allowed: false } };
  }
  if (path.includes('/gateways/')) {
    throw new KubeError({ type: 'refused', status: 404 }, 'the server could not find the requested resource');
  }
  return { metadata: {}, items: LISTS[name] ?? [] };
});

it('reads each kind by one list, beside those that find the application', async () => {
  const { status, body } = await send('GET', `${APP}/topology`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    application: { app_id: 1, name: 'store', k8s_app: 'store', ready: 'Unknown' },
    rules: [{ name: 'rule', service_id: 'web' }],
    components: [
      { service_id: 'legacy', adopted: true, kind: 'StatefulSet' },
      { service_id: 'web', state: 'abnormal', reason: 'CrashLoopBackOff', pods: [{ name: 'web-1' }] },
    ],
    missing: [{ part: 'gateway', why: 'there is no Gateway stoa-system/stoa' }],
  });
  const counts = Object.entries(Object.groupBy(calls, (name) => name)).map(([name, all]) => [
    name,
    all?.length,
  ]);
  expect(Object.fromEntries(counts)).toMatchObject({
    applications: 2,
    gatewayrules: 1,
    marketinstalls: 1,
    services: 1,
    pods: 1,
    deployments: 1,
    selfsubjectrulesreviews: 1,
  });
});

it('has what the caller may read, and says what is missing', async () => {
  forbidden = [
    'gatewayrules',
    'marketinstalls',
    'services',
    'pods',
    'deployments',
    'stoa',
    'selfsubjectrulesreviews',
  ];
  const { status, body } = await send('GET', `${APP}/topology`);
  expect(status).toBe(200);
  expect(body.rules).toEqual([]);
  expect(body.installs).toEqual([]);
  expect(body.components).toMatchObject([
    { service_id: 'legacy', pods: [], ports: [] },
    { service_id: 'web', state: 'abnormal', image: '' },
  ]);
  expect(body.may.rules).toEqual({ create: false, edit: false, delete: false });
  expect(body.missing).toEqual([
    { part: 'gateway', why: 'you may not read the Gateway stoa-system/stoa' },
    { part: 'rules', why: 'you may not list GatewayRules in the namespace of the team' },
    { part: 'components', why: 'you may not list Deployments in the namespace of the team' },
    { part: 'ports', why: 'you may not list Services in the namespace of the team' },
    { part: 'pods', why: 'you may not list Pods in the namespace of the team' },
    { part: 'installs', why: 'you may not list MarketInstalls in the namespace of the team' },
    { part: 'rights', why: 'the cluster does not tell you your rights' },
  ]);
});

it('tells what the caller may do by the calls that it takes', async () => {
  rules = [
    { verbs: ['list', 'create', 'update'], apiGroups: ['stoa.dev'], resources: ['gatewayrules'] },
    { verbs: ['patch'], apiGroups: ['apps'], resources: ['deployments'] },
    { verbs: ['list'], apiGroups: [''], resources: ['pods'] },
  ];
  const { body } = await send('GET', `${APP}/topology`);
  expect(body.may).toEqual({
    application: { delete: false },
    rules: { create: true, edit: true, delete: false },
    installs: { create: false, edit: false },
    components: { edit: false },
    certificates: { read: false, create: false, edit: false, delete: false },
    pods: { read: true },
    events: { read: false },
    metrics: { read: false },
  });
});

it('lists the Events on all parts of the application and on nothing else, the newest first', async () => {
  const { body } = await send('GET', `${APP}/events?page_size=3`);
  expect(body).toMatchObject({ total: 5, page: 1, page_size: 3, missing: [] });
  expect(body.events).toMatchObject([
    { event_id: 'rule', kind: 'GatewayRule', name: 'rule', tenant_id: 'shop', status: 'success' },
    { event_id: 'pod', kind: 'Pod', name: 'web-1' },
    { event_id: 'app', kind: 'Application', name: 'store' },
  ]);
  const { body: last } = await send('GET', `${APP}/events?page_size=3&page=2`);
  expect(last.events).toMatchObject([
    { kind: 'StatefulSet', name: 'legacy' },
    { kind: 'Deployment', name: 'web' },
  ]);
});

it('lists Events of workloads that the caller may not list, but none of pods', async () => {
  forbidden = ['pods', 'statefulsets', 'deployments'];
  const { body } = await send('GET', `${APP}/events`);
  expect(body.events).toMatchObject([
    { kind: 'GatewayRule' },
    { kind: 'Application' },
    { kind: 'Deployment' },
  ]);
  expect(body.missing).toMatchObject([{ part: 'components' }, { part: 'pods' }]);
});

it('refuses the Events to who may not list them', async () => {
  forbidden = ['events'];
  expect(await send('GET', `${APP}/events`)).toMatchObject({ status: 403 });
});
