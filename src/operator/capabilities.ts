import type { Config } from '../config.ts';
import { type LaterPart, partsLackingIn } from '../engines/schema.ts';
import { GATEWAY_GROUPS, supportedKindsOf } from '../gateway/supportedkinds.ts';
import type { KubeClient } from '../kube/client.ts';
import { type Discovery, discover } from '../kube/discovery.ts';
import { publishedSchemas } from '../kube/openapi.ts';
import { missingRights } from '../kube/permissions.ts';
import { ENDPOINT_SLICES } from '../objects/endpointslice.ts';
import { HTTP_ROUTES } from '../objects/httproute.ts';
import { INSTALLABLE } from '../objects/installable.ts';
import { GATEWAY_RULES } from '../objects/stoa.ts';
import { type OperatorNeeds, readingPermissions } from './permissions.ts';

/** API groups of all kinds that decide on caches and controllers. Any application may add kinds of other groups. */
const GROUPS: ReadonlySet<string> = new Set([
  GATEWAY_RULES.group,
  ...GATEWAY_GROUPS,
  ENDPOINT_SLICES.group,
  ...INSTALLABLE.map(({ group }) => group),
]);

/** Kinds and namespaces of a cluster that the operator can watch and write. */
export interface ClusterCapabilities {
  /** Kinds that the API server serves, of the groups that concern the operator. */
  readonly discovery: Discovery;
  /** Permissions that follow from the kinds. */
  readonly needs: OperatorNeeds;
  /** Watched namespaces; undefined for the whole cluster. */
  readonly namespaces: readonly string[] | undefined;
  /** Configured namespaces that the operator may not read completely, and therefore does not watch. */
  readonly leftOut: readonly string[];
  /** Digest of what the CRDs have: a watch that was open before shows objects by the CRD of before. */
  readonly schemas?: string;
}

/**
 * Capabilities of the cluster: the kinds that it serves and the configured namespaces that the operator may read
 * completely. A partly readable namespace is left out, because its other objects would look deleted. Throws KubeError.
 */
export async function detectCapabilities(
  client: KubeClient,
  { gateway, operator, market }: Pick<Config, 'gateway' | 'operator' | 'market'>,
  stop?: AbortSignal,
): Promise<ClusterCapabilities> {
  const [all, lacks] = await Promise.all([discover(client, stop), partsLacking(client, stop)]);
  const discovery = all.within(GROUPS);
  const gatewayKinds = supportedKindsOf(discovery, lacks);
  const names = operator.watchNamespaces;
  const installKinds = [...INSTALLABLE, ...(market.endpoints === undefined ? [] : [ENDPOINT_SLICES])].filter(
    (kind) => kind.group === '' || discovery.serves(kind),
  );
  const needs = { gatewayKinds, installKinds, gateway, operator };
  if (names.length === 0) {
    return { discovery, needs, namespaces: undefined, leftOut: [] };
  }
  const missing = await missingRights(client, readingPermissions(needs));
  const unreadable = new Set(missing.map(({ namespace }) => namespace));
  return {
    discovery,
    needs,
    namespaces: names.filter((name) => !unreadable.has(name)),
    leftOut: names.filter((name) => unreadable.has(name)),
  };
}

/** Parts of HTTPRoutes that the Gateway API of the cluster lacks. Throws KubeError. */
async function partsLacking(client: KubeClient, stop?: AbortSignal): Promise<readonly LaterPart[]> {
  const schemas = await publishedSchemas(client, HTTP_ROUTES, stop);
  return partsLackingIn(schemas?.get(HTTP_ROUTES.kind));
}

/** Whether two detections lead to the same caches and controllers. */
export function hasSameCapabilities(one: ClusterCapabilities, other: ClusterCapabilities): boolean {
  return (
    one.discovery.equals(other.discovery) &&
    one.namespaces?.join() === other.namespaces?.join() &&
    lacksOf(one) === lacksOf(other) &&
    one.schemas === other.schemas
  );
}

function lacksOf({ needs }: ClusterCapabilities): string {
  return needs.gatewayKinds.served.lacks?.join() ?? '';
}
