import type { KindOfRoute } from '../../../../src/match/attach.ts';
import { askedRequest } from '../../../../src/match/request.ts';
import type { AnyRoute, ReferenceGrant } from '../../../../src/objects/anyroute.ts';
import type { GatewayClass } from '../../../../src/objects/gatewayapi.ts';
import type { ObservedGateways } from '../../../../src/plugin/who/observe.ts';
import { gatewayWith, routeNamed } from '../../match/scene.ts';

/** A GET request for a URL. */
export function get(url: string) {
  return askedRequest({ method: 'GET', url: new URL(url), headers: [] });
}

const AT = { creationTimestamp: '2026-01-01T00:00:00Z', resourceVersion: '1' };

/** A GatewayClass of an engine, by the name that the Gateway has for its class. */
export function classOf(controllerName: string): GatewayClass {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    metadata: { name: 'any', uid: 'any', ...AT },
    spec: { controllerName },
  };
}

/** A route of a rule, with a share for a canary in another namespace. */
export function ruleRoute(): AnyRoute {
  const { metadata, ...rest } = routeNamed('route-1', {
    hostnames: ['shop.example.com'],
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: '/' } }],
        filters: [{ type: 'RequestHeaderModifier' }],
        backendRefs: [
          { name: 'web', port: 8080, weight: 90 },
          { name: 'canary', namespace: 'lab', port: 80, weight: 10 },
        ],
      },
    ],
  });
  const owner = { apiVersion: 'stoa.dev/v1alpha1', kind: 'GatewayRule', name: 'store', uid: 'store' };
  return { ...rest, metadata: { ...metadata, ownerReferences: [owner] } };
}

/** A route of another writer, for a longer path of the wildcard above the host. */
export function foreignRoute(): AnyRoute {
  return routeNamed('other', {
    hostnames: ['*.example.com'],
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: '/cart' } }],
        backendRefs: [{ name: 'cart', port: 80 }],
      },
    ],
  });
}

/** A Gateway for HTTP with these routes, and whatever else is there. */
export function observedWith(
  routes: readonly AnyRoute[],
  more: Partial<ObservedGateways> = {},
): ObservedGateways {
  return {
    gateways: [gatewayWith([{ name: 'http', port: 80, protocol: 'HTTP' }])],
    classes: [classOf('traefik.io/gateway-controller')],
    sets: [],
    routes: routes.map((route): KindOfRoute => ({ kind: 'HTTPRoute', route })),
    namespaces: [],
    grants: [],
    gaps: [],
    ...more,
  };
}

/** A ReferenceGrant of the namespace `lab` for HTTPRoutes of `shop`. */
export const GRANT: ReferenceGrant = {
  apiVersion: 'gateway.networking.k8s.io/v1beta1',
  kind: 'ReferenceGrant',
  metadata: { namespace: 'lab', name: 'shop', uid: 'grant', ...AT },
  spec: {
    from: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'shop' }],
    to: [{ group: '', kind: 'Service' }],
  },
};
