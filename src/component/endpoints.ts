import { keyOf } from '../kube/object.ts';
import type { BackendTlsPolicy } from '../objects/backendtls.ts';
import type { Service } from '../objects/core.ts';
import { type EndpointSlice, OF_SERVICE } from '../objects/endpointslice.ts';
import type { Backend } from './backend.ts';
import type { Exposure } from './exposure.ts';
import { targetsOfService } from './target.ts';

/** Component as the caches have it: what it exposes, and the EndpointSlices of its Services, which tell what answers there. */
export interface SeenComponent extends Exposure {
  readonly slices: readonly EndpointSlice[];
  /** BackendTLSPolicies of others for its Services. */
  readonly policies: readonly BackendTlsPolicy[];
}

/** Port that a rule leads to. */
type Resolved = Extract<Backend, { type: 'resolved' }>;

/** Key of the Service that an EndpointSlice is of, as an index value; none where it is of none. */
export function serviceOfSlice({ metadata }: EndpointSlice): readonly string[] {
  const { [OF_SERVICE]: name } = metadata.labels ?? {};
  return name === undefined ? [] : [keyOf({ metadata: { ...metadata, name } })];
}

/** Source of the Services of a cluster. */
interface ServiceSource {
  readonly services: { readonly store: { get(key: string): Service | undefined } };
}

/** Targets of Services by their keys, as index values; of those that exist. */
export function targetsByKeys({ services }: ServiceSource, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => {
    const service = services.store.get(key);
    return service === undefined ? [] : targetsOfService(service);
  });
}

/** Part of an EndpointSlice that tells who answers: its ports, and the ready endpoints. */
export function answeringPart({ endpoints, ports }: EndpointSlice): readonly unknown[] {
  return (endpoints ?? []).length === 0 ? [] : [ports, endpoints];
}

/** Part of an EndpointSlice that tells whether anybody answers: its ports, where an endpoint is ready. */
export function answeredPorts({ endpoints, ports }: EndpointSlice): EndpointSlice['ports'] {
  return (endpoints ?? []).length === 0 ? [] : ports;
}

/** Answer to who answers behind a port: ready endpoints of it, ready endpoints of other ports only, or none. */
type Answering = 'endpoints' | 'other-ports' | 'none';

/**
 * Endpoints that answer behind a port of a Service. EndpointSlices name a port as the Service does, so that those pods count
 * which have it: where a Service targets a name, not each pod has a port of that name.
 */
export function answeringAt(
  { services, slices }: SeenComponent,
  { service, port, protocol }: Resolved,
): Answering {
  const ports = services.find(({ metadata }) => metadata.name === service)?.spec.ports ?? [];
  const wanted = ports.find((each) => each.port === port && (each.protocol ?? 'TCP') === protocol);
  const ready = slices.filter(
    ({ metadata, endpoints }) =>
      metadata.labels?.[OF_SERVICE] === service && endpoints !== null && (endpoints ?? []).length > 0,
  );
  const hasPort = (slice: EndpointSlice) =>
    (slice.ports ?? []).some(
      ({ name = '', protocol: spoken = 'TCP' }) => name === (wanted?.name ?? '') && spoken === protocol,
    );
  if (ready.some(hasPort)) {
    return 'endpoints';
  }
  return ready.length > 0 ? 'other-ports' : 'none';
}
