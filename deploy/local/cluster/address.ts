/** Every address and port of a local cluster; this file is the only place that knows the numbers. */

/** Where one cluster's servers listen: an IPv4 address and the number its port table starts at. */
export interface Address {
  readonly host: string;
  readonly portBase: number;
}

const offsets = {
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

/** A server with one fixed port. */
export type PortName = keyof typeof offsets;

const purposes: Record<PortName, string> = {
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

const tcpOffset = 300;
const tcpCount = 10;

/** The port base of `npm start`. */
export const defaultPortBase = 18000;

/** The highest port base whose table still ends below 65536. */
export const highestPortBase = 65_535 - offsets.gatewayHttps;

/** A port and what listens there, in words for people. */
export interface PortUse {
  readonly port: number;
  readonly purpose: string;
}

/** The names of the servers that make up a bare control plane. */
export const controlPlanePorts: readonly PortName[] = ['apiserver', 'etcdClient', 'etcdPeer'];

/** The servers that Stoa, its gateway, its Prometheus and its store open. */
export const servicePorts: readonly PortName[] = [
  'rest',
  'restOps',
  'operatorOps',
  'prometheus',
  'traefikOps',
  'gatewayHttp',
  'gatewayHttps',
  'store',
];

/** The port of one server. */
export function portOf(address: Address, name: PortName): number {
  return address.portBase + offsets[name];
}

/** The `host:port` of one server. */
export function endpointOf(address: Address, name: PortName): string {
  return `${address.host}:${portOf(address, name)}`;
}

/** What installs name as the address of the local store. */
export function storeUrl(address: Address): string {
  return `http://${endpointOf(address, 'store')}`;
}

/** The gateway's ports for TCP rules, in ascending order. */
export function gatewayTcpPorts(address: Address): number[] {
  return Array.from({ length: tcpCount }, (_, index) => address.portBase + tcpOffset + index);
}

/** The ports of the named servers, with their purposes. */
export function portUses(address: Address, names: readonly PortName[]): PortUse[] {
  return names.map((name) => ({ port: portOf(address, name), purpose: purposes[name] }));
}

/** The ports for TCP rules, with their purpose. */
export function tcpPortUses(address: Address): PortUse[] {
  return gatewayTcpPorts(address).map((port) => ({ port, purpose: 'gateway tcp' }));
}

/** The lowest second octet of 127.X.0.0/16 that a cluster may own. */
export const firstOctet = 64;

/** How many second octets there are to own. */
export const octetCount = 64;

/** The port of the socket that reserves an octet. */
export const reservationPort = 19_999;

/** The loopback addresses that come with owning octet X. */
export interface OctetAddresses {
  readonly serviceRange: string;
  readonly kubernetesServiceIp: string;
  readonly ownHost: string;
  readonly reservationHost: string;
}

/** The addresses of octet X of 127.X.0.0/16. */
export function octetAddresses(octet: number): OctetAddresses {
  return {
    serviceRange: `127.${octet}.0.0/17`,
    kubernetesServiceIp: `127.${octet}.0.1`,
    ownHost: `127.${octet}.255.1`,
    reservationHost: `127.${octet}.255.254`,
  };
}
