import type { KubeObject } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';
import { GATEWAY_API_VERSION, type ParentReference, type Route } from './gatewayapi.ts';

/** Condition on a header, or on a parameter of a query. */
export interface NamedMatch {
  readonly name: string;
  /** Exact by default. */
  readonly type?: string;
  readonly value: string;
}

/** Conditions on a request as an HTTPRoute or a GRPCRoute has them. */
export interface AnyMatch {
  readonly path?: { readonly type?: string; readonly value?: string };
  /** Of an HTTPRoute a word, of a GRPCRoute a service and its method. */
  readonly method?: string | { readonly type?: string; readonly service?: string; readonly method?: string };
  readonly headers?: readonly NamedMatch[];
  readonly queryParams?: readonly NamedMatch[];
}

/** Backend of a rule; a Service by default. */
export interface AnyBackend {
  readonly group?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name: string;
  readonly port?: number;
  readonly weight?: number;
}

/** Rule of a route; without matches, it is for all requests. */
interface AnyRouteRule {
  readonly name?: string;
  readonly matches?: readonly AnyMatch[];
  readonly filters?: readonly { readonly type: string }[];
  readonly backendRefs?: readonly AnyBackend[];
}

/** Reference of a route to what it attaches to, also by a port. */
export interface AnyParent extends ParentReference {
  readonly port?: number;
}

/** A route with hosts, of any kind and writer. */
export interface AnyRoute extends Route {
  readonly spec: {
    readonly parentRefs?: readonly AnyParent[];
    readonly hostnames?: readonly string[];
    readonly rules?: readonly AnyRouteRule[];
  };
}

/** Kinds of routes with hosts, each in all versions that a cluster may serve, the preferred one first. */
export const HOST_ROUTES = {
  HTTPRoute: versionsOf('HTTPRoute', ['v1']),
  GRPCRoute: versionsOf('GRPCRoute', ['v1']),
  TLSRoute: versionsOf('TLSRoute', ['v1', 'v1alpha3', 'v1alpha2']),
} as const;

/** Kind of a route with hosts. */
export type HostRouteKind = keyof typeof HOST_ROUTES;

function versionsOf(kind: string, versions: readonly string[]): readonly Resource<AnyRoute>[] {
  const [group] = GATEWAY_API_VERSION.split('/');
  return versions.map((version) => namespacedResource(`${group}/${version}`, kind, `${kind.toLowerCase()}s`));
}

/** A ReferenceGrant: which references to objects of its namespace it allows. */
export interface ReferenceGrant extends KubeObject {
  readonly spec: {
    readonly from: readonly { readonly group: string; readonly kind: string; readonly namespace: string }[];
    readonly to: readonly { readonly group: string; readonly kind: string; readonly name?: string }[];
  };
}
