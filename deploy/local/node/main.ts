/**
 * One node of the local cluster, without containers: it binds pending pods to itself, reports them as
 * running, and answers in the place of every Service whose pods are ready, at the Service's own address.
 * Reads KUBECONFIG; prints `node ready` when it does its work.
 */
import { Registry } from 'prom-client';
import { timestamp } from '../../../src/api/condition.ts';
import { Cache } from '../../../src/controller/cache.ts';
import { Controller } from '../../../src/controller/controller.ts';
import { Manager } from '../../../src/controller/manager.ts';
import { createControllerMetrics } from '../../../src/controller/metrics.ts';
import { type Outcome, SETTLED } from '../../../src/controller/outcome.ts';
import { loadAccess } from '../../../src/kube/access.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import { isFailure } from '../../../src/kube/error.ts';
import { keyOf, splitKey } from '../../../src/kube/object.ts';
import { pathOf } from '../../../src/kube/resource.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { PODS, type Pod, SELECTING_SERVICES } from './kinds.ts';
import { Listeners } from './listeners.ts';
import { FIELD_MANAGER, registerNode, renewLease } from './node.ts';
import { NODE_NAME, podStep, runningStatus } from './pod.ts';
import { answerersOf, endpointsOf } from './service.ts';

const log = createLog('info');
const stop = new AbortController();
for (const name of ['SIGTERM', 'SIGINT'] as const) {
  process.once(name, () => stop.abort());
}

const transport = await createTransport(loadAccess());
const client = new KubeClient(transport);
const listeners = new Listeners();
const namespaceOf = ({ metadata }: { readonly metadata: { readonly namespace?: string } }) => [
  metadata.namespace ?? '',
];
const pods = new Cache({ client, log, resource: PODS, indexes: { namespace: namespaceOf } });
const services = new Cache({
  client,
  log,
  resource: SELECTING_SERVICES,
  indexes: { namespace: namespaceOf },
});

let addresses = 0;

/** Addresses of 10.244.0.0/16 in turn: nobody dials them, they only have to differ. */
function nextAddress(): string {
  addresses += 1;
  return `10.244.${(addresses >> 8) & 255}.${addresses & 255}`;
}

async function reconcilePod(key: string): Promise<Outcome> {
  const pod = pods.store.get(key);
  if (pod !== undefined) {
    await advance(pod).catch((error: unknown) => {
      if (!isFailure(error, 'not-found')) {
        throw error;
      }
    });
  }
  return SETTLED;
}

async function advance(pod: Pod): Promise<void> {
  const { namespace, name, uid } = pod.metadata;
  switch (podStep(pod)) {
    case 'bind':
      await client.post(pathOf(PODS, { namespace, name, subresource: 'binding' }), {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name, namespace },
        target: { apiVersion: 'v1', kind: 'Node', name: NODE_NAME },
      });
      return;
    case 'run': {
      const status = runningStatus(pod, pod.status?.podIP ?? nextAddress(), timestamp(new Date()));
      const metadata = { name, uid, ...(namespace === undefined ? {} : { namespace }) };
      await client.apply(PODS, { apiVersion: 'v1', kind: 'Pod', metadata, status }, FIELD_MANAGER, {
        subresource: 'status',
      });
      return;
    }
    case 'remove':
      return client.delete(PODS, { namespace, name, uid, gracePeriodSeconds: 0 });
    case 'nothing':
      return;
  }
}

async function reconcileService(key: string): Promise<Outcome> {
  const service = services.store.get(key);
  const inNamespace = pods.store.by('namespace', splitKey(key).namespace);
  await (service === undefined
    ? listeners.set(key, [], [])
    : listeners.set(key, endpointsOf(service), answerersOf(service, inNamespace)));
  return SETTLED;
}

const metrics = createControllerMetrics(new Registry());
const podController = new Controller({ name: 'pod', log, metrics, reconcile: reconcilePod });
const serviceController = new Controller({ name: 'service', log, metrics, reconcile: reconcileService });
pods.onChange(({ before, after }) => {
  const pod = after ?? before;
  if (pod === undefined) {
    return;
  }
  podController.queue.add(keyOf(pod));
  for (const service of services.store.by('namespace', pod.metadata.namespace ?? '')) {
    serviceController.queue.add(keyOf(service));
  }
});
services.onChange(({ before, after }) => {
  const service = after ?? before;
  if (service !== undefined) {
    serviceController.queue.add(keyOf(service));
  }
});

await registerNode(client);
const manager = new Manager({
  sources: [pods, services],
  controllers: [podController, serviceController],
  log,
});

async function announce(): Promise<void> {
  await Promise.all([pods.synced, services.synced]);
  process.stdout.write('node ready\n');
}

await Promise.all([manager.run(stop.signal), renewLease(client, log, stop.signal), announce()]);
await listeners.close();
await transport.close();
