import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_ACCOUNTS } from '../../../src/objects/core.ts';
import { repository } from '../repository.ts';
import type { ClusterComponent } from '../supervisor/fleet.ts';
import { answersOk } from '../supervisor/poll.ts';
import { logFile, type StateFolder } from '../supervisor/statefolder.ts';
import { type Address, endpointOf, storeUrl } from './address.ts';
import { type AdminClient, isServerReady } from './adminclient.ts';
import * as commands from './commands.ts';
import { prometheusConfig, traefikConfig } from './configs.ts';
import { createAuthority, issueServer, type Pki } from './pki.ts';

/** etcd; healthy when its health endpoint answers 200. */
export function etcd(file: string, address: Address, state: StateFolder): ClusterComponent {
  return {
    name: 'etcd',
    layer: 0,
    command: commands.etcdCommand(file, address, state),
    healthy: () => answersOk(`http://${endpointOf(address, 'etcdClient')}/health`),
    deadlineSeconds: 20,
  };
}

/** API server; healthy when all of its start-up hooks have run. */
export function apiserver(
  file: string,
  address: Address,
  pki: Pki,
  settings: Parameters<typeof commands.apiserverCommand>[3],
  admin: AdminClient,
): ClusterComponent {
  return {
    name: 'kube-apiserver',
    layer: 1,
    command: commands.apiserverCommand(file, address, pki, settings),
    healthy: () => isServerReady(admin),
    deadlineSeconds: 60,
  };
}

/** Controllers of Kubernetes; they have no port, and are healthy when an object exists that only they create. */
export function controllerManager(
  file: string,
  state: StateFolder,
  pki: Pki,
  { client }: AdminClient,
): ClusterComponent {
  return {
    name: 'kube-controller-manager',
    layer: 2,
    command: commands.controllerManagerCommand(file, state, pki),
    healthy: async () =>
      Boolean(await client.get(SERVICE_ACCOUNTS, { namespace: 'default', name: 'default' })),
    deadlineSeconds: 60,
  };
}

/** Stand-in node; healthy when its log says so. */
export function nodeAgent(address: Address, state: StateFolder): ClusterComponent {
  const log = logFile(state, 'node');
  return {
    name: 'node',
    layer: 2,
    command: commands.nodeCommand(state.kubeconfig, address),
    healthy: async () => readFileSync(log, 'utf8').split('\n').includes('node ready'),
    deadlineSeconds: 30,
  };
}

/** Gateway engine; writes its configuration file. */
export async function traefik(
  file: string,
  address: Address,
  state: StateFolder,
  target: commands.GatewayTarget,
  statuses?: commands.StatusRate,
): Promise<ClusterComponent> {
  const config = join(state.generated, 'traefik.yaml');
  const certificate = await issueServer(await createAuthority(), 'stoa-local-gateway', [address.host]);
  writeFileSync(config, traefikConfig(certificate), { mode: 0o600 });
  return {
    name: 'traefik',
    layer: 3,
    command: commands.traefikCommand(
      file,
      address,
      { kubeconfig: state.kubeconfig, config },
      target,
      statuses,
    ),
    healthy: () => answersOk(`http://${endpointOf(address, 'traefikOps')}/ping`),
    deadlineSeconds: 30,
  };
}

/** Prometheus; writes its configuration file. */
export function prometheus(file: string, address: Address, state: StateFolder): ClusterComponent {
  const config = join(state.generated, 'prometheus.yaml');
  writeFileSync(config, prometheusConfig(address));
  return {
    name: 'prometheus',
    layer: 3,
    command: commands.prometheusCommand(file, address, state, config),
    healthy: () => answersOk(`http://${endpointOf(address, 'prometheus')}/-/ready`),
    deadlineSeconds: 30,
  };
}

/** Stand-in for an app store, with this repository's models and those of the folder `ram` in STOA_CASES. */
export function store(address: Address): ClusterComponent {
  const { STOA_CASES: cases } = process.env;
  const folders = [...repository.models, ...(cases === undefined ? [] : [join(cases, 'ram')])];
  return {
    name: 'store',
    layer: 3,
    command: commands.storeCommand(address, folders),
    healthy: () => answersOk(`${storeUrl(address)}/app-server/openapi/info?marketDomain=local`),
    deadlineSeconds: 30,
  };
}

/** Stoa's operator. */
export function operator(address: Address, kubeconfig: string, state: StateFolder): ClusterComponent {
  return {
    name: 'operator',
    layer: 3,
    command: commands.stoaCommand('operator', kubeconfig, state),
    healthy: () => answersOk(`http://${endpointOf(address, 'operatorOps')}/readyz`),
    deadlineSeconds: 30,
  };
}

/** Stoa's REST API. */
export function rest(address: Address, kubeconfig: string, state: StateFolder): ClusterComponent {
  return {
    name: 'rest',
    layer: 3,
    command: commands.stoaCommand('rest', kubeconfig, state),
    healthy: () => answersOk(`http://${endpointOf(address, 'restOps')}/readyz`),
    deadlineSeconds: 30,
  };
}
