import type { Condition } from '../api/condition.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';

const GROUP = 'gateway.networking.k8s.io';

/** `apiVersion` of the standard kinds of the Gateway API. */
export const GATEWAY_API_VERSION = `${GROUP}/v1`;

/** The Gateway that a route asks to be attached to. */
export interface ParentReference {
  readonly group?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name: string;
}

/** What one engine says of a route on one Gateway. */
export interface RouteParentStatus {
  readonly parentRef: ParentReference;
  readonly controllerName: string;
  readonly conditions?: readonly Condition[];
}

/** Spec of an HTTPRoute, as far as Stoa writes it. */
export interface HttpRouteSpec {
  readonly parentRefs: readonly ParentReference[];
  readonly hostnames: readonly string[];
  readonly rules: readonly {
    readonly matches: readonly { readonly path: { readonly type: 'PathPrefix'; readonly value: string } }[];
    readonly backendRefs: readonly {
      readonly name: string;
      readonly port: number;
      readonly weight: number;
    }[];
  }[];
}

/** An HTTPRoute. */
export interface HttpRoute extends KubeObject {
  readonly spec: HttpRouteSpec;
  readonly status?: { readonly parents?: readonly RouteParentStatus[] };
}

/** A Gateway, as far as it is used. */
export interface Gateway extends KubeObject {
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** Where HTTPRoutes are served. */
export const HTTP_ROUTES: Resource<HttpRoute> = {
  group: GROUP,
  version: 'v1',
  plural: 'httproutes',
  kind: 'HTTPRoute',
  namespaced: true,
};

/** Where Gateways are served. */
export const GATEWAYS: Resource<Gateway> = {
  group: GROUP,
  version: 'v1',
  plural: 'gateways',
  kind: 'Gateway',
  namespaced: true,
};
