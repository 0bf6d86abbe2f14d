import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { CLAIMS, CONFIG_MAPS, SECRETS, SERVICES, type ServicePort, VOLUMES } from '../../src/objects/core.ts';
import { DEPLOYMENTS, JOBS, PODS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { mainOf, startsIn } from './support/start.ts';
import { failure } from './support/things.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

interface PlacedService extends KubeObject {
  readonly spec: { readonly clusterIP: string };
}

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

/** Creates a component behind a Service with this port; returns the Service's address. */
async function served(team: Team, component: string, port: ServicePort): Promise<string> {
  await team.component(component, port.port);
  const metadata = { name: component, namespace: team.namespace };
  const spec = { selector: { app: component }, ports: [port] };
  await client.apply(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata, spec }, TESTER);
  return (await client.get(SERVICES as Resource<PlacedService>, metadata)).spec.clusterIP;
}

it('the node echoes the request, and the size of its body', async () => {
  const team = await Team.create(client);
  const address = await served(team, 'web', { name: 'http', port: 8080 });
  await eventually(async () => {
    const body = Buffer.alloc(3_000_000);
    const answer = await request(`http://${address}:8080/upload?to=here`, { method: 'PUT', body });
    expect(await answer.body.json()).toMatchObject({
      component: 'web',
      pod: expect.stringMatching(/^web-/),
      method: 'PUT',
      path: '/upload?to=here',
      headers: { host: `${address}:8080` },
      bodyBytes: body.length,
    });
  });
});

it('the node answers UDP with the component and the datagram', async () => {
  const team = await Team.create(client);
  const address = await served(team, 'dns', { name: 'dns', port: 5353, protocol: 'UDP' });
  const socket = createSocket('udp4');
  await eventually(async () => {
    const answer = once(socket, 'message', { signal: AbortSignal.timeout(1_000) });
    socket.send('hello', 5353, address);
    expect(String((await answer)[0])).toBe('component dns\nhello');
  });
  socket.close();
});

it('the node answers TCP with the component and repeats the received data', async () => {
  const team = await Team.create(client);
  const address = await served(team, 'db', { name: 'tcp', port: 3306 });
  await eventually(async () => {
    const socket = connectTcp(3306, address);
    await once(socket, 'connect');
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    expect(await lines.next()).toMatchObject({ value: 'component db' });
    socket.write('hello\n');
    expect(await lines.next()).toMatchObject({ value: 'hello' });
    socket.destroy();
  });
});

it('a pod fails, or never becomes ready, if a test sets that', async () => {
  const team = await Team.create(client);
  await team.component('web');
  await team.rule('r');
  await eventually(async () => expect((await throughGateway(team.host)).status).toBe(200));
  await team.behave('web', { 'stand-in.example.com/status': '418' });
  await eventually(async () => expect((await throughGateway(team.host)).status).toBe(418));
  await team.component('idle');
  await team.behave('idle', { 'stand-in.example.com/ready': 'never' });
  await eventually(async () => {
    const deployment = await client.get(DEPLOYMENTS, {
      namespace: team.namespace,
      name: 'idle',
    });
    expect(deployment.status).toMatchObject({ updatedReplicas: 1, unavailableReplicas: 1 });
  });
});

it('a pod tells what a kubelet would have started it with, whatever has changed since', async () => {
  const team = await Team.create(client);
  const { namespace } = team;
  const write = async (text: string) => {
    const head = { apiVersion: 'v1', metadata: { name: 'given', namespace } };
    await client.apply(CONFIG_MAPS, { ...head, kind: 'ConfigMap', data: { 'app.yml': text } }, TESTER);
    const data = { KEY: Buffer.from(text).toString('base64') };
    await client.apply(SECRETS, { ...head, kind: 'Secret', data }, TESTER);
  };
  await write('one\r\n');
  const container = {
    name: 'main',
    image: 'example.com/none:1',
    args: ['--key=$(KEY)'],
    env: [
      { name: 'KEY', valueFrom: { secretKeyRef: { name: 'given', key: 'KEY' } } },
      { name: 'IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
    ],
    volumeMounts: [{ name: 'files', mountPath: '/etc/app.yml', subPath: 'app.yml' }],
  };
  const pod = (name: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: {
      containers: [container],
      volumes: [{ name: 'files', configMap: { name: 'given', defaultMode: 0o640 } }],
    },
  });
  const started = (text: string) => ({
    args: [`--key=${text}`],
    env: { KEY: text, IP: expect.stringMatching(/^10\.244\./) },
    files: { '/etc/app.yml': { mode: '0640', content: text } },
  });
  await client.apply(PODS, pod('old'), TESTER);
  await startsIn(client, namespace, 1);
  await write('two');
  await client.apply(PODS, pod('new'), TESTER);
  const starts = await startsIn(client, namespace, 2);
  expect(mainOf(starts.get('old'))).toMatchObject(started('one\r\n'));
  expect(mainOf(starts.get('new'))).toMatchObject(started('two'));
});

it('the pods of a Job succeed, or end as a test sets it', async () => {
  const team = await Team.create(client);
  const job = (name: string, annotations: Record<string, string>) => {
    const containers = [{ name: 'main', image: 'example.com/none:1' }];
    const template = { metadata: { annotations }, spec: { restartPolicy: 'Never', containers } };
    const metadata = { name, namespace: team.namespace };
    const draft = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: { backoffLimit: 0, template } };
    return client.apply(JOBS, draft, TESTER);
  };
  await job('good', {});
  await job('bad', { 'stand-in.example.com/exit-code': '3' });
  await eventually(async () => {
    const statusOf = async (name: string) =>
      (await client.get(JOBS, { namespace: team.namespace, name })).status;
    expect(await statusOf('good')).toMatchObject({ succeeded: 1 });
    expect(await statusOf('bad')).toMatchObject({ failed: 1 });
  });
});

it('a container crashes repeatedly if a test sets that', async () => {
  const team = await Team.create(client);
  await team.component('web');
  await team.behave('web', { 'stand-in.example.com/exit-code': '1' });
  await eventually(async () => {
    const pods = await client.list(PODS, { namespace: team.namespace });
    expect(pods.map(({ status }) => status?.containerStatuses?.[0])).toContainEqual(
      expect.objectContaining({
        ready: false,
        state: { waiting: expect.objectContaining({ reason: 'CrashLoopBackOff' }) },
        lastState: { terminated: expect.objectContaining({ exitCode: 1 }) },
      }),
    );
  });
});

it('a claim is bound to a volume that is deleted with it', async () => {
  const team = await Team.create(client);
  const name = { name: 'data', namespace: team.namespace };
  const spec = { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '1Gi' } } };
  const claim = await client.apply(
    CLAIMS,
    { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: name, spec },
    TESTER,
  );
  const volume = { name: `pvc-${claim.metadata.uid}` };
  await eventually(async () => {
    expect(await client.get(CLAIMS, name)).toMatchObject({ status: { phase: 'Bound' } });
    expect(await client.get(VOLUMES, volume)).toMatchObject({ status: { phase: 'Bound' } });
  });
  await client.delete(CLAIMS, { ...name, uid: claim.metadata.uid });
  await eventually(async () =>
    expect(await failure(client.get(VOLUMES, volume))).toEqual({ type: 'not-found' }),
  );
});
