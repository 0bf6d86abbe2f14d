import { splitKey } from '../kube/object.ts';
import type { Service } from '../objects/core.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { componentOfRule, type GatewayCaches, routeOfRule } from './caches.ts';
import type { Observed, RouteView } from './decide.ts';
import type { GatewayName } from './route.ts';

/** Gathers from the caches what deciding on the rule with `key` takes into account. */
export function observe(caches: GatewayCaches, gatewayName: GatewayName, key: string): Observed {
  const { namespace } = splitKey(key);
  const rule = caches.rules.store.get(key);
  const gateway = caches.gateways.store.get(`${gatewayName.namespace}/${gatewayName.name}`);
  return {
    ...(rule === undefined ? {} : { rule }),
    ...(gateway === undefined ? {} : { gateway }),
    inTeam: caches.namespaces.store.get(namespace) !== undefined,
    services: rule === undefined ? [] : servicesOf(caches, rule),
    routes: routeKeys(caches, key, rule).map((routeKey) => routeView(caches, routeKey)),
    gatewayName,
  };
}

/** The route that the rule ought to be in, and those that name it as their owner. */
function routeKeys(caches: GatewayCaches, key: string, rule: GatewayRule | undefined): string[] {
  const owned = caches.routes.store
    .by('rule', key)
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
  return [...new Set([...(rule === undefined ? [] : routeOfRule(rule)), ...owned])];
}

function routeView(caches: GatewayCaches, routeKey: string): RouteView {
  const stored = caches.routes.store.get(routeKey);
  return {
    name: splitKey(routeKey).name,
    ...(stored === undefined ? {} : { stored }),
    rules: caches.rules.store
      .by('route', routeKey)
      .map((object) => ({ object, services: servicesOf(caches, object) })),
  };
}

function servicesOf(caches: GatewayCaches, rule: GatewayRule): Service[] {
  return componentOfRule(rule).flatMap((component) => caches.services.store.by('component', component));
}
