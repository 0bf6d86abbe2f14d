import type { BackendChoice } from '../../api/backend.ts';
import { durationMs } from '../../base/duration.ts';
import type { DeclaredProtocol } from '../../component/exposure.ts';
import type { Resource } from '../../kube/resource.ts';
import { cookiePath } from '../cookies.ts';
import {
  type Branch,
  type ListenerGroup,
  type MirrorBackend,
  mirrorOfBranch,
  type WeightedBackend,
} from '../group.ts';
import { branchName, objectOf, type Rendered } from '../object.ts';

/** Resource of Traefik. */
export function traefikResource(plural: string, kind: string): Resource {
  return { group: 'traefik.io', version: 'v1alpha1', plural, kind, namespaced: true };
}

/** ServersTransports of Traefik. */
export const TRANSPORTS = traefikResource('serverstransports', 'ServersTransport');

/** TraefikServices. */
export const TRAEFIK_SERVICES = traefikResource('traefikservices', 'TraefikService');

/** Most KiB of a body that Traefik copies: it reserves this much memory for each request, even without a body. */
export const MOST_COPIED = 64;

/** Variables that hold the client's address: all that Traefik can hash. */
export const ADDRESSES = ['$remote_addr', '$binary_remote_addr'];

/** Objects between the HTTPRoute and the Services of a branch. */
export interface ServiceObjects {
  /** Gets the requests before `service`, where they are copied. */
  readonly mirroring?: Rendered | undefined;
  /** With the branch's weights in it, for its choice of a pod and its timeouts. */
  readonly service?: Rendered | undefined;
  readonly transports?: readonly Rendered[];
}

/** Whether Traefik before 3.7.11 finds objects of the namespace: it reduces dashes in a row to one in their names. */
export function isReachable({ namespace }: Pick<ListenerGroup, 'namespace'>): boolean {
  return !namespace.includes('--');
}

/** The objects between the HTTPRoute and the Services of a branch, in the places where its route refers to them. */
export function serviceObjects(group: ListenerGroup, branch: Branch): ServiceObjects {
  if (branch.policy.redirect !== undefined || branch.backends.length === 0 || !isReachable(group)) {
    return {};
  }
  const mirror = mirrorOfBranch(branch);
  const ports = [...branch.backends, ...(mirror === undefined ? [] : [mirror])];
  const transports = new Map(ports.map((port) => [port, transportOf(group, branch, port)]));
  const spec = serviceSpec(group, branch, transports);
  const service = spec && objectOf(group, TRAEFIK_SERVICES, spec, branchName(group, branch));
  if (service === undefined) {
    return {};
  }
  const used = [...transports.values()].flatMap((each) => each ?? []);
  return {
    mirroring: mirroringOf(group, branch, service, transports),
    service,
    // Ports without TLS share one.
    transports: [...new Map(used.map((each) => [each.draft.metadata.name, each])).values()],
  };
}

/** ServersTransports of the ports of a branch, those for copies too; undefined for those that need none. */
type Transports = ReadonlyMap<WeightedBackend | MirrorBackend, Rendered | undefined>;

/** Reference of a TraefikService to the ServersTransport of a port, if there is one. */
function transportTo(
  port: WeightedBackend | MirrorBackend,
  transports: Transports,
): { readonly serversTransport?: string } {
  const transport = transports.get(port);
  return transport === undefined ? {} : { serversTransport: transport.draft.metadata.name };
}

/**
 * The ServersTransport with the timeouts of a branch, as far as Traefik has them, and with what verifies the certificate of
 * a port; undefined where it needs none.
 */
function transportOf(
  group: ListenerGroup,
  branch: Branch,
  { service, port, choice, policed }: WeightedBackend | MirrorBackend,
): Rendered | undefined {
  const verification = verificationOf(choice ?? policed);
  const spec = { ...limitsOf(group, branch), ...verification };
  const part = verification === undefined ? undefined : `${service}:${port}`;
  return Object.keys(spec).length > 0
    ? objectOf(group, TRANSPORTS, spec, branchName(group, branch, part))
    : undefined;
}

/** The timeouts of a branch, as far as Traefik has them. */
function limitsOf({ settings }: ListenerGroup, { policy }: Branch): { readonly forwardingTimeouts?: object } {
  const { proxyConnectTimeout = 0, proxyReadTimeout = 0 } = settings;
  const ofPolicy = durationMs(policy.timeouts?.backendRequest ?? '0s') ?? 0;
  const limits = [proxyReadTimeout * 1000, ofPolicy].filter((ms) => ms > 0);
  const forwardingTimeouts = {
    ...(proxyConnectTimeout > 0 ? { dialTimeout: `${proxyConnectTimeout}s` } : {}),
    ...(limits.length > 0 ? { responseHeaderTimeout: `${Math.min(...limits)}ms` } : {}),
  };
  return Object.keys(forwardingTimeouts).length > 0 ? { forwardingTimeouts } : {};
}

/** Verification of the certificate of a port, as its BackendTLSPolicy has it; undefined where it has none. */
function verificationOf(choice: BackendChoice | undefined): object | undefined {
  if (choice?.protocol !== 'https') {
    return undefined;
  }
  const { serverName, caConfigMapName } = choice;
  return {
    serverName,
    ...(caConfigMapName === undefined ? {} : { rootCAs: [{ configMap: caConfigMapName }] }),
  };
}

/** The TraefikService that passes the requests of a branch on to another one, and copies them; undefined where none is copied. */
function mirroringOf(
  group: ListenerGroup,
  branch: Branch,
  to: Rendered,
  transports: Transports,
): Rendered | undefined {
  const mirror = mirrorOfBranch(branch);
  if (mirror === undefined) {
    return undefined;
  }
  const { service, port, percent = 100 } = mirror;
  const mirroring = {
    kind: TRAEFIK_SERVICES.kind,
    name: to.draft.metadata.name,
    maxBodySize: MOST_COPIED * 1024,
    mirrors: [{ name: service, port, ...schemeOf(mirror), percent, ...transportTo(mirror, transports) }],
  };
  return objectOf(group, TRAEFIK_SERVICES, { mirroring }, branchName(group, branch, 'mirror'));
}

/** Content of the TraefikService that chooses the pod for requests of a branch; undefined where it needs none. */
function serviceSpec(group: ListenerGroup, branch: Branch, transports: Transports): object | undefined {
  const { backends, mirror } = branch;
  const services = backends.map((backend) => ({
    name: backend.service,
    port: backend.port,
    ...schemeOf(backend),
    weight: backend.weight,
    ...transportTo(backend, transports),
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
  const isLimited = limitsOf(group, branch).forwardingTimeouts !== undefined;
  const needsOne = isLimited || mirror !== undefined || backends.some(isTold);
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

/** Scheme of a Service of a TraefikService: without one, Traefik would guess TLS by the number or the name of the port. */
function schemeOf({
  declares = 'http',
  choice,
  policed,
}: Pick<WeightedBackend, 'declares' | 'choice' | 'policed'>): { readonly scheme: string } {
  return { scheme: SCHEMES[(choice ?? policed)?.protocol ?? declares] };
}

/**
 * Whether Traefik has to be told the protocol of a backend: it does not know what the port declares, some versions would
 * guess it (3.7.13 does, 3.7.15 does not), or a rule says another.
 */
function isTold({ declares, choice, policed, looksSecure }: WeightedBackend): boolean {
  const stated = choice ?? policed;
  return stated === undefined ? declares === 'other' || looksSecure === true : stated.protocol !== 'https';
}

/** Whether a group asks for a choice by the address of the client, in a way that Traefik has. */
export function hashesAddress({ balancing }: ListenerGroup): boolean {
  return balancing.type === 'hash' && ADDRESSES.includes(balancing.variable);
}
