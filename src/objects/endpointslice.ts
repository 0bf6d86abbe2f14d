import { present } from '../base/fields.ts';
import type { NamespacedObject } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';

/** An EndpointSlice, as far as it is read. */
export interface EndpointSlice extends NamespacedObject {
  readonly endpoints?:
    | readonly {
        readonly addresses: readonly string[];
        readonly conditions?: { readonly ready?: boolean };
      }[]
    | null;
  readonly ports?:
    | readonly { readonly name?: string; readonly port?: number; readonly protocol?: string }[]
    | null;
}

/** Label of an EndpointSlice with the name of its Service. */
export const OF_SERVICE = 'kubernetes.io/service-name';

/**
 * Resource of EndpointSlices. They lead the traffic of a Service to any address, so that only the operator writes them:
 * for components that run elsewhere, where its configuration allows their addresses.
 */
export const ENDPOINT_SLICES: Resource<EndpointSlice> = namespacedResource(
  'discovery.k8s.io/v1',
  'EndpointSlice',
  'endpointslices',
);

/**
 * Label of the EndpointSlices that Stoa writes. The controllers of Kubernetes leave these alone, and set the label of
 * theirs, to which they copy all other labels of a Service.
 */
export const SLICES_OF_STOA = { 'endpointslice.kubernetes.io/managed-by': 'stoa.dev' } as const;

/** EndpointSlice as the caches keep it, which have all of a cluster: its Service, its ports, and the first address of each ready endpoint. */
export function trimSlice({ apiVersion, kind, metadata, endpoints, ports }: EndpointSlice): EndpointSlice {
  const { [OF_SERVICE]: service } = metadata.labels ?? {};
  return {
    apiVersion,
    kind,
    metadata: { ...metadata, labels: present({ [OF_SERVICE]: service }) },
    endpoints: (endpoints ?? [])
      .filter(isReadyEndpoint)
      .map(({ addresses }) => ({ addresses: addresses.slice(0, 1) })),
    ports: (ports ?? []).map(({ name, port, protocol }) => present({ name, port, protocol })),
  };
}

/** Whether an endpoint is ready; one of which nobody says so is. */
export function isReadyEndpoint({ conditions }: NonNullable<EndpointSlice['endpoints']>[number]): boolean {
  return conditions?.ready !== false;
}
