import type { Service } from '../../objects/core.ts';
import { type EndpointSlice, isReadyEndpoint, OF_SERVICE } from '../../objects/endpointslice.ts';
import { standingListener } from '../listeners/parents.ts';
import type { GatewayView } from '../observed.ts';

/** Address at which a listener of the Gateway can be asked. */
export interface Target {
  readonly address: string;
  readonly port: number;
  /** Whether it speaks TLS. */
  readonly secure: boolean;
}

/** Addresses of a Gateway that are asked at most. */
const MOST = 16;

/**
 * Addresses at which a listener is asked: that of the configuration, else those of the replicas of the gateway, else those
 * that the engine reports of the Gateway. No tenant writes any of them. Undefined where the listener does not stand yet,
 * or no replica of the gateway has its port: an engine opens the port of a new listener a moment later, and may report no
 * address meanwhile.
 */
export function targetsOf(gateway: GatewayView, listenerName: string): readonly Target[] | undefined {
  const listener = standingListener(listenerName, gateway);
  return (
    listener &&
    placesAt(gateway, listener.port)?.map((place) => ({ ...place, secure: listener.protocol === 'HTTPS' }))
  );
}

/** Place of one replica. */
export type Place = Pick<Target, 'address' | 'port'>;

/** Places at which a port of the Gateway can be asked, as `targetsOf` has them; undefined where no replica has it. */
export function placesAt(gateway: GatewayView, port: number): readonly Place[] | undefined {
  const { config, object } = gateway;
  const reported = (object?.status?.addresses ?? []).flatMap(({ value }) =>
    value ? [{ address: value, port }] : [],
  );
  const replicas = replicasOf(gateway, port);
  const found = replicas.length > 0 ? replicas : reported;
  const places = config.probe.address === undefined ? found : [{ address: config.probe.address, port }];
  if (places.length === 0 && gateway.services.length > 0) {
    return undefined;
  }
  return places.slice(0, MOST);
}

/** Replicas that are ready for requests at a port of the Gateway, in a stable order. */
function replicasOf({ services, slices }: GatewayView, port: number): readonly Place[] {
  const places = services.flatMap((service) =>
    slices
      .filter(({ metadata }) => metadata.labels?.[OF_SERVICE] === service.metadata.name)
      .flatMap((slice) => placesIn(slice, targetPort(service, slice, port))),
  );
  return places.toSorted((one, other) => (one.address < other.address ? -1 : 1));
}

/**
 * Port of the replicas behind a port of the Gateway: that behind the same port of the Service, or, where the Service
 * translates other ports, the same one.
 */
function targetPort({ spec }: Service, { ports }: EndpointSlice, port: number): number | undefined {
  const ofService = spec.ports?.find((each) => each.port === port);
  return ofService === undefined
    ? ports?.find((each) => each.port === port)?.port
    : ports?.find(({ name = '' }) => name === (ofService.name ?? ''))?.port;
}

function placesIn({ endpoints }: EndpointSlice, port: number | undefined): readonly Place[] {
  return (endpoints ?? [])
    .filter(isReadyEndpoint)
    .flatMap(({ addresses: [address] }) =>
      address === undefined || port === undefined ? [] : [{ address, port }],
    );
}
