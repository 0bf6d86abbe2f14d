import { networkInterfaces } from 'node:os';
import { delimiter, join } from 'node:path';
import { BUNDLE_MAIN } from '../../bundle/name.ts';
import { MEMORY_FLAGS } from '../../memory.ts';
import { repository } from '../repository.ts';
import type { ProcessCommand } from '../supervisor/fleet.ts';
import type { StateFolder } from '../supervisor/statefolder.ts';
import { type Address, endpointOf, gatewayTcpPorts, portOf } from './address.ts';
import { LOCAL_GATEWAY } from './configs.ts';
import type { Pki } from './pki.ts';

/** Command line of a throw-away etcd, which flushes nothing to disk. */
export function etcdCommand(file: string, address: Address, state: StateFolder): ProcessCommand {
  const clients = `http://${endpointOf(address, 'etcdClient')}`;
  const peers = `http://${endpointOf(address, 'etcdPeer')}`;
  const args = [
    '--name=stoa',
    `--data-dir=${state.etcd}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=stoa=${peers}`,
    '--unsafe-no-fsync',
    // A lone member waits this long (ms) before it elects itself; the default of a second is for networks.
    '--heartbeat-interval=50',
    '--election-timeout=250',
    '--log-level=warn',
  ];
  return { file, args, env: {} };
}

const SERVICE_ACCOUNT_ISSUER = 'https://kubernetes.default.svc';

/**
 * Command line of the API server; Services get loopback addresses of `serviceRange`. `authentication` is the file of an
 * AuthenticationConfiguration, if further issuers sign tokens.
 */
export function apiserverCommand(
  file: string,
  address: Address,
  pki: Pki,
  { serviceRange, authentication }: { readonly serviceRange: string; readonly authentication?: string },
): ProcessCommand {
  const args = [
    `--etcd-servers=http://${endpointOf(address, 'etcdClient')}`,
    `--bind-address=${address.host}`,
    `--advertise-address=${address.host}`,
    `--secure-port=${portOf(address, 'apiserver')}`,
    // Its own endpoint would be a loopback address, which EndpointSlices do not allow.
    '--endpoint-reconciler-type=none',
    `--service-cluster-ip-range=${serviceRange}`,
    '--authorization-mode=Node,RBAC',
    `--cert-dir=${pki.folder}`,
    `--client-ca-file=${pki.caCertificate}`,
    `--tls-cert-file=${pki.serverCertificate}`,
    `--tls-private-key-file=${pki.serverKey}`,
    `--service-account-issuer=${SERVICE_ACCOUNT_ISSUER}`,
    `--service-account-key-file=${pki.accountPublicKey}`,
    `--service-account-signing-key-file=${pki.accountKey}`,
    ...(authentication === undefined ? [] : [`--authentication-config=${authentication}`]),
  ];
  return { file, args, env: {} };
}

/** Command line of the controllers: garbage collection, namespaces, ReplicaSets, EndpointSlices. */
export function controllerManagerCommand(file: string, state: StateFolder, pki: Pki): ProcessCommand {
  const args = [
    `--kubeconfig=${state.kubeconfig}`,
    `--root-ca-file=${pki.caCertificate}`,
    `--service-account-private-key-file=${pki.accountKey}`,
    '--use-service-account-credentials',
    // At the default rate, the controllers have their credentials after four seconds.
    '--kube-api-qps=200',
    '--kube-api-burst=400',
    // It creates this folder, by default outside the state folder.
    `--flex-volume-plugin-dir=${state.generated}`,
    '--leader-elect=false',
    '--secure-port=0',
  ];
  return { file, args, env: {} };
}

/** Command line of the stand-in for the node. */
export function nodeCommand(kubeconfig: string, address: Address): ProcessCommand {
  const env = { KUBECONFIG: kubeconfig, POD_NETWORK: endpointOf(address, 'podNetwork') };
  return { file: process.execPath, args: [repository.node], env };
}

/**
 * Targets of Traefik: the addresses of Services, or pods. Some features work with pods only, so that with `services`
 * too, the addresses of pods lead to the stand-ins.
 */
export type GatewayTarget = 'services' | 'pods';

/** Statuses that Traefik may write: per second, and at once. */
export interface StatusRate {
  readonly qps: number;
  readonly burst: number;
}

/** Traefik writes the status of routes before it serves them: at its default rate, many at once wait for each other. */
const STATUS_RATE: StatusRate = { qps: 500, burst: 1000 };

/** Command line of the gateway engine, whose entry points match listeners by port number. */
export function traefikCommand(
  file: string,
  address: Address,
  { kubeconfig, config }: { readonly kubeconfig: string; readonly config: string },
  target: GatewayTarget,
  { qps, burst }: StatusRate = STATUS_RATE,
): ProcessCommand {
  const tcp = gatewayTcpPorts(address).map(
    (port, index) => `--entrypoints.tcp${index + 1}.address=${address.host}:${port}`,
  );
  const args = [
    `--entrypoints.web.address=${endpointOf(address, 'gatewayHttp')}`,
    `--entrypoints.websecure.address=${endpointOf(address, 'gatewayHttps')}`,
    ...tcp,
    // A rule may ask for a header with a dot or an underscore in its name.
    '--entrypoints.web.http.aliasheadersstrategy=keep',
    '--entrypoints.websecure.http.aliasheadersstrategy=keep',
    // It compares each request with the conditions of rules, and reads long headers slowly.
    '--entrypoints.web.http.maxheaderbytes=32768',
    '--entrypoints.websecure.http.maxheaderbytes=32768',
    `--entrypoints.metrics.address=${endpointOf(address, 'traefikOps')}`,
    '--core.stricttlsoptions=true',
    `--providers.file.filename=${config}`,
    '--providers.kubernetesgateway=true',
    '--providers.kubernetesgateway.experimentalchannel=true',
    `--providers.kubernetesgateway.nativelbbydefault=${target === 'services'}`,
    `--providers.kubernetesgateway.statusaddress.ip=${address.host}`,
    // Only the platform's own namespace may name what other providers define, such as `api@internal`.
    `--providers.kubernetesgateway.crossprovidernamespaces=${LOCAL_GATEWAY.namespace}`,
    // Its own kinds, which routes refer to for what the Gateway API has no field for.
    '--providers.kubernetescrd=true',
    // No name can be taken for one of another namespace, and two TraefikServices for one port stay two.
    '--providers.kubernetescrd.safenaming=true',
    `--providers.kubernetescrd.crossprovidernamespaces=${LOCAL_GATEWAY.namespace}`,
    `--providers.kubernetescrd.defaulttlsresourcesnamespace=${LOCAL_GATEWAY.namespace}`,
    // Without this, all of a TraefikService is gone while one of its components has no pod.
    '--providers.kubernetescrd.allowemptyservices=true',
    `--providers.kubernetesgateway.qps=${qps}`,
    `--providers.kubernetesgateway.burst=${burst}`,
    '--providers.providersthrottleduration=100ms',
    '--metrics.prometheus=true',
    '--metrics.prometheus.entrypoint=metrics',
    '--metrics.prometheus.addrouterslabels=true',
    '--metrics.prometheus.addserviceslabels=true',
    '--ping=true',
    '--ping.entrypoint=metrics',
    '--global.checknewversion=false',
    '--global.sendanonymoususage=false',
  ];
  const env = { KUBECONFIG: kubeconfig, ...(target === 'services' ? podProxy(address) : {}) };
  return { file, args, env };
}

/**
 * Environment by which a Go program reaches pods through the stand-in's proxy. It dials the addresses of this machine
 * itself, so that an EndpointSlice can name a real server.
 */
function podProxy(address: Address): Readonly<Record<string, string>> {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const direct = own.map((each) => each.address).join(',');
  return { HTTP_PROXY: `socks5://${endpointOf(address, 'podNetwork')}`, NO_PROXY: direct, no_proxy: direct };
}

/** Command line of Prometheus. */
export function prometheusCommand(
  file: string,
  address: Address,
  state: StateFolder,
  configFile: string,
): ProcessCommand {
  const args = [
    `--config.file=${configFile}`,
    `--storage.tsdb.path=${state.prometheus}`,
    `--web.listen-address=${endpointOf(address, 'prometheus')}`,
  ];
  return { file, args, env: {} };
}

/** Command line of the stand-in for an app store. */
export function storeCommand(address: Address, folders: readonly string[]): ProcessCommand {
  const env = {
    STORE_LISTEN: endpointOf(address, 'store'),
    STORE_MODELS: folders.join(delimiter),
    STORE_CHARTS: repository.charts,
  };
  return { file: process.execPath, args: [repository.store], env };
}

/** Command line of one of Stoa's own processes. */
export function stoaCommand(
  role: 'operator' | 'rest',
  kubeconfig: string,
  state: StateFolder,
): ProcessCommand {
  return {
    file: process.execPath,
    args: [...MEMORY_FLAGS, join(state.bundle, BUNDLE_MAIN), role],
    env: { KUBECONFIG: kubeconfig, STOA_CONFIG: state.stoaConfig },
  };
}
