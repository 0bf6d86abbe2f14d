import type { KubeClient } from '../../../src/kube/client.ts';
import { SERVICES } from '../../../src/objects/core.ts';
import { ENDPOINT_SLICES } from '../../../src/objects/installable.ts';
import { outerAddress } from './relay.ts';
import { TESTER } from './world.ts';

/** Server of a test at all addresses of this machine, which a component of the application 1 is to stand for. */
interface Front {
  readonly namespace: string;
  /** Name of the component and of its Service. */
  readonly name: string;
  readonly port: number;
  readonly appProtocol?: string | undefined;
}

/**
 * Puts a Service in front of a server. Traefik connects to the address of the Service for a route, and to that of the
 * slice for a TraefikService.
 */
export async function putFront(client: KubeClient, front: Front): Promise<void> {
  const { namespace, name, port, appProtocol } = front;
  const metadata = { name, namespace };
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': name };
  const spec = { ports: [{ name: 'main', port, ...(appProtocol && { appProtocol }) }] };
  await client.apply(
    SERVICES,
    { apiVersion: 'v1', kind: 'Service', metadata: { ...metadata, labels }, spec },
    TESTER,
  );
  await client.apply(
    ENDPOINT_SLICES,
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...metadata, labels: { 'kubernetes.io/service-name': name } },
      addressType: 'IPv4',
      ports: [{ name: 'main', port, protocol: 'TCP' }],
      endpoints: [{ addresses: [outerAddress()], conditions: { ready: true } }],
    },
    TESTER,
  );
}
