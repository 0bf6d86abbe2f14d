import { LABELS } from '../api/group.ts';
import { componentKey, componentOfService } from '../component/backend.ts';
import { Cache } from '../controller/cache.ts';
import type { Logger } from '../controller/logger.ts';
import type { KubeClient } from '../kube/client.ts';
import { NAMESPACES, SERVICES } from '../objects/core.ts';
import { GATEWAYS, HTTP_ROUTES } from '../objects/gatewayapi.ts';
import { GATEWAY_RULES, type GatewayRule } from '../objects/stoa.ts';
import { type GatewayName, MANAGED_BY, ruleOwners } from './route.ts';
import { parseRule } from './rule.ts';

/** What the gateway feature follows, each with the indexes that its lookups need. */
export function createCaches(client: KubeClient, gateway: GatewayName, log: Logger) {
  const managed = Object.entries(MANAGED_BY).map(([key, value]) => `${key}=${value}`);
  return {
    rules: new Cache({
      client,
      log,
      resource: GATEWAY_RULES,
      indexes: {
        namespace: ({ metadata }: GatewayRule) => [metadata.namespace ?? ''],
        route: routeOfRule,
        component: componentOfRule,
      },
    }),
    services: new Cache({
      client,
      log,
      resource: SERVICES,
      selection: { labelSelector: LABELS.componentId },
      indexes: { component: componentOfService },
    }),
    routes: new Cache({
      client,
      log,
      resource: HTTP_ROUTES,
      selection: { labelSelector: managed.join(',') },
      indexes: {
        rule: (route) => ruleOwners(route).map(({ name }) => `${route.metadata.namespace}/${name}`),
      },
    }),
    gateways: new Cache({
      client,
      log,
      resource: GATEWAYS,
      selection: { namespace: gateway.namespace },
      indexes: {},
    }),
    namespaces: new Cache({
      client,
      log,
      resource: NAMESPACES,
      selection: { labelSelector: LABELS.team },
      indexes: {},
    }),
  };
}

export type GatewayCaches = ReturnType<typeof createCaches>;

/** The route of a rule, as `namespace/name`; none where the rule is refused. */
export function routeOfRule(rule: GatewayRule): readonly string[] {
  const parsed = parseRule(rule);
  return parsed.type === 'accepted' ? [`${rule.metadata.namespace}/${parsed.rule.route}`] : [];
}

/** The component of a rule, as an index value; none where the rule is refused. */
export function componentOfRule(rule: GatewayRule): readonly string[] {
  const parsed = parseRule(rule);
  const namespace = rule.metadata.namespace ?? '';
  return parsed.type === 'accepted'
    ? [componentKey(namespace, parsed.rule.appId, parsed.rule.serviceId)]
    : [];
}
