import { Registry } from 'prom-client';
import { timestamp } from '../../../src/api/condition.ts';
import { Cache } from '../../../src/controller/cache.ts';
import { Controller, type ControllerOptions } from '../../../src/controller/controller.ts';
import type { Logger } from '../../../src/controller/logger.ts';
import { createControllerMetrics } from '../../../src/controller/metrics.ts';
import { SETTLED } from '../../../src/controller/outcome.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { ignoreNotFound } from '../../../src/kube/error.ts';
import { type KubeObject, keyOf, splitKey } from '../../../src/kube/object.ts';
import { pathOf } from '../../../src/kube/resource.ts';
import { SERVICES, type Service } from '../../../src/objects/core.ts';
import { PODS, type Pod } from '../../../src/objects/workload.ts';
import { Listeners } from './listeners.ts';
import { FIELD_MANAGER } from './node.ts';
import { endedStatus, isReady, NODE_NAME, podStep, runningStatus, SETTING_NAMES } from './pod.ts';
import { endpointsOf, responderOf, respondersOf, type StartOf } from './service.ts';
import { Starts } from './starts.ts';

/** Kubelet and network of the one node, as controllers on Stoa's own runtime. */
export function createNode(client: KubeClient, log: Logger) {
  const namespace = ({ metadata }: KubeObject) => [metadata.namespace ?? ''];
  const address = ({ status }: Pod) => (status?.podIP === undefined ? [] : [status.podIP]);
  const pods: Pods = new Cache({
    client,
    log,
    resource: PODS,
    indexes: { namespace, address },
    annotations: { names: SETTING_NAMES },
  });
  const services: Services = new Cache({ client, log, resource: SERVICES, indexes: { namespace } });
  const listeners = new Listeners();
  const metrics = createControllerMetrics(new Registry());
  const starts = new Starts(client);
  const startOf: StartOf = (pod) => starts.of(pod);
  const kubelet = createKubelet(client, pods, starts, { log, metrics });
  const network = createNetwork({ pods, services, listeners, startOf }, { log, metrics });

  pods.onChange(({ before, after }) => {
    if (before !== undefined && before.metadata.uid !== after?.metadata.uid) {
      starts.forget(before);
    }
    for (const pod of [after ?? before].flatMap((object) => object ?? [])) {
      kubelet.queue.add(keyOf(pod));
      for (const service of services.store.by('namespace', pod.metadata.namespace ?? '')) {
        network.queue.add(keyOf(service));
      }
    }
  });
  services.onChange(({ before, after }) => {
    for (const service of [after ?? before].flatMap((object) => object ?? [])) {
      network.queue.add(keyOf(service));
    }
  });
  const podAt = (address: string) => {
    const named = serviceNamed(address, services);
    return named === undefined
      ? pods.store
          .by('address', address)
          .filter(isReady)
          .map((pod) => responderOf(pod, startOf))[0]
      : respondersOf(named, pods.store.by('namespace', named.metadata.namespace ?? ''), startOf)[0];
  };
  return { sources: [pods, services], controllers: [kubelet, network], listeners, podAt };
}

/** Service with a name such as `web.shop.svc.cluster.local`. */
function serviceNamed(text: string, services: Services): Service | undefined {
  const [, name, namespace] = /^([^.]+)\.([^.]+)\.svc(\.cluster\.local)?$/.exec(text) ?? [];
  return namespace === undefined ? undefined : services.store.get(`${namespace}/${name}`);
}

type Pods = Cache<Pod, 'namespace' | 'address'>;
type Services = Cache<Service, 'namespace'>;
type Telemetry = Pick<ControllerOptions, 'log' | 'metrics'>;

/** Controller that performs the next step of each pod. */
function createKubelet(client: KubeClient, pods: Pods, starts: Starts, telemetry: Telemetry): Controller {
  return new Controller({
    name: 'pod',
    ...telemetry,
    reconcile: async (key) => {
      const pod = pods.store.get(key);
      await (pod === undefined ? undefined : ignoreNotFound(advance(client, pod, starts)));
      return SETTLED;
    },
  });
}

/** Parts of the network: who answers, where, and with what. */
interface Network {
  readonly pods: Pods;
  readonly services: Services;
  readonly listeners: Listeners;
  readonly startOf: StartOf;
}

/** Controller that serves each Service in the name of its ready pods. */
function createNetwork({ pods, services, listeners, startOf }: Network, telemetry: Telemetry): Controller {
  return new Controller({
    name: 'service',
    ...telemetry,
    reconcile: async (key) => {
      const service = services.store.get(key);
      const inNamespace = pods.store.by('namespace', splitKey(key).namespace);
      const endpoints = service === undefined ? [] : endpointsOf(service);
      const responders = service === undefined ? [] : respondersOf(service, inNamespace, startOf);
      await listeners.set(key, endpoints, responders);
      return SETTLED;
    },
  });
}

/** Performs the next step of a pod. */
async function advance(client: KubeClient, pod: Pod, starts: Starts): Promise<void> {
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
      const address = addressOf(pod);
      await starts.record(pod, address);
      return report(client, pod, runningStatus(pod, address, timestamp(new Date())));
    }
    case 'end':
      return report(client, pod, endedStatus(pod, addressOf(pod), timestamp(new Date())));
    case 'remove':
      return client.delete(PODS, { namespace, name, uid, gracePeriodSeconds: 0 });
    case 'nothing':
      return;
  }
}

async function report(client: KubeClient, pod: Pod, status: object): Promise<void> {
  const { namespace, name, uid } = pod.metadata;
  const metadata = { name, uid, ...(namespace === undefined ? {} : { namespace }) };
  const draft = { apiVersion: 'v1', kind: 'Pod', metadata, status };
  await client.apply(PODS, draft, FIELD_MANAGER, { subresource: 'status' });
}

let addresses = 0;

function addressOf({ status }: Pod): string {
  return status?.podIP ?? nextAddress();
}

/** Next address of 10.244.0.0/16; no interface has these addresses, they only have to differ. */
function nextAddress(): string {
  addresses += 1;
  return `10.244.${(addresses >> 8) & 255}.${addresses & 255}`;
}
