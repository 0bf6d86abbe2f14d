import { ensureBinaries } from '../binaries/ensure.ts';
import { controlPlanePorts, servicePorts } from './address.ts';
import type { ClusterFile } from './clusterfile.ts';
import { nodeAgent } from './components.ts';
import { bringUpControlPlane } from './controlplane.ts';
import { type InstallTarget, installExamples, installStoa } from './install.ts';
import { findPlace, type HostChoice } from './place.ts';
import { type Run, startComponent } from './run.ts';

const binaryNames = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kubectl',
  'traefik',
  'prometheus',
] as const;

const portNeeds = { names: [...servicePorts, ...controlPlanePorts, 'podNetwork'], tcpRange: 'tcp' } as const;

/** Where a local cluster shall stand. */
export interface LocalOptions {
  readonly host: HostChoice;
  readonly portBase: number;
}

/** Brings up a whole cluster of plain processes, with the examples answering through its gateway. */
export async function bringUpLocal(run: Run, { host, portBase }: LocalOptions): Promise<ClusterFile> {
  const place = await findPlace(host, portBase, portNeeds);
  run.onClose(place.release);
  const files = ensureBinaries({ names: binaryNames, progress: run.progress, signal: run.signal });
  const plane = await bringUpControlPlane(run, place, files);
  const { access, api, kubectl } = plane;
  const target: InstallTarget = {
    run,
    address: place.address,
    access,
    api,
    kubectl,
    binaries: await files,
    gatewayTarget: 'services',
  };
  await Promise.all([
    plane.startControllers(),
    startComponent(run, nodeAgent(place.address, run.state)),
    installStoa(target),
  ]);
  return installExamples(target);
}
