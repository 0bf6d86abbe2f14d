import type { ParentReference } from './gatewayapi.ts';

/** What a header of a request must be. */
export interface HttpHeaderMatch {
  readonly name: string;
  readonly type: 'Exact' | 'RegularExpression';
  readonly value: string;
}

/** Requests that a rule of a route is for: all of its parts must hold. */
export interface HttpRouteMatch {
  readonly path: { readonly type: 'PathPrefix'; readonly value: string };
  readonly headers?: readonly HttpHeaderMatch[];
}

/** What is done to a request before it is passed on. */
export type HttpRouteFilter =
  | {
      readonly type: 'RequestHeaderModifier';
      readonly requestHeaderModifier: {
        readonly set?: readonly { readonly name: string; readonly value: string }[];
        readonly remove?: readonly string[];
      };
    }
  | { readonly type: 'URLRewrite'; readonly urlRewrite: { readonly hostname: string } }
  | {
      readonly type: 'ExtensionRef';
      readonly extensionRef: { readonly group: string; readonly kind: string; readonly name: string };
    };

/** Who gets requests: a port of a Service where group and kind say nothing else. */
export interface HttpBackendRef {
  readonly group?: string;
  readonly kind?: string;
  readonly name: string;
  readonly port?: number;
  readonly weight?: number;
  readonly filters?: readonly HttpRouteFilter[];
}

/** One rule of an HTTPRoute: a request must fulfil one of its matches. */
interface HttpRouteRule {
  readonly matches: readonly HttpRouteMatch[];
  readonly filters?: readonly HttpRouteFilter[];
  readonly backendRefs: readonly HttpBackendRef[];
}

/** Spec of an HTTPRoute, as far as Stoa writes it. */
export interface HttpRouteSpec {
  readonly parentRefs: readonly (ParentReference & { readonly sectionName: string })[];
  readonly hostnames: readonly string[];
  readonly rules: readonly HttpRouteRule[];
}
