import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, inject } from 'vitest';
import { START_HEADER } from '../../../deploy/local/node/echo.ts';
import type { Start, StartedContainer } from '../../../deploy/local/node/start.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { PODS, type Pod } from '../../../src/objects/workload.ts';
import { eventually } from '../../support/eventually.ts';

/** Starts of the ready pods of a namespace, as they tell them, by the name of the pod. */
export function startsIn(client: KubeClient, namespace: string, count: number): Promise<Map<string, Start>> {
  return eventually(async () => {
    const pods = await client.list(PODS, { namespace });
    expect(pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)).toHaveLength(count);
    return new Map(
      await Promise.all(pods.map(async (pod) => [pod.metadata.name, await startOf(pod)] as const)),
    );
  });
}

/** The first container of a start. */
export function mainOf(start: Start | undefined): StartedContainer {
  const [main] = start?.containers ?? [];
  if (main === undefined) {
    throw new Error('the pod has not started');
  }
  return main;
}

/** Start of a pod, as it tells it at its address. */
async function startOf({ metadata, status }: Pod): Promise<Start> {
  if (status?.podIP === undefined) {
    throw new Error(`pod ${metadata.name} has no address yet`);
  }
  const socket = await connectTo(status.podIP);
  const asked = request({
    path: '/',
    headers: { host: 'pod.test', [START_HEADER]: 'yes', connection: 'close' },
    createConnection: () => socket,
  });
  asked.end();
  const [answer] = await once(asked, 'response');
  const body = (await json(answer)) as { readonly pod: string; readonly start: Start };
  expect(body.pod).toBe(metadata.name);
  return body.start;
}

/** Connection to an address of a pod, through the SOCKS proxy of the simulated node (RFC 1928). */
async function connectTo(address: string): Promise<Socket> {
  const { hostname, port } = new URL(inject('cluster').podNetworkUrl);
  const socket = connectTcp(Number(port), hostname);
  socket.write(Buffer.from([5, 1, 0]));
  await once(socket, 'data');
  socket.write(Buffer.from([5, 1, 0, 1, ...address.split('.').map(Number), 0, 80]));
  const [reply] = (await once(socket, 'data')) as [Buffer];
  if (reply[1] !== 0) {
    socket.destroy();
    throw new Error(`no ready pod has the address ${address}`);
  }
  return socket;
}
