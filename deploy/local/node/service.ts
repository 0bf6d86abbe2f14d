import { LABELS } from '../../../src/api/group.ts';
import type { Answerer, Endpoint } from './echo.ts';
import type { Pod, SelectingService } from './kinds.ts';
import { behaviourOf, isReady } from './pod.ts';

/** The endpoints that a Service has while pods of its are ready; UDP ports have none. */
export function endpointsOf({ spec }: SelectingService): Endpoint[] {
  const { clusterIP } = spec;
  if (clusterIP === undefined || clusterIP === 'None' || clusterIP === '') {
    return [];
  }
  return (spec.ports ?? [])
    .filter(({ protocol }) => (protocol ?? 'TCP') === 'TCP')
    .map(({ port, name, appProtocol }) => ({ ip: clusterIP, port, protocol: speaks(name, appProtocol) }));
}

function speaks(name = '', appProtocol = ''): 'http' | 'tcp' {
  return [name, appProtocol].some((text) => text.toLowerCase().includes('tcp')) ? 'tcp' : 'http';
}

/** The ready pods that a Service selects, in a stable order, as those who answer for it. */
export function answerersOf(service: SelectingService, pods: readonly Pod[]): Answerer[] {
  const selector = Object.entries(service.spec.selector ?? {});
  const selected = pods.filter(
    (pod) =>
      selector.length > 0 &&
      isReady(pod) &&
      selector.every(([label, value]) => pod.metadata.labels?.[label] === value),
  );
  return selected
    .map((pod) => ({
      component: componentOf(service, pod),
      pod: pod.metadata.name,
      behaviour: behaviourOf(pod),
    }))
    .toSorted((a, b) => (a.pod < b.pod ? -1 : 1));
}

function componentOf(service: SelectingService, pod: Pod): string {
  const ids = [pod, service].map(({ metadata }) => metadata.labels?.[LABELS.componentId]);
  return ids.find((id) => id !== undefined) ?? service.metadata.name;
}
