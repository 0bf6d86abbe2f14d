import type { ObjectDraft } from '../../src/kube/object.ts';
import { type Case, type RuleBody, rulesOf } from './case.ts';

/** A component of a case: pods that serve one port. */
export interface Component {
  readonly id: string;
  readonly port: number;
  readonly protocol: 'http' | 'tcp' | 'udp';
  readonly replicas: number;
  readonly accepts: 'connections' | 'nothing';
}

/** The components that the rules of a case name. */
export function componentsOf(one: Case): readonly Component[] {
  const all = rulesOf(one).map((body) => componentOf(body, one));
  return [...new Map(all.map((component) => [component.id, component])).values()];
}

function componentOf({ protocol, http, tcp }: RuleBody, { components }: Case): Component {
  const half = http ?? tcp;
  if (half === undefined) {
    throw new Error('a rule of a case has neither http nor tcp');
  }
  const { service_id: id, container_port: port } = half;
  const { replicas = 1, accepts = 'connections', protocol: own = protocol } = components[id] ?? {};
  return { id, port, protocol: own, replicas, accepts };
}

/** The Deployment and the Service of a component, as a user would write them. */
export function manifestsOf(
  component: Component,
  namespace: string,
  image: string,
): { readonly deployment: ObjectDraft; readonly service: ObjectDraft } {
  const { id, port, protocol, replicas, accepts } = component;
  const labels = { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': id };
  const metadata = { name: id, namespace, labels };
  const template = {
    metadata: { labels: { app: id, ...labels } },
    spec: { containers: [containerOf(component, image)], terminationGracePeriodSeconds: 1 },
  };
  // At first the port still accepts one connection, and no probe can detect when that ends.
  const minReadySeconds = accepts === 'nothing' ? 3 : 0;
  const selector = { matchLabels: { app: id } };
  const deployment = { replicas, minReadySeconds, selector, template };
  const servicePort = { name: protocol, port, protocol: protocol === 'udp' ? 'UDP' : 'TCP' };
  const service = { selector: { app: id }, ports: [servicePort] };
  return {
    deployment: { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: deployment },
    service: { apiVersion: 'v1', kind: 'Service', metadata, spec: service },
  };
}

/** The container of a component's pods. */
function containerOf({ id, port, protocol, accepts }: Omit<Component, 'replicas'>, image: string) {
  const isProbed = accepts === 'connections' && protocol !== 'udp';
  return {
    name: 'echo',
    image,
    imagePullPolicy: 'IfNotPresent',
    env: [
      { name: 'COMPONENT', value: id },
      { name: 'PORT', value: String(port) },
      { name: 'PROTOCOL', value: protocol },
      { name: 'ACCEPTS', value: accepts },
      { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
    ],
    ...(isProbed ? { readinessProbe: { tcpSocket: { port }, periodSeconds: 1 } } : {}),
  };
}
