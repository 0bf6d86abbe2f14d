import { pino } from 'pino';
import { createNode } from '../../deploy/local/node/agent.ts';
import { registerNode, renewLease } from '../../deploy/local/node/node.ts';
import { createProvisioner, registerStorageClass } from '../../deploy/local/node/provisioner.ts';
import { alone } from '../../src/controller/election.ts';
import { Manager } from '../../src/controller/manager.ts';
import type { KubeClient } from '../../src/kube/client.ts';

/** Starts a simulated node, which reports pods as running and claims as bound, until it is closed. */
export async function openNode(client: KubeClient): Promise<{ close(): Promise<void> }> {
  const log = pino({ level: 'silent' });
  const stop = new AbortController();
  const { sources, controllers, listeners } = createNode(client, log);
  const provisioner = createProvisioner(client, log);
  await Promise.all([registerNode(client), registerStorageClass(client)]);
  const manager = new Manager({
    sources: [...sources, ...provisioner.sources],
    controllers: [...controllers, ...provisioner.controllers],
    elector: alone,
    check: async () => [],
    log,
  });
  const running = Promise.all([manager.run(stop.signal), renewLease(client, log, stop.signal)]);
  return {
    async close() {
      stop.abort();
      await running;
      await listeners.close();
    },
  };
}
