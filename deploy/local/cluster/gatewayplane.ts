import { GATEWAYS } from '../../../src/objects/gatewayapi.ts';
import { ensureBinaries } from '../binaries/ensure.ts';
import { pollUntil } from '../supervisor/poll.ts';
import { openRun, type Run, startComponent } from '../supervisor/run.ts';
import { CONTROL_PLANE_PORTS, DEFAULT_PORT_BASE, gatewayTcpPorts, portOf } from './address.ts';
import { type AdminAccess, createToken } from './adminclient.ts';
import type { StatusRate } from './commands.ts';
import { traefik } from './components.ts';
import { hasCondition } from './condition.ts';
import { LOCAL_GATEWAY } from './configs.ts';
import { bringUpControlPlane, type ControlPlaneOptions } from './controlplane.ts';
import { applyGateway, installAccess } from './install.ts';
import { reserveNetwork } from './network.ts';

const BINARIES = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kubectl', 'traefik'] as const;

/** Component of a gateway plane. */
type PlaneComponent = 'etcd' | 'kube-apiserver' | 'kube-controller-manager' | 'traefik';

/** Control plane with a gateway engine and everything of Stoa but its processes, for tests that start those. */
export interface GatewayPlane {
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** The administrator's access. */
  readonly access: AdminAccess;
  /** Token of the operator's ServiceAccount. */
  readonly operatorToken: string;
  /** Process of the gateway engine. */
  readonly enginePid: number;
  /** Ports of the gateway engine. */
  readonly ports: { readonly http: number; readonly https: number; readonly tcp: readonly number[] };
  /** Aborted when a component ends by itself; the reason is a UserError. */
  readonly signal: AbortSignal;
  /** Kills a component and starts it again after `away`; resolves when it is healthy. */
  restart(component: PlaneComponent, away?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a gateway plane. */
interface GatewayPlaneOptions extends ControlPlaneOptions {
  /** Statuses that the engine may write; enough for tests by default. */
  readonly statuses?: StatusRate;
}

/** Starts a gateway plane on an address of its own; the caller must stop it. */
export async function startGatewayPlane(options: GatewayPlaneOptions): Promise<GatewayPlane> {
  const { stateDir, progress, signal = new AbortController().signal } = options;
  const run = await openRun({ stateDir, progress, signal });
  try {
    return await bringUp(run, options.statuses);
  } catch (error) {
    await run.close();
    throw error;
  }
}

async function bringUp(run: Run, statuses?: StatusRate): Promise<GatewayPlane> {
  const { progress, signal, state } = run;
  const names = [...CONTROL_PLANE_PORTS, 'traefikOps', 'gatewayHttp', 'gatewayHttps'] as const;
  const place = await reserveNetwork('own', DEFAULT_PORT_BASE, { names, tcpRange: 'tcp' });
  run.onClose(place.release);
  const { address } = place;
  const files = ensureBinaries({ names: BINARIES, progress, signal });
  const plane = await bringUpControlPlane(run, place, files);
  const { access, admin, kubectl } = plane;
  await Promise.all([plane.crds, installAccess({ run, kubectl })]);
  await Promise.all([
    plane.startControllers(),
    startComponent(run, await traefik((await files).traefik, address, state, 'services', statuses)),
    applyGateway({ run, kubectl, address }),
  ]);
  await pollUntil(
    async () => hasCondition(await admin.client.get(GATEWAYS, LOCAL_GATEWAY), 'Programmed') || undefined,
    {
      signal,
      seconds: 30,
      failure: () => 'the Gateway is not programmed after 30 s',
    },
  );
  return {
    kubeconfig: state.kubeconfig,
    access,
    operatorToken: await createToken(admin, LOCAL_GATEWAY.namespace, 'stoa-operator'),
    get enginePid() {
      return run.fleet.pids.traefik ?? 0;
    },
    ports: {
      http: portOf(address, 'gatewayHttp'),
      https: portOf(address, 'gatewayHttps'),
      tcp: gatewayTcpPorts(address),
    },
    signal,
    restart: (component, away) => run.fleet.restart(component, away),
    stop: run.close,
  };
}
