import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Address, endpointOf, gatewayTcpPorts, storeUrl } from './address.ts';
import type { Api, ApiAccess } from './api.ts';
import type { ClusterFile } from './clusterfile.ts';
import type { GatewayTarget } from './commands.ts';
import * as components from './components.ts';
import { gatewayManifest, localGateway, regionName, settingsHere, stoaConfig } from './configs.ts';
import { awaitExamples, exampleNamespace } from './examples.ts';
import { kubeconfigText } from './kubeconfig.ts';
import type { Kubectl } from './kubectl.ts';
import { startPrometheus } from './late.ts';
import { repository } from './repository.ts';
import { type Run, startComponent, step } from './run.ts';

/** The programs that an installation runs besides Stoa. */
export type InstallBinary = 'kubectl' | 'traefik' | 'prometheus';

/** A cluster with all CRDs that Stoa is to be installed in. */
export interface InstallTarget {
  readonly run: Run;
  readonly address: Address;
  readonly access: ApiAccess;
  readonly api: Api;
  readonly kubectl: Kubectl;
  readonly binaries: Readonly<Record<InstallBinary, Promise<string>>>;
  readonly gatewayTarget: GatewayTarget;
}

/** Starts the gateway, Prometheus, the store and Stoa, and applies the manifests that they need. */
export async function installStoa(target: InstallTarget): Promise<void> {
  const { run, address, binaries, kubectl, gatewayTarget } = target;
  await Promise.all([
    binaries.traefik.then(async (file) =>
      startComponent(run, await components.traefik(file, address, run.state, gatewayTarget)),
    ),
    startPrometheus(run, binaries.prometheus, address),
    startComponent(run, components.store(address)),
    step(run, 'base manifests', () => kubectl.apply(`--kustomize=${repository.access}`)).then(() =>
      Promise.all([applyGateway(target), startStoa(target)]),
    ),
  ]);
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

async function startStoa({ run, address, access, api }: InstallTarget): Promise<void> {
  const { state } = run;
  writeFileSync(state.stoaConfig, stoaConfig(address, settingsHere(address)), { mode: 0o600 });
  const [operatorToken, restToken] = await Promise.all([
    api.createToken(localGateway.namespace, 'stoa-operator'),
    api.createToken(localGateway.namespace, 'stoa-rest'),
  ]);
  writeTokenKubeconfig(state.operatorKubeconfig, access, operatorToken);
  writeTokenKubeconfig(state.restKubeconfig, access, restToken);
  await Promise.all([
    startComponent(run, components.operator(address, state.operatorKubeconfig, state)),
    startComponent(run, components.rest(address, state.restKubeconfig, state)),
  ]);
}

function writeTokenKubeconfig(file: string, { server, ca }: ApiAccess, token: string): void {
  writeFileSync(file, kubeconfigText(server, ca, { kind: 'token', token }), { mode: 0o600 });
}

/** Applies the examples, waits until they answer through the gateway and describes the finished cluster. */
export async function installExamples(target: InstallTarget): Promise<ClusterFile> {
  const { run, address, kubectl, api, binaries } = target;
  await step(run, 'examples', async () => {
    await kubectl.apply(`--filename=${repository.examples}`);
    await awaitExamples(api, `http://${endpointOf(address, 'gatewayHttp')}/`, run.signal);
  });
  return {
    kubeconfig: run.state.kubeconfig,
    kubectl: await binaries.kubectl,
    region: regionName,
    restUrl: `http://${endpointOf(address, 'rest')}`,
    token: await api.createToken(exampleNamespace, 'owner'),
    gatewayHttpUrl: `http://${endpointOf(address, 'gatewayHttp')}`,
    gatewayHttpsUrl: `https://${endpointOf(address, 'gatewayHttps')}`,
    gatewayTcpPorts: gatewayTcpPorts(address),
    prometheusUrl: `http://${endpointOf(address, 'prometheus')}`,
    storeUrl: storeUrl(address),
    operatorMetricsUrl: `http://${endpointOf(address, 'operatorOps')}/metrics`,
    restMetricsUrl: `http://${endpointOf(address, 'restOps')}/metrics`,
    pids: { supervisor: process.pid, ...run.fleet.pids },
  };
}
