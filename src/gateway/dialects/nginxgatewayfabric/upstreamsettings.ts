import { objectOf, type Rendered } from '../../object.ts';
import type { ListenerGroup } from '../group.ts';
import { partName } from '../parts.ts';
import { UPSTREAM_SETTINGS } from './resources.ts';

/**
 * Variables that nginx has whatever modules it was built with, as far as they are of use here: with one that
 * it does not have, it would take no configuration at all.
 */
const VARIABLE =
  /^\$(binary_remote_addr|remote_addr|remote_user|host|request_uri|uri|args|query_string|request_method|scheme|(http|cookie|arg)_[a-z_]+)$/;

/** The policies for the choice of a pod, one for each Service. */
export function upstreamSettings(group: ListenerGroup): readonly Rendered[] {
  const method = balancingMethod(group);
  const services = new Set(group.branches.flatMap(({ backends }) => backends.map(({ service }) => service)));
  return method === undefined
    ? []
    : [...services].map((name) => {
        const targetRefs = [{ group: 'core', kind: 'Service', name }];
        return objectOf(group, UPSTREAM_SETTINGS, { targetRefs, ...method }, partName(group, name));
      });
}

/** Method by which nginx chooses a pod; undefined where none is requested, or it has none. */
export function balancingMethod({ balancing }: ListenerGroup): object | undefined {
  switch (balancing.type) {
    case 'round-robin':
      return undefined;
    case 'cookie':
      return { loadBalancingMethod: 'ip_hash' };
    case 'hash':
      return VARIABLE.test(balancing.variable)
        ? { loadBalancingMethod: 'hash consistent', hashMethodKey: balancing.variable }
        : undefined;
  }
}
