import { ENDPOINT_SLICES, OF_SERVICE, SLICES_OF_STOA } from '../../objects/endpointslice.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { Kept } from '../../source/kept.ts';
import type { Surroundings } from '../../source/surroundings.ts';
import type { Port } from '../read/component.ts';
import type { Endpoint } from '../read/endpoint.ts';
import type { Identity } from './identity.ts';
import { plannedObject } from './object.ts';
import { makeServices, portTransport, servicePortName, serviceSlots } from './service.ts';

/** Endpoints that one EndpointSlice has: of one family, at one port or at all ports of the component. */
interface Group extends Pick<Endpoint, 'family' | 'port'> {
  readonly endpoints: readonly Endpoint[];
}

/**
 * Services without selector and EndpointSlices of a component that runs elsewhere. An EndpointSlice keeps its name when
 * its addresses change.
 */
export function makeElsewhere(
  { component, alias, labels, workload }: Identity,
  kept: Kept,
  surroundings: Surroundings,
): readonly PlannedObject[] {
  const groups = groupsOf(component.endpoints ?? []);
  const hasIpv6 = groups.some(({ family }) => family === 'IPv6');
  const owner = { component, alias, labels, headlessService: workload };
  const dual = { ...owner, ipFamilyPolicy: 'PreferDualStack' } as const;
  const services = makeServices(hasIpv6 ? dual : owner, kept, surroundings);
  const slices = serviceSlots(component, alias).flatMap(({ key, defaultName, ports }) => {
    const service = kept.services[key] ?? defaultName;
    return groups.flatMap((group) => {
      const served = servedBy(group, ports, component.ports.length === 1);
      return served.length === 0 ? [] : [sliceOf(service, group, served, { labels, surroundings })];
    });
  });
  return [...services, ...slices];
}

function groupsOf(endpoints: readonly Endpoint[]): readonly Group[] {
  const groups = Map.groupBy(endpoints, ({ family, port }) => `${family} ${port}`);
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first === undefined ? [] : [{ ...first, endpoints: members }];
  });
}

/** Ports of a Service that a group of endpoints has; the only port of a component may have another number there. */
function servedBy({ port }: Group, ports: readonly Port[], isOnly: boolean): readonly Port[] {
  return port === undefined || isOnly ? ports : ports.filter(({ containerPort }) => containerPort === port);
}

function sliceOf(
  service: string,
  { family, port, endpoints }: Group,
  ports: readonly Port[],
  { labels, surroundings }: { labels: Identity['labels']; surroundings: Surroundings },
): PlannedObject {
  const suffix = port === undefined ? '' : `-${port}`;
  return plannedObject(
    ENDPOINT_SLICES,
    surroundings,
    {
      name: `${service}-${family.toLowerCase()}${suffix}`,
      labels: { ...labels, ...SLICES_OF_STOA, [OF_SERVICE]: service },
    },
    {
      addressType: family,
      endpoints: endpoints.map(({ address }) => ({ addresses: [address], conditions: { ready: true } })),
      ports: ports.map((each) => ({
        name: servicePortName(each),
        port: port ?? each.containerPort,
        protocol: portTransport(each).toUpperCase(),
      })),
    },
  );
}
