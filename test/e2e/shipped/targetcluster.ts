import { join } from 'node:path';
import versions from '../../../deploy/local/binaries/versions.json' with { type: 'json' };
import { UserError } from '../../../deploy/local/errors.ts';
import { runTool } from '../../../deploy/local/runtool.ts';
import { balance } from './balance.ts';
import type { ClusterChoice } from './options.ts';

/** A cluster for the installation of Stoa. */
export interface TargetCluster {
  readonly kubeconfig: string;
  /** GatewayClass of an engine whose Gateways get addresses that are reachable from here. */
  readonly gatewayClass: string;
  /** Loads the image of an archive into the nodes of its pods. */
  load(archive: string): Promise<void>;
  /** Stops everything that was started for it. */
  close(): Promise<void>;
}

/** Opens the cluster of the command line; `folder` is for its files. */
export function openCluster(
  choice: ClusterChoice,
  folder: string,
  signal: AbortSignal,
): Promise<TargetCluster> {
  return choice.kind === 'kind' ? openKind(folder, signal) : openCurrent(choice, signal);
}

async function openCurrent(
  { gatewayClass, load }: Extract<ClusterChoice, { kind: 'current' }>,
  signal: AbortSignal,
): Promise<TargetCluster> {
  const { KUBECONFIG: kubeconfig } = process.env;
  if (kubeconfig === undefined) {
    throw new UserError('KUBECONFIG is not set: it names the kubeconfig of the cluster to install Stoa in');
  }
  return {
    kubeconfig,
    gatewayClass,
    load: async (archive) => {
      await runTool('sh', ['-c', load, 'load', archive], { signal });
    },
    close: () => Promise.resolve(),
  };
}

const KIND_NAME = 'stoa-e2e';

/** Creates a kind cluster with Envoy Gateway from its own chart. */
async function openKind(folder: string, signal: AbortSignal): Promise<TargetCluster> {
  const kubeconfig = join(folder, 'kubeconfig');
  const using =
    (program: string) =>
    (...args: readonly string[]) =>
      runTool(program, args, { signal, env: { KUBECONFIG: kubeconfig } });
  const [kind, kubectl, helm] = [using('kind'), using('kubectl'), using('helm')];
  await kind('create', 'cluster', `--name=${KIND_NAME}`, '--wait=120s');
  const stop = new AbortController();
  let balancing = Promise.resolve();
  const close = async () => {
    stop.abort();
    await balancing;
    await kind('delete', 'cluster', `--name=${KIND_NAME}`);
  };
  try {
    balancing = balance(kubectl, stop.signal);
    const chart = ['oci://docker.io/envoyproxy/gateway-helm', `--version=v${versions.envoyGateway}`];
    const place = ['--namespace=envoy-gateway-system', '--create-namespace', '--wait', '--timeout=5m'];
    await helm('install', 'eg', ...chart, ...place);
    await kubectl('apply', `--filename=${join(import.meta.dirname, 'gatewayclass.yaml')}`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    kubeconfig,
    gatewayClass: 'eg',
    load: async (archive) => {
      await kind('load', 'image-archive', archive, `--name=${KIND_NAME}`);
    },
    close,
  };
}
