import { beforeAll, expect, inject, it } from 'vitest';
import type { paths } from '../../src/client/paths.d.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { eventually } from '../support/eventually.ts';
import { member } from './support/member.ts';
import { rest } from './support/traffic.ts';
import { connect, kubectl, Team } from './support/world.ts';

type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer T } } } };
}
  ? T
  : never;

type Topology = Answer<'/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/topology'>;

type Events = Answer<'/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/events'>;

let client: KubeClient;
let team: Team;
let others: Team;
let viewer: string;

beforeAll(async () => {
  client = await connect();
  [team, others] = await Promise.all([Team.create(client), Team.create(client)]);
  await Promise.all([
    team.component('web', 80, { name: 'http', containerPort: 8080 }),
    team.component('worker'),
    others.component('web'),
  ]);
  await team.behave('worker', { 'stand-in.example.com/exit-code': '1' });
  await Promise.all([
    team.rule('good', { domainPath: '/good', containerPort: 80 }),
    team.rule('wrong', { domainPath: '/wrong', containerPort: 81 }),
  ]);
  viewer = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
  await Promise.all([team.condition('good', 'Ready', 'True'), team.condition('wrong', 'Ready', 'False')]);
});

/** Answer of the API to a caller, on the team's application. */
function read(path: string, token: string) {
  return rest(`/teams/${team.id}/regions/local/apps/1${path}`, { method: 'GET', token });
}

/** The topology for a caller, as soon as its rights and the parts are what a test expects. */
async function topologyFor(token: string, check: (topology: Topology) => void): Promise<Topology> {
  let found: Topology | undefined;
  await eventually(async () => {
    const { status, body } = await read('/topology', token);
    expect(status).toBe(200);
    found = body as Topology;
    check(found);
  });
  return found as Topology;
}

const ruleIn = ({ rules }: Topology, wanted: string) => rules.find(({ name }) => name === wanted);

const componentIn = ({ components }: Topology, wanted: string) =>
  components.find(({ service_id }) => service_id === wanted);

it('shows a viewer what works, what does not and why, and that it may change nothing', async () => {
  const topology = await topologyFor(viewer, (seen) => {
    expect(componentIn(seen, 'web')).toMatchObject({ state: 'running', pods_total: 1 });
    expect(componentIn(seen, 'worker')).toMatchObject({ state: 'some_abnormal' });
    expect(seen.application.phase).toBe('PARTIAL_ABNORMAL');
  });
  const port = new URL(inject('cluster').gatewayHttpUrl).port;
  expect(ruleIn(topology, 'good')).toMatchObject({
    ready: 'True',
    service_id: 'web',
    urls: [`http://${team.host}:${port}/good`],
    todo: '',
  });
  const wrong = ruleIn(topology, 'wrong');
  expect(wrong).toMatchObject({
    ready: 'False',
    reason: 'PortNotFound',
    message: expect.stringContaining('no port 81'),
    todo: expect.stringMatching(/./),
  });
  expect(wrong?.conditions).toContainEqual(
    expect.objectContaining({ type: 'ResolvedRefs', status: 'False', todo: wrong?.todo }),
  );
  expect(componentIn(topology, 'web')).toMatchObject({
    ports: [{ service: 'web', name: 'http', port: 80, container_port: 8080, protocol: 'tcp', open: true }],
    pods: [{ phase: 'Running', ready: true, restarts: 0, node: expect.stringMatching(/./) }],
    replicas: 1,
    ready_replicas: 1,
  });
  // The pods before it stay until the new one is ready.
  const pod = componentIn(topology, 'worker')?.pods.find(({ ready }) => !ready);
  expect(pod).toMatchObject({ reason: expect.stringMatching(/./) });
  expect(pod?.message).toContain('exited with 1');
  expect(topology.missing.map(({ part }) => part)).toEqual(['gateway']);
  const { may } = topology;
  expect([may.rules, may.installs, may.components, may.certificates].flatMap(Object.values)).not.toContain(
    true,
  );
  expect([may.pods.read, may.events.read, may.metrics.read]).toEqual([true, true, true]);
});

it('tells an editor what it may do', async () => {
  const editor = await member(client, { namespace: team.namespace, name: 'editor' }, { name: 'edit' });
  const { may } = await topologyFor(editor, (seen) => expect(seen.may.rules.create).toBe(true));
  expect([may.rules, may.installs, may.components, may.certificates].flatMap(Object.values)).not.toContain(
    false,
  );
});

it('shows the Gateway to who may read it', async () => {
  const platform = await member(
    client,
    { namespace: team.namespace, name: 'platform' },
    { name: 'cluster-admin', by: 'ClusterRoleBinding' },
  );
  const { gateway, missing } = await topologyFor(platform, (seen) => expect(seen.missing).toEqual([]));
  expect(missing).toEqual([]);
  expect(gateway).toMatchObject({ engine: 'traefik', https: expect.any(Boolean) });
});

it('shows a caller without rights on pods and installs all but these', async () => {
  const { namespace } = team;
  const token = await member(client, { namespace, name: 'half' });
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'half', namespace },
    rules: [
      { apiGroups: ['stoa.dev'], resources: ['applications', 'gatewayrules'], verbs: ['list'] },
      { apiGroups: [''], resources: ['services'], verbs: ['list'] },
      { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
    ],
  };
  const binding = {
    ...role,
    kind: 'RoleBinding',
    rules: undefined,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'half' },
    subjects: [{ kind: 'ServiceAccount', namespace, name: 'half' }],
  };
  for (const object of [role, binding]) {
    const { code, stderr } = await kubectl(['apply', '-f', '-'], JSON.stringify(object));
    expect([code, stderr]).toEqual([0, '']);
  }
  await eventually(async () => expect(await read('', token)).toMatchObject({ status: 403 }));
  const topology = await topologyFor(token, (seen) => {
    expect(componentIn(seen, 'worker')).toMatchObject({ state: 'some_abnormal' });
    expect(ruleIn(seen, 'good')).toMatchObject({ ready: 'True' });
  });
  expect(componentIn(topology, 'worker')).toMatchObject({
    message: expect.stringContaining('exited with 1'),
    pods: [],
    pods_total: 0,
  });
  expect(componentIn(topology, 'web')).toMatchObject({ ports: [{ port: 80 }] });
  expect(topology.missing.map(({ part }) => part)).toEqual(['gateway', 'components', 'pods', 'installs']);
  expect(topology.may.pods.read).toBe(false);
});

it('shows the Events on all parts, and of each on what', async () => {
  await eventually(async () => {
    const { status, body } = await read('/events?page_size=100', viewer);
    expect(status).toBe(200);
    const { events, total } = body as Events;
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'GatewayRule',
        name: 'wrong',
        reason: 'PortNotFound',
        status: 'failure',
      }),
    );
    expect(events).toContainEqual(expect.objectContaining({ kind: 'Deployment', name: 'web' }));
    expect(total).toBe(events.length);
    const times = events.map(({ end_time }) => end_time);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

it('shows nothing to a member of another team', async () => {
  const stranger = await member(client, { namespace: others.namespace, name: 'stranger' }, { name: 'admin' });
  await eventually(async () => {
    const own = await rest(`/teams/${others.id}/regions/local/apps/1/topology`, {
      method: 'GET',
      token: stranger,
    });
    expect(own).toMatchObject({ status: 200 });
  });
  for (const path of ['/topology', '/events']) {
    const { status, body } = await read(path, stranger);
    expect(status).toBe(403);
    expect(JSON.stringify(body)).not.toContain(team.namespace);
  }
});
