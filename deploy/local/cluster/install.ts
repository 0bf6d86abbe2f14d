import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkBundle } from '../bundle.ts';
import { repository } from '../repository.ts';
import { type Run, startComponent, step } from '../supervisor/run.ts';
import { type Address, endpointOf, gatewayTcpPorts, storeUrl } from './address.ts';
import { type AdminAccess, type AdminClient, createToken } from './adminclient.ts';
import type { ClusterFile } from './clusterfile.ts';
import type { GatewayTarget } from './commands.ts';
import * as components from './components.ts';
import { gatewayManifest, LOCAL_GATEWAY, localGatewaySettings, REGION_NAME, stoaConfig } from './configs.ts';
import { awaitExamples, EXAMPLE_NAMESPACE } from './examples.ts';
import { kubeconfigText } from './kubeconfig.ts';
import type { Kubectl } from './kubectl.ts';
import { startPrometheus } from './prometheus.ts';

/** Programs of an installation beside Stoa. */
type InstallBinary = 'kubectl' | 'traefik' | 'prometheus';

/** Cluster with all CRDs, in which Stoa is to be installed. */
export interface InstallTarget {
  readonly run: Run;
  readonly address: Address;
  readonly access: AdminAccess;
  readonly admin: AdminClient;
  readonly kubectl: Kubectl;
  readonly binaries: Readonly<Record<InstallBinary, Promise<string>>>;
  readonly gatewayTarget: GatewayTarget;
}

/** Starts the components that need no cluster, Prometheus and the store, and prepares those of Stoa. */
export async function startIndependents({
  run,
  address,
  binaries,
}: Pick<InstallTarget, 'run' | 'address' | 'binaries'>): Promise<void> {
  await Promise.all([
    startPrometheus(run, binaries.prometheus, address),
    startComponent(run, components.store(address)),
    step(run, 'bundle of Stoa', () => linkBundle(run.state, run.signal)),
  ]);
}

/** Applies Stoa's namespace, ServiceAccounts and roles. */
export async function installAccess({ run, kubectl }: Pick<InstallTarget, 'run' | 'kubectl'>): Promise<void> {
  await installBase({ run, kubectl });
  await kubectl.apply(`--filename=${repository.endpointAccess}`);
}

/** Applies what every cluster of this command line has of `deploy/base`, with its namespaces as teams. */
export async function installBase({ run, kubectl }: Pick<InstallTarget, 'run' | 'kubectl'>): Promise<void> {
  await step(run, 'base manifests', async () => {
    await kubectl.apply(`--kustomize=${repository.access}`);
    await kubectl.apply(`--filename=${repository.policies}`);
  });
}

/**
 * Starts the gateway and Stoa, applies the examples, waits until they answer through the gateway, and returns the
 * description of the cluster.
 */
export async function installStoa(target: InstallTarget): Promise<ClusterFile> {
  const gateway = startGateway(target);
  await Promise.all([
    gateway,
    applyGateway(target),
    startStoa(target),
    step(target.run, 'examples', () => installExamples(target, gateway)),
  ]);
  return describe(target);
}

async function startGateway({ run, address, binaries, gatewayTarget }: InstallTarget): Promise<void> {
  const file = await binaries.traefik;
  await startComponent(run, await components.traefik(file, address, run.state, gatewayTarget));
}

/** Applies the engine's class and Stoa's Gateway. */
export async function applyGateway({
  run,
  kubectl,
  address,
}: Pick<InstallTarget, 'run' | 'kubectl' | 'address'>): Promise<void> {
  const manifest = join(run.state.generated, 'gateway.yaml');
  writeFileSync(manifest, gatewayManifest(address));
  await kubectl.apply(`--filename=${repository.manifests}`, `--filename=${manifest}`);
}

async function startStoa({ run, address, access, admin }: InstallTarget): Promise<void> {
  const { state } = run;
  writeFileSync(state.stoaConfig, stoaConfig(address, localGatewaySettings(address)), { mode: 0o600 });
  const [operatorToken, restToken] = await Promise.all([
    createToken(admin, LOCAL_GATEWAY.namespace, 'stoa-operator'),
    createToken(admin, LOCAL_GATEWAY.namespace, 'stoa-rest'),
  ]);
  writeTokenKubeconfig(state.operatorKubeconfig, access, operatorToken);
  writeTokenKubeconfig(state.restKubeconfig, access, restToken);
  await Promise.all([
    startComponent(run, components.operator(address, state.operatorKubeconfig, state)),
    startComponent(run, components.rest(address, state.restKubeconfig, state)),
  ]);
}

function writeTokenKubeconfig(file: string, { server, ca }: AdminAccess, token: string): void {
  writeFileSync(file, kubeconfigText(server, ca, { kind: 'token', token }), { mode: 0o600 });
}

/** Applies the examples, and waits until they answer, for a limited time from the start of the gateway: it may still be built. */
export async function installExamples(
  { run, address, kubectl, admin }: Pick<InstallTarget, 'run' | 'address' | 'kubectl' | 'admin'>,
  gateway: Promise<void>,
): Promise<void> {
  await kubectl.apply(`--filename=${repository.examples}`);
  await gateway;
  await awaitExamples(admin.client, `http://${endpointOf(address, 'gatewayHttp')}/`, run.signal);
}

async function describe({ run, address, admin, binaries }: InstallTarget): Promise<ClusterFile> {
  return {
    kubeconfig: run.state.kubeconfig,
    kubectl: await binaries.kubectl,
    region: REGION_NAME,
    restUrl: `http://${endpointOf(address, 'rest')}`,
    token: await createToken(admin, EXAMPLE_NAMESPACE, 'owner'),
    gatewayHttpUrl: `http://${endpointOf(address, 'gatewayHttp')}`,
    gatewayHttpsUrl: `https://${endpointOf(address, 'gatewayHttps')}`,
    gatewayTcpPorts: gatewayTcpPorts(address),
    prometheusUrl: `http://${endpointOf(address, 'prometheus')}`,
    storeUrl: storeUrl(address),
    podNetworkUrl: `socks5://${endpointOf(address, 'podNetwork')}`,
    operatorMetricsUrl: `http://${endpointOf(address, 'operatorOps')}/metrics`,
    restMetricsUrl: `http://${endpointOf(address, 'restOps')}/metrics`,
    pids: { supervisor: process.pid, ...run.fleet.pids },
  };
}
