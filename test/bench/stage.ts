import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminAccess } from '../../deploy/local/cluster/adminclient.ts';
import type { StatusRate } from '../../deploy/local/cluster/commands.ts';
import { type BareControlPlane, startControlPlane } from '../../deploy/local/cluster/controlplane.ts';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import type { Progress } from '../../deploy/local/progress.ts';
import { loadAccess } from '../../src/kube/access.ts';
import { KubeClient } from '../../src/kube/client.ts';
import { pathOf } from '../../src/kube/resource.ts';
import { createTransport } from '../../src/kube/transport.ts';
import { SERVICE_ACCOUNTS } from '../../src/objects/core.ts';
import { BenchCluster } from './benchcluster.ts';
import { makeBundles } from './bundles.ts';
import type { Account } from './child.ts';

/** Engine of the Gateway of a stage. */
export interface Engine {
  readonly pid: number;
  readonly host: string;
  /** Port at which it can serve HTTPS, where a listener has it. */
  readonly httpsPort: number;
}

/** A cluster for benchmarks, with the shipped ServiceAccount of the operator. */
export interface Stage {
  readonly world: BenchCluster;
  readonly account: Account;
  /** The API server's CA in PEM. */
  readonly ca: string;
  /** URL of the gateway, if there is an engine. */
  readonly url: string;
  readonly engine?: Engine;
  /** Kills the API server and starts it again; resolves when it is healthy. */
  restartApiServer(): Promise<void>;
  close(): Promise<void>;
}

/** Starts etcd, API server and controllers, with a Gateway without an engine. */
export async function openBareStage(progress: Progress): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-bench-'));
  const plane = await startControlPlane({ stateDir: folder, progress });
  const client = await connect(plane.kubeconfig);
  applyBase(plane);
  const token = await tokenOf(client, { namespace: 'stoa-system', name: 'stoa-operator' });
  return furnish({ folder, plane, client, token, port: 80, url: '' });
}

/** Starts the same with Traefik as the Gateway's engine. */
export async function openEngineStage(progress: Progress, statuses?: StatusRate): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-bench-'));
  const plane = await startGatewayPlane({ stateDir: folder, progress, ...(statuses && { statuses }) });
  const client = await connect(plane.kubeconfig);
  const { http: port, https: httpsPort } = plane.ports;
  const host = hostOf(plane.access);
  const stage = await furnish({
    folder,
    plane,
    client,
    token: plane.operatorToken,
    port,
    url: `http://${host}:${port}`,
  });
  return { ...stage, engine: { pid: plane.enginePid, host, httpsPort } };
}

interface Furnishing {
  readonly folder: string;
  readonly plane: BareControlPlane | GatewayPlane;
  readonly client: KubeClient;
  readonly token: string;
  readonly port: number;
  readonly url: string;
}

async function furnish({ folder, plane, client, token, port, url }: Furnishing): Promise<Stage> {
  const world = new BenchCluster(client);
  const access = loadAccess();
  const ca = String((await access.credentials()).ca);
  await makeBundles(folder);
  await writeFile(join(folder, 'token'), token);
  await writeFile(join(folder, 'ca.crt'), ca);
  await world.open(url === '' ? 'none' : 'traefik', port);
  return {
    world,
    ca,
    url,
    account: { server: access.server, folder },
    restartApiServer: () => plane.restart('kube-apiserver'),
    async close() {
      world.close();
      await plane.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function connect(kubeconfig: string): Promise<KubeClient> {
  process.env.KUBECONFIG = kubeconfig;
  return new KubeClient(await createTransport(loadAccess()));
}

function applyBase({ binaries, kubeconfig }: BareControlPlane): void {
  const base = join(import.meta.dirname, '../../deploy/base/access');
  execFileSync(binaries.kubectl, [`--kubeconfig=${kubeconfig}`, 'apply', '-k', base], { stdio: 'ignore' });
}

/** A token of a ServiceAccount, valid for a day. */
export async function tokenOf(
  client: KubeClient,
  account: { readonly namespace: string; readonly name: string },
): Promise<string> {
  const { status } = await client.post<{ readonly status: { readonly token: string } }>(
    pathOf(SERVICE_ACCOUNTS, { ...account, subresource: 'token' }),
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 86_400 } },
  );
  return status.token;
}

function hostOf({ server }: AdminAccess): string {
  return new URL(server).hostname;
}
