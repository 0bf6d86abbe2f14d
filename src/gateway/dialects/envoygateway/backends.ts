import type { HttpBackendRef, HttpRouteFilter } from '../../../objects/httproute.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { servicesOf } from '../httproute.ts';
import { consistentHash } from './consistenthash.ts';

/**
 * The Services of a branch. Where a hash chooses among several, Envoy Gateway heeds their shares only if each
 * has a cluster of its own, and gives it one if it has a filter of its own: one that does nothing.
 */
export function backendsOf(group: ListenerGroup, branch: Branch): readonly HttpBackendRef[] {
  const services = servicesOf(branch);
  const filters: HttpRouteFilter[] = [
    { type: 'RequestHeaderModifier', requestHeaderModifier: { remove: ['x-stoa-none'] } },
  ];
  return services.length > 1 && consistentHash(group) !== undefined
    ? services.map((service) => ({ ...service, filters }))
    : services;
}
