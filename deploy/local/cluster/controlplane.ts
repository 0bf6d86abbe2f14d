import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBinaries } from '../binaries/ensure.ts';
import type { Progress } from '../progress.ts';
import { openRun, type Run, startComponent } from '../supervisor/run.ts';
import type { StateFolder } from '../supervisor/statefolder.ts';
import { CONTROL_PLANE_PORTS, DEFAULT_PORT_BASE, endpointOf } from './address.ts';
import { type AdminAccess, type AdminClient, openAdminClient } from './adminclient.ts';
import { apiserver, controllerManager, etcd } from './components.ts';
import { installCrds } from './crds.ts';
import { kubeconfigText, readCertificateKubeconfig } from './kubeconfig.ts';
import { type Kubectl, openKubectl } from './kubectl.ts';
import { type ClusterNetwork, reserveNetwork } from './network.ts';
import { createPki, pkiFiles } from './pki.ts';

const BINARIES = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl'] as const;

/** Programs of a bare control plane. */
export type ControlPlaneBinary = (typeof BINARIES)[number];

/** Running API server, with the access and clients of its administrator. */
export interface ControlPlane {
  readonly access: AdminAccess;
  readonly admin: AdminClient;
  readonly kubectl: Kubectl;
  /** Resolves when the CRDs of the Gateway API, of Traefik and of Stoa are served. */
  readonly crds: Promise<void>;
  /** Starts the controllers; they know only the kinds that exist by then. */
  startControllers(): Promise<void>;
}

/** Brings up etcd and the API server; `authentication` is an AuthenticationConfiguration with further issuers. */
export async function bringUpControlPlane(
  run: Run,
  place: ClusterNetwork,
  binaries: Promise<Readonly<Record<ControlPlaneBinary, string>>>,
  authentication?: string,
): Promise<ControlPlane> {
  const { address, serviceRange } = place;
  const { state } = run;
  const pki = pkiFiles(state.pki);
  const [files, credentials] = await Promise.all([binaries, createPki(pki, serverNames(place))]);
  const access = { server: `https://${endpointOf(address, 'apiserver')}`, ...credentials };
  writeFileSync(state.kubeconfig, adminKubeconfig(access), { mode: 0o600 });
  const admin = await openAdminClient(access, () => readCertificateKubeconfig(state.kubeconfig));
  run.onClose(() => admin.transport.close());
  await startComponent(run, etcd(files.etcd, address, state));
  const settings = { serviceRange, ...authenticationFile(state, authentication) };
  const server = startComponent(run, apiserver(files['kube-apiserver'], address, pki, settings, admin));
  // The server accepts CRDs seconds before it is ready, while it writes the default roles.
  const crds = installCrds({ run, admin });
  crds.catch(() => undefined);
  await server;
  const kubectl = openKubectl(files.kubectl, state, run.signal);
  const controllers = controllerManager(files['kube-controller-manager'], state, pki, admin);
  return {
    access,
    admin,
    kubectl,
    crds,
    startControllers: () => startComponent(run, controllers),
  };
}

function authenticationFile({ generated }: StateFolder, text: string | undefined) {
  if (text === undefined) {
    return {};
  }
  const authentication = join(generated, 'authentication.yaml');
  writeFileSync(authentication, text);
  return { authentication };
}

function serverNames({ address, kubernetesServiceIp }: ClusterNetwork): string[] {
  const service = 'kubernetes.default.svc.cluster.local'.split('.');
  const dnsNames = [1, 2, 3, 5].map((parts) => service.slice(0, parts).join('.'));
  return [...new Set([address.host, '127.0.0.1', kubernetesServiceIp, 'localhost', ...dnsNames])];
}

function adminKubeconfig({ server, ca, certificate, key }: AdminAccess): string {
  return kubeconfigText(server, ca, { kind: 'certificate', certificate, key });
}

/** Control plane for tests: no node, no gateway, nothing of Stoa but its CRDs. */
export interface BareControlPlane {
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  readonly host: string;
  readonly serviceRange: string;
  readonly binaries: Readonly<Record<ControlPlaneBinary, string>>;
  /** Aborted when a component ends by itself; the reason is a UserError. */
  readonly signal: AbortSignal;
  /** Kills a component and starts it again; resolves when it is healthy. */
  restart(component: 'etcd' | 'kube-apiserver'): Promise<void>;
  stop(): Promise<void>;
}

/** Parameters of a control plane for tests. */
export interface ControlPlaneOptions {
  readonly stateDir: string;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
  /** AuthenticationConfiguration of the API server with further issuers of tokens. */
  readonly authentication?: string;
}

/** Starts etcd, the API server and its controllers on an address of their own; the caller must stop them. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<BareControlPlane> {
  const { stateDir, progress, signal = new AbortController().signal, authentication } = options;
  const run = await openRun({ stateDir, progress, signal });
  try {
    const place = await reserveNetwork('own', DEFAULT_PORT_BASE, {
      names: CONTROL_PLANE_PORTS,
      tcpRange: 'no tcp',
    });
    run.onClose(place.release);
    const binaries = ensureBinaries({ names: BINARIES, progress, signal: run.signal });
    const plane = await bringUpControlPlane(run, place, binaries, authentication);
    await plane.crds;
    await plane.startControllers();
    return {
      kubeconfig: run.state.kubeconfig,
      host: place.address.host,
      serviceRange: place.serviceRange,
      binaries: await binaries,
      signal: run.signal,
      restart: (component) => run.fleet.restart(component),
      stop: run.close,
    };
  } catch (error) {
    await run.close();
    throw error;
  }
}
