import type { Method } from '../api/method.ts';
import type { NamespacedObject } from '../kube/object.ts';
import { namespacedResource, type Resource } from '../kube/resource.ts';
import type { AnyRoute } from './anyroute.ts';
import { GATEWAY_API_VERSION, type ParentReference, type Route } from './gatewayapi.ts';

/** Condition on a header of a request. */
export interface HttpHeaderMatch {
  readonly name: string;
  readonly type: 'Exact' | 'RegularExpression';
  readonly value: string;
}

/** Conditions on a request, all of which must hold. */
export interface HttpRouteMatch {
  readonly path: { readonly type: 'PathPrefix' | 'Exact' | 'RegularExpression'; readonly value: string };
  readonly method?: Method;
  readonly headers?: readonly HttpHeaderMatch[];
  readonly queryParams?: readonly { readonly type: 'Exact'; readonly name: string; readonly value: string }[];
}

/** Changes to headers. */
export interface HeaderModifier {
  readonly set?: readonly NamedValue[];
  readonly add?: readonly NamedValue[];
  readonly remove?: readonly string[];
}

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** Origins whose pages may send requests, and what these may have. */
export interface Cors {
  readonly allowOrigins: readonly string[];
  readonly allowCredentials?: boolean | undefined;
  readonly allowMethods?: readonly string[] | undefined;
  readonly allowHeaders?: readonly string[] | undefined;
  readonly exposeHeaders?: readonly string[] | undefined;
  readonly maxAge?: number | undefined;
}

/** Change to a path. */
export type PathModifier =
  | { readonly type: 'ReplaceFullPath'; readonly replaceFullPath: string }
  | { readonly type: 'ReplacePrefixMatch'; readonly replacePrefixMatch: string };

/** Filter: a change to a request before it is passed on, or to the answer. */
export type HttpRouteFilter =
  | { readonly type: 'RequestHeaderModifier'; readonly requestHeaderModifier: HeaderModifier }
  | { readonly type: 'ResponseHeaderModifier'; readonly responseHeaderModifier: HeaderModifier }
  | {
      readonly type: 'URLRewrite';
      readonly urlRewrite: { readonly hostname?: string; readonly path?: PathModifier };
    }
  | { readonly type: 'CORS'; readonly cors: Cors }
  | {
      readonly type: 'RequestRedirect';
      readonly requestRedirect: {
        readonly scheme?: 'http' | 'https';
        readonly hostname?: string;
        readonly port?: number;
        readonly path?: PathModifier;
        readonly statusCode: number;
      };
    }
  | {
      readonly type: 'RequestMirror';
      readonly requestMirror: {
        readonly backendRef: { readonly name: string; readonly port: number };
        readonly percent?: number;
      };
    }
  | {
      readonly type: 'ExtensionRef';
      readonly extensionRef: { readonly group: string; readonly kind: string; readonly name: string };
    };

/** Backend that gets requests: a port of a Service by default. */
export interface HttpBackendRef {
  readonly group?: string;
  readonly kind?: string;
  readonly name: string;
  readonly port?: number;
  readonly weight?: number;
  readonly filters?: readonly HttpRouteFilter[];
}

/** Rule of an HTTPRoute; a request must meet one of its matches. */
export interface HttpRouteRule {
  readonly name?: string;
  readonly matches: readonly HttpRouteMatch[];
  readonly timeouts?: { readonly request?: string | undefined; readonly backendRequest?: string | undefined };
  readonly retry?: {
    readonly codes?: readonly number[] | undefined;
    readonly attempts: number;
    readonly backoff?: string | undefined;
  };
  readonly filters?: readonly HttpRouteFilter[];
  /** Absent where a redirect answers, or none. */
  readonly backendRefs?: readonly HttpBackendRef[];
}

/** Spec of an HTTPRoute, with the fields that Stoa writes. */
export interface HttpRouteSpec {
  readonly parentRefs: readonly (ParentReference & { readonly sectionName: string })[];
  readonly hostnames: readonly string[];
  readonly rules: readonly HttpRouteRule[];
}

/** An HTTPRoute. */
export interface HttpRoute extends Route {
  readonly spec: HttpRouteSpec;
}

/** Rules of an HTTPRoute, and backends of a rule, that the Gateway API has room for. */
export const MAX_ROUTE_RULES = 16;

/** Matches of all rules of an HTTPRoute that the Gateway API has room for. */
export const MAX_ROUTE_MATCHES = 128;

/** Most matches in one rule of an HTTPRoute. */
export const MAX_RULE_MATCHES = 64;

/** Most characters of a path, or of an expression for one, in a match. */
export const LONGEST_PATH = 1024;

/** Whether an HTTPRoute has room for one more rule of one match. */
export function hasRoom({
  rules,
}: {
  readonly rules: readonly { readonly matches?: readonly unknown[] }[];
}): boolean {
  const matches = rules.reduce((sum, rule) => sum + Math.max(rule.matches?.length ?? 0, 1), 0);
  return rules.length < MAX_ROUTE_RULES && matches < MAX_ROUTE_MATCHES;
}

/** Path below which the operator asks for routes and their backends; no client does. */
export const PROBE_PATH = '/.well-known/stoa/';

/** Whether a rule of an HTTPRoute is for questions of the operator alone. */
export function isForProbe({ matches = [] }: Pick<Partial<HttpRouteRule>, 'matches'>): boolean {
  return matches.some(({ path }) => path?.type === 'Exact' && path.value.startsWith(PROBE_PATH));
}

/** HTTPRoutes. */
export const HTTP_ROUTES: Resource<HttpRoute> = namespacedResource(
  GATEWAY_API_VERSION,
  'HTTPRoute',
  'httproutes',
);

/** An HTTPRoute of others: where it is attached, its hosts, and which requests its rules are for. */
export type ForeignRoute = AnyRoute & NamespacedObject;

/** HTTPRoutes of others. */
export const FOREIGN_ROUTES: Resource<ForeignRoute> = namespacedResource(
  GATEWAY_API_VERSION,
  'HTTPRoute',
  'httproutes',
);

/** HTTPRoute without what its rules do, and of its status only whether engines take it. */
export function withMatches({ apiVersion, kind, metadata, spec, status }: ForeignRoute): ForeignRoute {
  const { parentRefs = [], hostnames = [], rules = [] } = spec;
  const parents = (status?.parents ?? []).map(({ conditions = [], ...parent }) => ({
    ...parent,
    conditions: conditions.filter(({ type }) => type === 'Accepted'),
  }));
  const matches = rules.map((rule) => ({ matches: rule.matches ?? [] }));
  return {
    apiVersion,
    kind,
    metadata,
    spec: { parentRefs, hostnames, rules: matches },
    ...(parents.length === 0 ? {} : { status: { parents } }),
  };
}

/** GRPCRoutes of others. */
export const FOREIGN_GRPC_ROUTES: Resource<ForeignRoute> = namespacedResource(
  GATEWAY_API_VERSION,
  'GRPCRoute',
  'grpcroutes',
);

/** Route without its rules and its status. */
export function withoutRules({ apiVersion, kind, metadata, spec }: ForeignRoute): ForeignRoute {
  const { parentRefs = [], hostnames = [] } = spec;
  return { apiVersion, kind, metadata, spec: { parentRefs, hostnames } };
}
