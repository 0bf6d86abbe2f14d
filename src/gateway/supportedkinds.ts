import { present } from '../base/fields.ts';
import { ENGINES } from '../engines/index.ts';
import type { LaterPart } from '../engines/schema.ts';
import type { Discovery } from '../kube/discovery.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { BACKEND_TLS_POLICIES } from '../objects/backendtls.ts';
import { CERTIFICATES } from '../objects/certmanager.ts';
import {
  LISTENER_SETS,
  type ListenerSet,
  PORT_ROUTES,
  type Route,
  TLS_ROUTES,
} from '../objects/gatewayapi.ts';
import { GRPC_ROUTES } from '../objects/grpcroute.ts';
import { HTTP_ROUTES } from '../objects/httproute.ts';

/** Kinds of objects that the gateway feature makes in a cluster. */
export interface SupportedKinds {
  /** All that rules own. */
  readonly owned: readonly Resource[];
  readonly served: OptionalKinds;
}

/** Kinds, and parts of routes, that a cluster with the Gateway API need not have, as far as it does. */
export interface OptionalKinds {
  readonly TCP?: Resource<Route>;
  readonly UDP?: Resource<Route>;
  readonly TLS?: Resource<KubeObject>;
  readonly grpcRoutes?: Resource<Route>;
  /** Certificates of cert-manager. */
  readonly certificates?: Resource<KubeObject>;
  /** BackendTLSPolicies, in the newest version that is served. */
  readonly backendTls?: Resource<KubeObject>;
  readonly listenerSets?: Resource<ListenerSet>;
  /** Parts of HTTPRoutes that it lacks. */
  readonly lacks?: readonly LaterPart[];
}

const OF_ENGINES: readonly Resource[] = [...new Set(ENGINES.flatMap(({ resources }) => resources))];

/** API groups of the kinds that the gateway feature can make, whether or not a cluster serves them. */
export const GATEWAY_GROUPS: readonly string[] = [
  HTTP_ROUTES,
  GRPC_ROUTES,
  LISTENER_SETS,
  CERTIFICATES,
  ...BACKEND_TLS_POLICIES,
  ...PORT_ROUTES.TCP,
  ...PORT_ROUTES.UDP,
  ...TLS_ROUTES,
  ...OF_ENGINES,
].map(({ group }) => group);

/** The kinds that a cluster serves, of those that the gateway feature can make, with what its HTTPRoutes lack. */
export function supportedKindsOf(
  discovery: Pick<Discovery, 'serves'>,
  lacks: readonly LaterPart[] = [],
): SupportedKinds {
  const TCP = PORT_ROUTES.TCP.find((resource) => discovery.serves(resource));
  const UDP = PORT_ROUTES.UDP.find((resource) => discovery.serves(resource));
  const TLS = TLS_ROUTES.find((resource) => discovery.serves(resource));
  const grpcRoutes = discovery.serves(GRPC_ROUTES) ? GRPC_ROUTES : undefined;
  const certificates = discovery.serves(CERTIFICATES) ? CERTIFICATES : undefined;
  const backendTls = BACKEND_TLS_POLICIES.find((resource) => discovery.serves(resource));
  const ofEngines = OF_ENGINES.filter((resource) => discovery.serves(resource));
  const optional = [TCP, UDP, TLS, grpcRoutes, certificates, backendTls, ...ofEngines];
  return {
    owned: [HTTP_ROUTES, ...optional.filter((resource) => resource !== undefined)],
    served: {
      ...present({ TCP, UDP, TLS, grpcRoutes, certificates, backendTls }),
      ...(discovery.serves(LISTENER_SETS) ? { listenerSets: LISTENER_SETS } : {}),
      ...(lacks.length === 0 ? {} : { lacks }),
    },
  };
}
