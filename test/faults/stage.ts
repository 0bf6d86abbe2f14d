import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeRenderer } from '../../deploy/local/binaries/renderer.ts';
import { type GatewayPlane, startGatewayPlane } from '../../deploy/local/cluster/gatewayplane.ts';
import { type Authority, createAuthority } from '../../deploy/local/cluster/pki.ts';
import type { Progress } from '../../deploy/local/progress.ts';
import { KubeClient } from '../../src/kube/client.ts';
import { createTransport } from '../../src/kube/transport.ts';
import { allowRewriting } from './company/admission.ts';
import { Engine } from './dataplane.ts';
import { allowHolding } from './heldstatuses.ts';
import { openNode } from './node.ts';
import { Observer } from './observer.ts';
import { openUpstream, type Upstream } from './upstream.ts';

/** A cluster with a simulated node and without operator, its observer, and the upstream of the proxies. */
export interface Stage {
  readonly plane: GatewayPlane;
  readonly client: KubeClient;
  readonly engine: Engine;
  readonly observer: Observer;
  readonly upstream: Upstream;
  /** Authority that issues the certificates of teams. */
  readonly authority: Authority;
  close(): Promise<void>;
}

/** Starts a cluster for fault plans. */
export async function openStage(progress: Progress, signal: AbortSignal): Promise<Stage> {
  const stateDir = await mkdtemp(join(tmpdir(), 'stoa-faults-'));
  await placeRenderer({ progress, signal });
  const plane = await startGatewayPlane({ stateDir, progress, signal });
  const { server, ca, certificate, key } = plane.access;
  const transport = await createTransport({
    server,
    credentials: async () => ({ ca, cert: certificate, key }),
  });
  const client = new KubeClient(transport);
  const observer = new Observer(client);
  const upstream = openUpstream(plane.access, plane.operatorToken);
  const stop = new AbortController();
  const watching = observer.run(stop.signal);
  const [node] = await Promise.all([
    openNode(client),
    allowHolding(client, 'fault-campaign'),
    allowRewriting(client),
  ]);
  return {
    plane,
    client,
    engine: new Engine(plane.enginePid, `http://${new URL(server).hostname}:${plane.ports.http}`),
    observer,
    upstream,
    authority: await createAuthority(),
    async close() {
      stop.abort();
      await Promise.all([watching, node.close()]);
      await upstream.close();
      await transport.close();
      await plane.stop();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
