import { conditionOf } from '../../api/condition.ts';
import { serviceOfSlice, targetsByKeys } from '../../component/endpoints.ts';
import type { Cache } from '../../controller/cache.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import type { EndpointSlice } from '../../objects/endpointslice.ts';
import type { Gateway, Route } from '../../objects/gatewayapi.ts';
import type { Sources } from '../sources.ts';

/** Caches of routes. */
type RouteCaches = readonly Pick<Cache<KubeObject, 'rule' | 'group'>, 'store'>[];

/** Routes of rules that lead to the Service of an EndpointSlice. */
export function routesOfSlice(
  { caches, components }: Sources,
  routes: RouteCaches,
  slice: EndpointSlice,
): readonly KubeObject[] {
  const rules = targetsByKeys(components, serviceOfSlice(slice)).flatMap((target) =>
    caches.rules.store.by('component', target),
  );
  return [...new Set(rules.map(keyOf))].flatMap((rule) =>
    routes.flatMap(({ store }) => store.by('rule', rule)),
  );
}

/** Conditions of a route, with the versions of it that they are about. */
export function reportedStates({ status }: Route): readonly unknown[] {
  return (status?.parents ?? []).flatMap(({ conditions = [] }) =>
    conditions.map(({ type, status: is, observedGeneration }) => [type, is, observedGeneration]),
  );
}

/** Place of a Gateway, and whether the engine serves it there. */
export function gatewayPlace({ metadata, status }: Gateway): readonly unknown[] {
  return [metadata.uid, status?.addresses, conditionOf(status, 'Programmed')?.status];
}
