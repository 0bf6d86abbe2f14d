import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import type { KubeObject } from '../../src/kube/object.ts';
import type { Resource } from '../../src/kube/resource.ts';
import { SERVICES } from '../../src/objects/core.ts';
import { throughGateway } from './support/traffic.ts';
import { connect, DEPLOYMENTS, eventually, TESTER, Team } from './support/world.ts';

interface PlacedService extends KubeObject {
  readonly spec: { readonly clusterIP: string };
}

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

/** Asks the stand-in pods of a component to behave. */
async function behave(team: Team, component: string, annotations: Record<string, string>): Promise<void> {
  const metadata = { name: component, namespace: team.namespace };
  const spec = {
    selector: { matchLabels: { app: component } },
    template: {
      metadata: { annotations },
      spec: { containers: [{ name: 'main', image: 'example.com/none:1' }] },
    },
  };
  await client.apply(
    DEPLOYMENTS,
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec },
    `${TESTER}-behave`,
  );
}

it('answers TCP with the component and repeats what it hears', async () => {
  const team = await Team.create(client);
  await team.component('db', 3306);
  const metadata = { name: 'db', namespace: team.namespace };
  const spec = { selector: { app: 'db' }, ports: [{ name: 'tcp', port: 3306 }] };
  await client.apply(SERVICES, { apiVersion: 'v1', kind: 'Service', metadata, spec }, TESTER);
  const service = await client.get(SERVICES as Resource<PlacedService>, metadata);
  await eventually(async () => {
    const socket = connectTcp(3306, service.spec.clusterIP);
    await once(socket, 'connect');
    const lines = createInterface(socket)[Symbol.asyncIterator]();
    expect(await lines.next()).toMatchObject({ value: 'component db' });
    socket.write('hello\n');
    expect(await lines.next()).toMatchObject({ value: 'hello' });
    socket.destroy();
  });
});

it('fails, or never becomes ready, where a test asks for it', async () => {
  const team = await Team.create(client);
  await team.component('web');
  await team.rule('r');
  await eventually(async () => expect((await throughGateway(team.host)).status).toBe(200));
  await behave(team, 'web', { 'local.stoa.dev/status': '418' });
  await eventually(async () => expect((await throughGateway(team.host)).status).toBe(418));
  await team.component('idle');
  await behave(team, 'idle', { 'local.stoa.dev/ready': 'never' });
  await eventually(async () => {
    const deployment = await client.get(DEPLOYMENTS as Resource<KubeObject & { status?: object }>, {
      namespace: team.namespace,
      name: 'idle',
    });
    expect(deployment.status).toMatchObject({ updatedReplicas: 1, unavailableReplicas: 1 });
  });
});
