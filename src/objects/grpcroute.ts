import { namespacedResource, type Resource } from '../kube/resource.ts';
import { GATEWAY_API_VERSION, type Route } from './gatewayapi.ts';
import type { HttpHeaderMatch, HttpRouteSpec } from './httproute.ts';

/** Condition on the service and method of a call; any service or method where it names none. */
export interface GrpcMethodMatch {
  readonly type: 'Exact' | 'RegularExpression';
  readonly service?: string;
  readonly method?: string;
}

/** Conditions on a call of gRPC, all of which must hold; none where every call meets it. */
export interface GrpcRouteMatch {
  readonly method?: GrpcMethodMatch;
  readonly headers?: readonly HttpHeaderMatch[];
}

/** A GRPCRoute, with the fields that Stoa reads. */
export interface GrpcRoute extends Route {
  readonly spec: Pick<HttpRouteSpec, 'parentRefs' | 'hostnames'>;
}

/** GRPCRoutes, which clusters serve since release 1.1 of the Gateway API. */
export const GRPC_ROUTES: Resource<GrpcRoute> = namespacedResource(
  GATEWAY_API_VERSION,
  'GRPCRoute',
  'grpcroutes',
);
