import { LRUCache } from 'lru-cache';
import type { KubeClient } from '../../kube/client.ts';
import { isFailure } from '../../kube/error.ts';
import { missingPermissions, type Permission } from '../../kube/permissions.ts';
import type { Resource } from '../../kube/resource.ts';
import { SERVICES } from '../../objects/core.ts';
import { APPLICATIONS, GATEWAY_RULES } from '../../objects/stoa.ts';
import type { AuthenticatedCaller } from './guard.ts';

/** Time to live of an access decision, in milliseconds: a revoked right still works this long. */
const ACCESS_TTL_MS = 5_000;

/** Access decisions in the cache. */
const MAX_ACCESS_DECISIONS = 10_000;

/** Resources of the watched state; a caller must be permitted to list each in the namespace. */
const WATCHED_RESOURCES: readonly Resource[] = [APPLICATIONS, GATEWAY_RULES, SERVICES];

/**
 * Check whether a caller may read the watched state of a namespace; the API server decides on each write, which is made as
 * the caller. Throws KubeError where the API server gives no answer.
 */
export type AccessCheck = (
  caller: Pick<AuthenticatedCaller, 'caller' | 'client'> & {
    readonly region: Pick<AuthenticatedCaller['region'], 'name'>;
  },
  namespace: string,
) => Promise<boolean>;

/** A namespace, and the caller's client that requests the decision. */
interface AccessQuery {
  readonly client: KubeClient;
  readonly namespace: string;
}

/** Access check by requests to the API server as the caller, cached briefly; concurrent equal checks share one request. */
export function createAccessCheck(clock: { now(): number } = performance): AccessCheck {
  const decisions = new LRUCache<string, { readonly allowed: boolean }, AccessQuery>({
    max: MAX_ACCESS_DECISIONS,
    ttl: ACCESS_TTL_MS,
    ttlResolution: 0,
    perf: clock,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { client, namespace } }) => {
      const needed = WATCHED_RESOURCES.map(({ group, plural: resource }) => ({
        group,
        resource,
        namespace,
        verbs: ['list'],
      }));
      return { allowed: await hasPermissions(client, needed) };
    },
  });
  return async ({ region, caller, client }, namespace) => {
    const key = JSON.stringify([region.name, namespace, caller]);
    const decision = await decisions.fetch(key, { context: { client, namespace } });
    return decision?.allowed === true;
  };
}

/**
 * Whether a caller has permissions; `client` acts as the caller. Some clusters forbid callers even the review of their
 * own access: then they have none.
 */
export async function hasPermissions(client: KubeClient, needed: readonly Permission[]): Promise<boolean> {
  try {
    return (await missingPermissions(client, needed)).length === 0;
  } catch (error) {
    if (isFailure(error, 'forbidden')) {
      return false;
    }
    throw error;
  }
}
