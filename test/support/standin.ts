import { once } from 'node:events';
import { createServer } from 'node:http';
import type { KubeClient } from '../../src/kube/client.ts';
import { SERVICES } from '../../src/objects/core.ts';
import { ENDPOINT_SLICES, OF_SERVICE } from '../../src/objects/endpointslice.ts';

/** Service whose pods something stands in for, and one of its ports. */
interface StoodIn {
  readonly namespace: string;
  readonly name: string;
  readonly port?: number;
  readonly portName?: string;
}

/** Field manager of what stands in for a node. */
const STAND_IN = 'stand-in';

/** Says that a pod of a Service is ready, where no node runs one. Nothing listens at its address, which is for examples. */
export async function readyEndpoint(
  client: KubeClient,
  { namespace, name, port = 8080, portName = '' }: StoodIn,
): Promise<void> {
  const draft = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: ENDPOINT_SLICES.kind,
    metadata: { namespace, name: `${name}-stand-in`, labels: { [OF_SERVICE]: name } },
    addressType: 'IPv4',
    ports: [{ name: portName, port, protocol: 'TCP' }],
    endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: true } }],
  };
  await client.apply(ENDPOINT_SLICES, draft, STAND_IN);
}

/**
 * Answers in place of the pods of a Service, where no node runs them: a server at its cluster address, which is one of
 * loopback here, until the process ends.
 */
export async function standIn(client: KubeClient, service: StoodIn): Promise<void> {
  const { namespace, name, port = 8080 } = service;
  const { spec } = await client.get(SERVICES, { namespace, name });
  const place = `${spec.clusterIP}:${port}`;
  // The address of a Service that is deleted can be that of another one.
  if (!answering.has(place)) {
    answering.add(place);
    const server = createServer((_, response) => response.end('here')).listen(port, spec.clusterIP);
    await once(server, 'listening');
    server.unref();
  }
  await readyEndpoint(client, service);
}

/** Places at which a server of this process answers. */
const answering = new Set<string>();
