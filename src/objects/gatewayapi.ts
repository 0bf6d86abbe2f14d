import type { Condition } from '../api/condition.ts';
import type { KubeObject, NamespacedObject } from '../kube/object.ts';
import { clusterResource, namespacedResource, type Resource } from '../kube/resource.ts';

const GROUP = 'gateway.networking.k8s.io';

/** `apiVersion` of the standard kinds of the Gateway API. */
export const GATEWAY_API_VERSION = `${GROUP}/v1`;

/** Label of what an engine makes for a Gateway, by whose name (GEP-1762). */
export const GATEWAY_LABEL = `${GROUP}/gateway-name`;

/** Reference of a route to the Gateway, or to the ListenerSet, that it attaches to. */
export interface ParentReference {
  readonly group?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name: string;
  /** Name of a listener; all of them by default. */
  readonly sectionName?: string;
}

/** Status of a route on one Gateway, as one engine reports it. */
interface RouteParentStatus {
  readonly parentRef: ParentReference;
  readonly controllerName: string;
  readonly conditions?: readonly Condition[];
}

/** A route of any protocol, with its status alone. */
export interface Route extends KubeObject {
  readonly status?: { readonly parents?: readonly RouteParentStatus[] };
}

/** A policy of an engine's own kind, with its status alone. */
export interface Policy extends KubeObject {
  readonly status?: {
    /** Reports of engines, by the object that the policy has an effect on. */
    readonly ancestors?: readonly { readonly conditions?: readonly Condition[] }[];
  };
}

/** One listener of a Gateway. */
export interface GatewayListener {
  readonly name: string;
  readonly hostname?: string;
  readonly port: number;
  readonly protocol: 'HTTP' | 'HTTPS' | 'TLS' | 'TCP' | 'UDP';
  readonly tls?: {
    readonly mode?: string;
    readonly certificateRefs?: readonly {
      readonly group?: string;
      readonly kind?: string;
      readonly name: string;
      readonly namespace?: string;
    }[];
  };
  readonly allowedRoutes?: object;
}

/** Listeners that a Gateway can have at most (GatewaySpec). */
export const MAX_LISTENERS = 64;

/** Status of one listener, as the engine reports it. */
interface ListenerStatus {
  readonly name: string;
  readonly conditions?: readonly Condition[];
}

/** An object with listeners that routes attach to: a Gateway or a ListenerSet. */
export interface ListenerHolder extends NamespacedObject {
  readonly spec: { readonly listeners: readonly GatewayListener[] };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly listeners?: readonly ListenerStatus[];
  };
}

/** Validation of the certificates of clients at the listeners for HTTPS of a port; none where it is missing. */
interface FrontendTls {
  readonly validation?: {
    /** `AllowValidOnly` by default. */
    readonly mode?: string;
    readonly caCertificateRefs?: readonly object[];
  };
}

/** A Gateway, with the fields that Stoa uses. */
export interface Gateway extends ListenerHolder {
  readonly spec: ListenerHolder['spec'] & {
    readonly gatewayClassName: string;
    readonly addresses?: readonly { readonly value?: string }[];
    /** Namespaces whose ListenerSets may add listeners; none by default. */
    readonly allowedListeners?: { readonly namespaces?: { readonly from?: string } };
    /** TLS of the whole Gateway, which its owner sets and Stoa reads only. */
    readonly tls?: {
      readonly frontend?: {
        readonly default?: FrontendTls;
        readonly perPort?: readonly { readonly port: number; readonly tls: FrontendTls }[];
      };
    };
  };
  readonly status?: NonNullable<ListenerHolder['status']> & {
    /** Addresses at which the engine says that the Gateway is. */
    readonly addresses?: readonly { readonly value?: string }[];
  };
}

/** A GatewayClass: the kind of Gateway that an engine offers. */
export interface GatewayClass extends KubeObject {
  readonly spec: { readonly controllerName: string };
  readonly status?: {
    /** Features that the engine claims; before release 1.2 of the Gateway API, plain names. */
    readonly supportedFeatures?: readonly (string | { readonly name: string })[];
  };
}

/** Gateways. */
export const GATEWAYS: Resource<Gateway> = namespacedResource(GATEWAY_API_VERSION, 'Gateway', 'gateways');

/** GatewayClasses. */
export const GATEWAY_CLASSES: Resource<GatewayClass> = clusterResource(
  GATEWAY_API_VERSION,
  'GatewayClass',
  'gatewayclasses',
);

/** ReferenceGrants, in the version that every release of the Gateway API has. */
export const REFERENCE_GRANTS = namespacedResource(`${GROUP}/v1beta1`, 'ReferenceGrant', 'referencegrants');

/** TCPRoutes and UDPRoutes, each in every version that a cluster may serve, the preferred one first. */
export const PORT_ROUTES = {
  TCP: streamRoutes('tcproutes', 'TCPRoute', ['v1', 'v1alpha2']),
  UDP: streamRoutes('udproutes', 'UDPRoute', ['v1', 'v1alpha2']),
} as const;

/** TLSRoutes, in every version that a cluster may serve, the preferred one first. */
export const TLS_ROUTES = streamRoutes('tlsroutes', 'TLSRoute', ['v1', 'v1alpha3', 'v1alpha2']);

function streamRoutes(plural: string, kind: string, versions: readonly string[]): readonly Resource<Route>[] {
  return versions.map((version) => namespacedResource(`${GROUP}/${version}`, kind, plural));
}

/** A ListenerSet, with the fields that Stoa uses: listeners that it adds to a Gateway. */
export interface ListenerSet extends ListenerHolder {
  readonly spec: ListenerHolder['spec'] & { readonly parentRef: ParentReference };
}

/** ListenerSets, which clusters serve since release 1.5 of the Gateway API. */
export const LISTENER_SETS: Resource<ListenerSet> = namespacedResource(
  GATEWAY_API_VERSION,
  'ListenerSet',
  'listenersets',
);
