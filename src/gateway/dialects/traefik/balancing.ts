import type { DeclaredProtocol } from '../../../component/exposure.ts';
import { cookiePath } from '../cookies.ts';
import type { Branch, ListenerGroup, WeightedBackend } from '../group.ts';
import type { TransportReference } from './transport.ts';

/** Variables that hold the client's address: all that Traefik can hash. */
export const ADDRESSES = ['$remote_addr', '$binary_remote_addr'];

/** Content of the TraefikService that chooses the pod for requests of a branch; undefined where it needs none. */
export function serviceSpec(
  group: ListenerGroup,
  { backends, mirror }: Branch,
  transport: TransportReference,
): object | undefined {
  const services = backends.map((backend) => ({
    name: backend.service,
    port: backend.port,
    ...schemeOf(backend),
    weight: backend.weight,
    ...transport,
  }));
  const { balancing, path, scheme } = group;
  if (balancing.type === 'cookie') {
    const secure = scheme === 'https' ? { secure: true } : {};
    const sticky = (name: string) => ({
      sticky: { cookie: { name, path: cookiePath(path), httpOnly: true, ...secure } },
    });
    const weighted = services.map((service) => ({ ...service, ...sticky(balancing.cookie) }));
    const several = services.length > 1 ? sticky(`${balancing.cookie}-component`) : {};
    return { weighted: { services: weighted, ...several } };
  }
  if (hashesAddress(group)) {
    return {
      highestRandomWeight: { services: services.map((service) => ({ ...service, strategy: 'hrw' })) },
    };
  }
  const isUnknown = backends.some(({ declares }) => declares === 'other');
  const needsOne = transport.serversTransport !== undefined || mirror !== undefined || isUnknown;
  return needsOne ? { weighted: { services } } : undefined;
}

/** Schemes of the protocols that a port can declare: a TraefikService does not read `appProtocol`. */
const SCHEMES: Readonly<Record<DeclaredProtocol, string>> = {
  http: 'http',
  ws: 'http',
  h2c: 'h2c',
  https: 'https',
  other: 'http',
};

/** Scheme of a Service of a TraefikService, where its port declares a protocol. */
export function schemeOf({ declares }: Pick<WeightedBackend, 'declares'>): { readonly scheme?: string } {
  return declares === undefined ? {} : { scheme: SCHEMES[declares] };
}

/** Whether a group asks for a choice by the address of the client, in a way that Traefik has. */
export function hashesAddress({ balancing }: ListenerGroup): boolean {
  return balancing.type === 'hash' && ADDRESSES.includes(balancing.variable);
}
