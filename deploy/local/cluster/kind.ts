import { join } from 'node:path';
import { EXAMPLE_IMAGE } from '../../image/example.ts';
import { buildImage } from '../../image/image.ts';
import { UserError } from '../errors.ts';
import { runTool } from '../runtool.ts';
import { type Run, step, supplyRun } from '../supervisor/run.ts';
import { type Address, SERVICE_PORTS } from './address.ts';
import { openAdminClient } from './adminclient.ts';
import { provideRenderer } from './charts.ts';
import type { ClusterFile } from './clusterfile.ts';
import { installCrds } from './crds.ts';
import { installAccess, installStoa, startIndependents } from './install.ts';
import { readCertificateKubeconfig } from './kubeconfig.ts';
import { openKubectl } from './kubectl.ts';
import { checkPorts, SHARED_HOST } from './network.ts';

/** Name of the kind cluster, which is reused and outlives the supervisor. */
const KIND_CLUSTER = 'stoa';

const BINARIES = ['kubectl', 'traefik', 'prometheus'] as const;

/** Installs Stoa into a kind cluster; gateway, Prometheus and Stoa itself run as local processes. */
export async function bringUpKind(run: Run, portBase: number): Promise<ClusterFile> {
  const address: Address = { host: SHARED_HOST, portBase };
  await checkPorts(address, { names: SERVICE_PORTS, tcpRange: 'tcp' });
  await assertTools(run.signal);
  const binaries = supplyRun(run, BINARIES);
  provideRenderer(run, Object.values(binaries));
  await step(run, `kind cluster ${KIND_CLUSTER}`, () => ensureCluster(run));
  const access = readCertificateKubeconfig(run.state.kubeconfig);
  const admin = await openAdminClient(access);
  run.onClose(() => admin.transport.close());
  const kubectl = openKubectl(await binaries.kubectl, run.state, run.signal);
  await step(run, 'image of the example', () => loadExampleImage(run));
  const target = { run, address, access, admin, kubectl, binaries, gatewayTarget: 'pods' } as const;
  await Promise.all([installCrds(target), installAccess(target), startIndependents(target)]);
  return installStoa(target);
}

async function assertTools(signal: AbortSignal): Promise<void> {
  const tools = [
    ['docker', 'version', 'a running Docker: install it or start its daemon'],
    ['kind', 'version', 'kind on the PATH: install it from kind.sigs.k8s.io'],
  ] as const;
  for (const [tool, argument, wayOut] of tools) {
    await runTool(tool, [argument], { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      const detail = error instanceof Error ? error.message : String(error);
      throw new UserError(`--cluster=kind needs ${wayOut} (${detail})`);
    });
  }
}

/** Builds the image of the example's components, and brings it into the nodes. */
async function loadExampleImage({ state, signal }: Run): Promise<void> {
  const { archive } = await buildImage(EXAMPLE_IMAGE, join(state.generated, 'example.tar'), signal);
  await runTool('kind', ['load', 'image-archive', archive, `--name=${KIND_CLUSTER}`], { signal });
}

async function ensureCluster({ state, signal }: Run): Promise<void> {
  const clusters = await runTool('kind', ['get', 'clusters'], { signal });
  const target = [`--name=${KIND_CLUSTER}`, `--kubeconfig=${state.kubeconfig}`];
  if (clusters.split('\n').includes(KIND_CLUSTER)) {
    await runTool('kind', ['export', 'kubeconfig', ...target], { signal });
    return;
  }
  await runTool('kind', ['create', 'cluster', '--wait=120s', ...target], { signal });
}
