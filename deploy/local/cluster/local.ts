import { type Run, startComponent, supplyRun } from '../supervisor/run.ts';
import { packageTimings, secondsSinceCommand, TimedProgress, type Timing, timingTable } from '../timings.ts';
import { CONTROL_PLANE_PORTS, SERVICE_PORTS } from './address.ts';
import { provideRenderer } from './charts.ts';
import type { ClusterFile } from './clusterfile.ts';
import { nodeAgent } from './components.ts';
import { bringUpControlPlane, type ControlPlane, type ControlPlaneBinary } from './controlplane.ts';
import { type InstallTarget, installAccess, installStoa, startIndependents } from './install.ts';
import { type HostChoice, reserveNetwork } from './network.ts';

const BINARIES = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kubectl',
  'traefik',
  'prometheus',
] as const;

const PORT_NEEDS = {
  names: [...SERVICE_PORTS, ...CONTROL_PLANE_PORTS, 'podNetwork'],
  tcpRange: 'tcp',
} as const;

/** Host and ports of a local cluster. */
export interface LocalOptions {
  readonly host: HostChoice;
  readonly portBase: number;
}

/** Brings up a whole cluster of plain processes, with the examples answering through its gateway. */
export async function bringUpLocal(run: Run, { host, portBase }: LocalOptions): Promise<ClusterFile> {
  const place = await reserveNetwork(host, portBase, PORT_NEEDS);
  run.onClose(place.release);
  const progress = new TimedProgress(run.progress);
  const binaries = supplyRun(run, BINARIES, progress);
  provideRenderer(run, Object.values(binaries));
  let begin = 0;
  const files = controlPlaneFiles(binaries).then((paths) => {
    begin = performance.now();
    return paths;
  });
  const { address } = place;
  const [plane] = await Promise.all([
    bringUpControlPlane(run, place, files),
    startIndependents({ run, address, binaries }),
  ]);
  const { access, admin, kubectl } = plane;
  const target: InstallTarget = { run, address, access, admin, kubectl, binaries, gatewayTarget: 'services' };
  const [cluster] = await Promise.all([
    install(plane, target),
    startComponent(run, nodeAgent(address, run.state)),
  ]);
  reportTimings(run, progress.timings, begin);
  return cluster;
}

/** Installs Stoa and the examples in a new control plane. */
async function install(plane: ControlPlane, target: InstallTarget): Promise<ClusterFile> {
  await Promise.all([plane.crds, installAccess(target)]);
  const [cluster] = await Promise.all([installStoa(target), plane.startControllers()]);
  return cluster;
}

async function controlPlaneFiles(
  paths: Readonly<Record<ControlPlaneBinary, Promise<string>>>,
): Promise<Readonly<Record<ControlPlaneBinary, string>>> {
  const [etcd, apiserver, controllerManager, kubectl] = await Promise.all([
    paths.etcd,
    paths['kube-apiserver'],
    paths['kube-controller-manager'],
    paths.kubectl,
  ]);
  return { etcd, 'kube-apiserver': apiserver, 'kube-controller-manager': controllerManager, kubectl };
}

/** Prints a table of durations when the first rule answers; the programs were available at `begin`. */
function reportTimings({ progress }: Run, programs: readonly Timing[], begin: number): void {
  const cluster = { what: 'the cluster, Stoa and the example', seconds: (performance.now() - begin) / 1_000 };
  const total = { what: 'until the first rule answered', seconds: secondsSinceCommand(process.env) };
  for (const line of timingTable([...packageTimings(process.env), ...programs, cluster], total)) {
    progress.info(line);
  }
}
