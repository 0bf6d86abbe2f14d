import { LRUCache } from 'lru-cache';
import type { KubeClient } from '../../../kube/client.ts';
import { isFailure } from '../../../kube/error.ts';
import { missingRights, type Permission } from '../../../kube/permissions.ts';
import type { Resource } from '../../../kube/resource.ts';
import { SECRETS, SERVICES } from '../../../objects/core.ts';
import { STORED_EVENTS } from '../../../objects/event.ts';
import { APPLICATIONS, GATEWAY_RULES, MARKET_INSTALLS } from '../../../objects/stoa.ts';
import { PODS, SCALABLE, WORKLOADS } from '../../../objects/workload.ts';
import type { TeamScope } from '../../scope.ts';
import type { May, MissingPart } from './schema.ts';

/** Time to live of a caller's rights, in milliseconds. */
const RIGHTS_TTL_MS = 5_000;

/** Callers and namespaces whose rights are in the cache. */
const MAX_ENTRIES = 10_000;

/** Rights of a caller in a namespace; with the part that is missing where the cluster does not tell. */
export interface Rights {
  readonly may: May;
  readonly missing: readonly MissingPart[];
}

/** Rights of the caller of a request. Throws KubeError. */
export type RightsCheck = (
  team: Pick<TeamScope, 'caller' | 'client' | 'region' | 'namespace'>,
) => Promise<Rights>;

/** Rights by reviews of the API server as the caller, cached briefly; concurrent requests share them. */
export function createRightsCheck(clock: { now(): number } = performance): RightsCheck {
  const known = new LRUCache<string, Rights, Pick<TeamScope, 'client' | 'namespace'>>({
    max: MAX_ENTRIES,
    ttl: RIGHTS_TTL_MS,
    ttlResolution: 0,
    perf: clock,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => rightsIn(context.client, context.namespace),
  });
  return async ({ region, namespace, caller, client }) => {
    const key = JSON.stringify([region, namespace, caller]);
    return (await known.fetch(key, { context: { client, namespace } })) ?? NO_RIGHTS;
  };
}

/** Whether a caller may do something with all of some resources. */
type Can = (verb: string, ...resources: readonly Resource[]) => boolean;

/** Rights of a caller who can do these calls: those that the operations of this API take. Pure. */
export function mayOf(can: Can): May {
  return {
    application: { delete: can('delete', APPLICATIONS) },
    rules: {
      create: can('create', GATEWAY_RULES),
      edit: can('update', GATEWAY_RULES),
      delete: can('delete', GATEWAY_RULES),
    },
    installs: { create: can('create', MARKET_INSTALLS), edit: can('update', MARKET_INSTALLS) },
    components: { edit: can('patch', ...SCALABLE) },
    certificates: {
      read: can('list', SECRETS),
      create: can('create', SECRETS),
      edit: can('patch', SECRETS),
      delete: can('delete', SECRETS),
    },
    pods: { read: can('list', PODS) },
    events: { read: can('list', STORED_EVENTS) },
    metrics: { read: can('list', GATEWAY_RULES, SERVICES, ...WORKLOADS) },
  };
}

const NO_RIGHTS: Rights = {
  may: mayOf(() => false),
  missing: [{ part: 'rights', why: 'the cluster does not tell you your rights' }],
};

async function rightsIn(client: KubeClient, namespace: string): Promise<Rights> {
  try {
    const denied = await missingRights(client, permissionsIn(namespace));
    const names = new Set(denied.map(({ verb, group, resource }) => `${verb} ${resource}.${group}`));
    const can: Can = (verb, ...resources) =>
      !resources.some(({ plural, group }) => names.has(`${verb} ${plural}.${group}`));
    return { may: mayOf(can), missing: [] };
  } catch (error) {
    if (isFailure(error, 'forbidden')) {
      return NO_RIGHTS;
    }
    throw error;
  }
}

/** Permissions that decide on what a caller may do, each once. */
function permissionsIn(namespace: string): readonly Permission[] {
  const needs: (readonly [verb: string, resource: Resource])[] = [];
  mayOf((verb, ...resources) => {
    needs.push(...resources.map((resource) => [verb, resource] as const));
    return false;
  });
  const byResource = Map.groupBy(needs, ([, resource]) => resource);
  return [...byResource].map(([{ group, plural }, ofResource]) => ({
    group,
    resource: plural,
    verbs: [...new Set(ofResource.map(([verb]) => verb))],
    namespace,
  }));
}
