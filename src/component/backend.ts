import { LABELS } from '../api/group.ts';
import type { Service } from '../objects/core.ts';

/** Destination of a rule's requests. */
export type Backend =
  | {
      readonly type: 'resolved';
      readonly service: string;
      readonly port: number;
      readonly protocol: 'TCP' | 'UDP';
    }
  | { readonly type: 'no-component' }
  | { readonly type: 'no-port'; readonly ports: readonly number[] };

/** Index value under which a component's Services and the rules for it are found. */
export function componentKey(namespace: string, appId: number | string, serviceId: string): string {
  return `${namespace}/${appId}/${serviceId}`;
}

/** Component that a Service belongs to, as an index value; none where it lacks the labels. */
export function componentOfService({ metadata }: Service): readonly string[] {
  const { [LABELS.appId]: appId, [LABELS.componentId]: componentId } = metadata.labels ?? {};
  const labelled = appId !== undefined && componentId !== undefined && metadata.namespace !== undefined;
  return labelled ? [componentKey(metadata.namespace, appId, componentId)] : [];
}

/**
 * Service port through which a component's port is reached: the one that targets the container port by number, else
 * the one that has that number itself (its target may be a name). Services count in the order of their names, so that
 * the choice does not depend on the order of events.
 */
export function resolveBackend(services: readonly Service[], containerPort: number): Backend {
  if (services.length === 0) {
    return { type: 'no-component' };
  }
  const ports = services
    // A name of somebody else's host: some engines follow it to addresses that no rule may reach.
    .filter(({ spec }) => spec.type !== 'ExternalName')
    .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .flatMap((service) =>
      (service.spec.ports ?? []).map((port) => ({ ...port, service: service.metadata.name })),
    );
  const found =
    ports.find(({ targetPort, port }) => (targetPort ?? port) === containerPort) ??
    ports.find(({ port }) => port === containerPort);
  if (found === undefined) {
    return {
      type: 'no-port',
      ports: ports.map(({ port, targetPort }) => (typeof targetPort === 'number' ? targetPort : port)),
    };
  }
  const protocol = found.protocol === 'UDP' ? 'UDP' : 'TCP';
  return { type: 'resolved', service: found.service, port: found.port, protocol };
}
