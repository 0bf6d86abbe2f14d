import { LRUCache } from 'lru-cache';
import { isFailure } from '../../../kube/error.ts';
import type { KubeObject } from '../../../kube/object.ts';
import { deniedRights, type Right } from '../../../kube/permissions.ts';
import { teamOf } from '../../../names/team.ts';
import { byAge } from '../../../objects/age.ts';
import { APPLICATIONS } from '../../../objects/stoa.ts';
import type { AuthenticatedCaller } from '../../guard/guard.ts';
import { teamNamespaces } from '../../team.ts';
import type { TeamSource } from './record.ts';

/** Time to live of a caller's memberships, in milliseconds. */
const MEMBERSHIPS_TTL_MS = 5_000;

/** Callers whose memberships are in the cache. */
const MAX_CALLERS = 1_000;

/** The teams whose Applications a caller may list, the oldest first. Throws KubeError. */
type Memberships = (caller: AuthenticatedCaller) => Promise<readonly TeamSource[]>;

/**
 * Memberships by reviews of the API server as the caller, cached briefly; concurrent requests share them. This cache is
 * not that of the access check: a caller would learn there from the time of an answer which of the teams exist.
 */
export function createMemberships(clock: { now(): number } = performance): Memberships {
  const known = new LRUCache<string, readonly TeamSource[], AuthenticatedCaller>({
    max: MAX_CALLERS,
    ttl: MEMBERSHIPS_TTL_MS,
    ttlResolution: 0,
    perf: clock,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => membershipsOf(context),
  });
  return async (caller) => {
    const key = JSON.stringify([caller.region.name, caller.caller]);
    return (await known.fetch(key, { context: caller })) ?? [];
  };
}

async function membershipsOf({ region, client }: AuthenticatedCaller): Promise<readonly TeamSource[]> {
  const { teamPolicy } = region.names;
  const namespaces = region.watched?.isCurrent()
    ? region.watched.teamNamespaces()
    : await teamNamespaces(region.client, teamPolicy);
  const forbidden = await closedTo(client, namespaces);
  const open = namespaces.filter(({ metadata }) => !forbidden.has(metadata.name));
  const teams = Map.groupBy(open.toSorted(byAge), (namespace) => teamOf(namespace, teamPolicy) ?? '');
  return [...teams].flatMap(([teamId, [namespace]]) =>
    namespace === undefined ? [] : [{ teamId, namespace }],
  );
}

/** Right to list the Applications of a namespace, or of all. */
const LISTS: Right = { group: APPLICATIONS.group, resource: APPLICATIONS.plural, verb: 'list' };

/**
 * Names of the namespaces whose Applications a caller may not list; all where the cluster forbids the review itself.
 * Most teams are those of others, so a list of the caller's rules in each would not save its review.
 */
async function closedTo(
  client: AuthenticatedCaller['client'],
  namespaces: readonly KubeObject[],
): Promise<ReadonlySet<string>> {
  const names = namespaces.map(({ metadata }) => metadata.name);
  try {
    if ((await deniedRights(client, [LISTS])).length === 0) {
      return new Set();
    }
    const each = names.map((namespace) => ({ ...LISTS, namespace }));
    const denied = await deniedRights(client, each);
    return new Set(denied.map(({ namespace = '' }) => namespace));
  } catch (error) {
    if (isFailure(error, 'forbidden')) {
      return new Set(names);
    }
    throw error;
  }
}
