import type { KubeClient } from '../../../kube/client.ts';
import { tryRead } from '../../../kube/error.ts';
import type { Resource } from '../../../kube/resource.ts';
import { ALL_BEHAVIORS } from '../../../match/behavior.ts';
import type { Listener } from '../../../match/listener.ts';
import { mayGetHost, shadowOfPlanned, shadowText } from '../../../match/planned.ts';
import type { AnyRoute } from '../../../objects/anyroute.ts';
import { GATEWAYS } from '../../../objects/gatewayapi.ts';
import { HTTP_ROUTES } from '../../../objects/httproute.ts';
import type { GatewayRule } from '../../../objects/stoa.ts';
import { type EffectiveHttp, effective, schemeOf } from '../../../rule/effective.ts';
import type { Scope } from '../../scope.ts';

/**
 * Warnings on what would become of a rule: a route of the namespace that Stoa did not write, and that would get all its
 * requests, whichever engine the Gateway has. None where the caller may not read the routes.
 */
export async function shadowWarnings(scope: Scope, { spec }: GatewayRule): Promise<readonly string[]> {
  const rule = effective(spec);
  if (rule.protocol !== 'http') {
    return [];
  }
  const { client, namespace } = scope;
  const routes = await tryRead(routesFor(client, namespace, rule.host));
  const shadow =
    routes.type === 'found'
      ? shadowOfPlanned(
          { rule, namespace },
          {
            listeners: [listenerFor(scope, rule)],
            routes: routes.value,
            labelsOf: () => ({}),
            behaviors: ALL_BEHAVIORS,
          },
        )
      : undefined;
  return shadow === undefined ? [] : [shadowText(shadow)];
}

/** Most routes of one host that are looked at: more cost time that other requests wait for. */
const MOST_ROUTES = 100;

/** HTTPRoutes of a namespace for a host, or for wider ones, as many as are looked at. Throws KubeError. */
async function routesFor(client: KubeClient, namespace: string, host: string): Promise<readonly AnyRoute[]> {
  const found: AnyRoute[] = [];
  for await (const { items } of client.pages(HTTP_ROUTES as Resource<AnyRoute>, { namespace })) {
    found.push(...items.filter((route) => mayGetHost(route, host)));
    if (found.length >= MOST_ROUTES) {
      break;
    }
  }
  return found.slice(0, MOST_ROUTES);
}

/** Listener that the rule would be at: that of all rules without TLS, or one of its host, whose name only the operator knows. */
function listenerFor({ gateway: { namespace, name, http, https } }: Scope, rule: EffectiveHttp): Listener {
  const scheme = schemeOf(rule);
  const isPlain = scheme === 'http';
  return {
    holder: { kind: GATEWAYS.kind as 'Gateway', namespace, name },
    name: isPlain ? http.listener : '',
    host: isPlain ? '' : rule.host,
    port: isPlain ? http.port : https.port,
    scheme,
    kinds: ['HTTPRoute'],
    namespaces: { from: 'All' },
  };
}
