/** Addresses and ports of a local cluster; no other file knows the numbers. */

/** Address of a cluster's servers: an IPv4 address, and the number at which its port table starts. */
export interface Address {
  readonly host: string;
  readonly portBase: number;
}

const OFFSETS = {
  rest: 0,
  restOps: 1,
  operatorOps: 2,
  prometheus: 10,
  traefikOps: 11,
  podNetwork: 12,
  apiserver: 20,
  etcdClient: 21,
  etcdPeer: 22,
  store: 30,
  gatewayHttp: 80,
  gatewayHttps: 443,
} as const;

/** Server with a fixed port. */
export type PortName = keyof typeof OFFSETS;

const PURPOSES: Record<PortName, string> = {
  rest: 'REST API',
  restOps: 'REST metrics',
  operatorOps: 'operator metrics',
  prometheus: 'Prometheus',
  traefikOps: 'Traefik metrics',
  podNetwork: 'pod addresses',
  apiserver: 'kube-apiserver',
  etcdClient: 'etcd clients',
  etcdPeer: 'etcd peers',
  store: 'app store',
  gatewayHttp: 'gateway http',
  gatewayHttps: 'gateway https',
};

const TCP_OFFSET = 300;
const TCP_COUNT = 10;

/** Port base of `npm start`. */
export const DEFAULT_PORT_BASE = 18000;

/** Highest port base whose table ends below 65536. */
export const MAX_PORT_BASE = 65_535 - OFFSETS.gatewayHttps;

/** Port, and the server there in words. */
export interface PortUse {
  readonly port: number;
  readonly purpose: string;
}

/** Servers of a bare control plane. */
export const CONTROL_PLANE_PORTS: readonly PortName[] = ['apiserver', 'etcdClient', 'etcdPeer'];

/** Servers of Stoa, its gateway, its Prometheus and its store. */
export const SERVICE_PORTS: readonly PortName[] = [
  'rest',
  'restOps',
  'operatorOps',
  'prometheus',
  'traefikOps',
  'gatewayHttp',
  'gatewayHttps',
  'store',
];

/** Port of a server. */
export function portOf(address: Address, name: PortName): number {
  return address.portBase + OFFSETS[name];
}

/** `host:port` of a server. */
export function endpointOf(address: Address, name: PortName): string {
  return `${address.host}:${portOf(address, name)}`;
}

/** URL of the local store, as installs name it. */
export function storeUrl(address: Address): string {
  return `http://${endpointOf(address, 'store')}`;
}

/** Ports of the gateway for TCP rules, in ascending order. */
export function gatewayTcpPorts(address: Address): number[] {
  return Array.from({ length: TCP_COUNT }, (_, index) => address.portBase + TCP_OFFSET + index);
}

/** Ports of the named servers, with their purposes. */
export function portUses(address: Address, names: readonly PortName[]): PortUse[] {
  return names.map((name) => ({ port: portOf(address, name), purpose: PURPOSES[name] }));
}

/** Ports for TCP rules, with their purpose. */
export function tcpPortUses(address: Address): PortUse[] {
  return gatewayTcpPorts(address).map((port) => ({ port, purpose: 'gateway tcp' }));
}

/** Lowest second octet of 127.X.0.0/16 that a cluster may own. */
export const FIRST_OCTET = 64;

/** Number of second octets that clusters may own. */
export const OCTET_COUNT = 64;

/** Port of the socket that reserves an octet. */
export const RESERVATION_PORT = 19_999;

/** Loopback addresses of an octet. */
export interface OctetAddresses {
  readonly serviceRange: string;
  readonly kubernetesServiceIp: string;
  readonly ownHost: string;
  readonly reservationHost: string;
}

/** Addresses of octet X of 127.X.0.0/16. */
export function octetAddresses(octet: number): OctetAddresses {
  return {
    serviceRange: `127.${octet}.0.0/17`,
    kubernetesServiceIp: `127.${octet}.0.1`,
    ownHost: `127.${octet}.255.1`,
    reservationHost: `127.${octet}.255.254`,
  };
}
