import { isDeepStrictEqual } from 'node:util';
import type { ObjectDraft, OwnerReference } from '../kube/object.ts';
import { GATEWAY_API_VERSION, type HttpRoute, type HttpRouteSpec } from '../objects/gatewayapi.ts';
import { GATEWAY_RULE_TYPE, type GatewayRule } from '../objects/stoa.ts';
import type { EffectiveRule } from './rule.ts';

/** The Gateway that routes attach to. */
export interface GatewayName {
  readonly namespace: string;
  readonly name: string;
}

/** A rule of a group together with the Service port that it leads to. */
export interface Member {
  readonly object: GatewayRule;
  readonly rule: EffectiveRule;
  readonly service: string;
  readonly port: number;
}

/** Marks what Stoa made, and lets its cache ignore everything else. */
export const MANAGED_BY = { 'app.kubernetes.io/managed-by': 'stoa' } as const;

/** A route as Stoa applies it. */
export interface RouteDraft extends ObjectDraft {
  readonly metadata: ObjectDraft['metadata'] & { readonly ownerReferences: readonly OwnerReference[] };
  readonly spec: HttpRouteSpec;
}

/**
 * The one route of all rules for a host and path, owned by each of them: the components share the requests
 * by weight. `members` is not empty and holds the oldest first.
 */
export function renderRoute(gateway: GatewayName, members: readonly [Member, ...Member[]]): RouteDraft {
  const [{ object, rule }] = members;
  const { namespace } = object.metadata;
  return {
    apiVersion: GATEWAY_API_VERSION,
    kind: 'HTTPRoute',
    metadata: {
      name: rule.route,
      ...(namespace === undefined ? {} : { namespace }),
      labels: MANAGED_BY,
      ownerReferences: members.map(ownerReference),
    },
    spec: {
      parentRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', ...gateway }],
      hostnames: [rule.host],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: rule.path } }],
          backendRefs: members.map(({ service, port, rule: { weight } }) => ({
            name: service,
            port,
            weight,
          })),
        },
      ],
    },
  };
}

function ownerReference({ object }: Member): OwnerReference {
  const { name, uid } = object.metadata;
  return { ...GATEWAY_RULE_TYPE, name, uid };
}

/** The owners of a route that are rules. */
export function ruleOwners(route: HttpRoute): readonly OwnerReference[] {
  return (route.metadata.ownerReferences ?? []).filter(({ kind }) => kind === GATEWAY_RULE_TYPE.kind);
}

/**
 * Whether a stored route already says all that `draft` says. Fields that the API server filled in do not
 * count; owners count exactly, since a rule that left the route must not keep it.
 */
export function isApplied(draft: RouteDraft, route: HttpRoute | undefined): boolean {
  if (route === undefined) {
    return false;
  }
  const uids = ({ uid }: OwnerReference) => uid;
  const owners = isDeepStrictEqual(
    new Set(draft.metadata.ownerReferences.map(uids)),
    new Set(ruleOwners(route).map(uids)),
  );
  return owners && isSubset(draft.spec, route.spec) && isSubset(draft.metadata.labels, route.metadata.labels);
}

/** Whether every field of `wanted` has the same value in `found`; lists must match item by item. */
export function isSubset(wanted: unknown, found: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((item, index) => isSubset(item, found[index]))
    );
  }
  if (typeof wanted === 'object' && wanted !== null) {
    return (
      typeof found === 'object' &&
      found !== null &&
      Object.entries(wanted).every(([key, value]) => isSubset(value, (found as Record<string, unknown>)[key]))
    );
  }
  return wanted === found;
}
