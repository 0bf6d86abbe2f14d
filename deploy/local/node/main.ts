/**
 * Node of the local cluster, without containers: binds pending pods to itself, reports them as running, and answers
 * at the addresses of all Services whose pods are ready. Pods have addresses behind a SOCKS proxy. Provisions
 * volumes, which hold nothing. Reads KUBECONFIG, and the address and port of the proxy in POD_NETWORK; prints
 * `node ready` as soon as it works.
 */
import { alone } from '../../../src/controller/election.ts';
import { Manager } from '../../../src/controller/manager.ts';
import { loadAccess } from '../../../src/kube/access.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { createLog } from '../../../src/telemetry/process.ts';
import { createNode } from './agent.ts';
import { registerNode, renewLease } from './node.ts';
import { servePods } from './podnetwork.ts';
import { createProvisioner, registerStorageClass } from './provisioner.ts';

const log = createLog('info');
const stop = new AbortController();
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => stop.abort());
}

const transport = await createTransport(loadAccess());
const client = new KubeClient(transport);
const { sources, controllers, listeners, podAt } = createNode(client, log);
const provisioner = createProvisioner(client, log);
const manager = new Manager({
  sources: [...sources, ...provisioner.sources],
  controllers: [...controllers, ...provisioner.controllers],
  elector: alone,
  check: async () => [],
  log,
});

async function announce(): Promise<void> {
  await Promise.all([...sources, ...provisioner.sources].map(({ synced }) => synced));
  process.stdout.write('node ready\n');
}

const { hostname: host, port } = new URL(`socks5://${process.env.POD_NETWORK}`);
const podNetwork = await servePods({ host, port: Number(port) }, podAt);
await Promise.all([registerNode(client), registerStorageClass(client)]);
await Promise.all([manager.run(stop.signal), renewLease(client, log, stop.signal), announce()]);
await Promise.all([listeners.close(), podNetwork.close()]);
await transport.close();
