import type { KubeClient } from '../../../src/kube/client.ts';
import { SERVICES } from '../../../src/objects/core.ts';
import { ENDPOINT_SLICES } from '../../../src/objects/endpointslice.ts';
import { outerAddress } from './relay.ts';
import { TESTER } from './world.ts';

/** A server of a test at all addresses of this machine, and what its Service says of it. */
interface External {
  readonly name: string;
  readonly port: number;
  /** Port of the Service, where it is another one, and its name. */
  readonly servicePort?: number;
  readonly portName?: string;
  readonly appProtocol?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Applies a Service without a selector, and the endpoint behind it, for a server of a test. */
export async function externalService(
  client: KubeClient,
  namespace: string,
  { name, port, servicePort = port, portName = 'main', appProtocol, labels = {} }: External,
): Promise<void> {
  const metadata = { name, namespace };
  // The network that stands in for that of Services has endpoints of tests at their own ports only.
  const annotations = servicePort === port ? {} : { 'traefik.io/service.nativelb': 'false' };
  const spec = {
    ports: [{ name: portName, port: servicePort, targetPort: port, ...(appProtocol && { appProtocol }) }],
  };
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { ...metadata, labels, annotations }, spec };
  await client.apply(SERVICES, service, TESTER);
  await client.apply(
    ENDPOINT_SLICES,
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { ...metadata, labels: { 'kubernetes.io/service-name': name } },
      addressType: 'IPv4',
      ports: [{ name: portName, port, protocol: 'TCP' }],
      endpoints: [{ addresses: [outerAddress()], conditions: { ready: true } }],
    },
    TESTER,
  );
}
