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

/** Verbs on resources that an entry of `may` stands for: the caller needs them all. */
type Need = readonly (readonly [verb: string, resource: Resource])[];

const all = (verb: string, resources: readonly Resource[]): Need =>
  resources.map((resource) => [verb, resource]);

/** Rights behind each entry of `may`: those that the calls of this API take. */
const NEEDS: { readonly [P in keyof May]: { readonly [A in keyof May[P]]: Need } } = {
  application: { delete: all('delete', [APPLICATIONS]) },
  rules: {
    create: all('create', [GATEWAY_RULES]),
    edit: all('update', [GATEWAY_RULES]),
    delete: all('delete', [GATEWAY_RULES]),
  },
  installs: { create: all('create', [MARKET_INSTALLS]), edit: all('update', [MARKET_INSTALLS]) },
  components: { edit: all('patch', SCALABLE) },
  certificates: {
    read: all('list', [SECRETS]),
    create: all('create', [SECRETS]),
    edit: all('patch', [SECRETS]),
    delete: all('delete', [SECRETS]),
  },
  pods: { read: all('list', [PODS]) },
  events: { read: all('list', [STORED_EVENTS]) },
  metrics: { read: all('list', [GATEWAY_RULES, SERVICES, ...WORKLOADS]) },
};

/** Entries of `may` for a caller who has all rights except those that `isDenied` names. Pure. */
export function mayOf(isDenied: (verb: string, resource: Resource) => boolean): May {
  const entries = Object.entries(NEEDS).map(([part, actions]) => [
    part,
    Object.fromEntries(
      Object.entries(actions as Readonly<Record<string, Need>>).map(([action, need]) => [
        action,
        !need.some(([verb, resource]) => isDenied(verb, resource)),
      ]),
    ),
  ]);
  return Object.fromEntries(entries) as May;
}

const NO_RIGHTS: Rights = {
  may: mayOf(() => true),
  missing: [{ part: 'rights', why: 'the cluster does not tell you your rights' }],
};

async function rightsIn(client: KubeClient, namespace: string): Promise<Rights> {
  const needs = Object.values(NEEDS).flatMap((actions) => Object.values(actions as Record<string, Need>));
  try {
    const denied = await missingRights(client, permissionsFor(needs.flat(), namespace));
    const names = new Set(denied.map(({ verb, group, resource }) => `${verb} ${resource}.${group}`));
    return {
      may: mayOf((verb, { plural, group }) => names.has(`${verb} ${plural}.${group}`)),
      missing: [],
    };
  } catch (error) {
    if (isFailure(error, 'forbidden')) {
      return NO_RIGHTS;
    }
    throw error;
  }
}

/** Permissions of some needs, each once. */
function permissionsFor(needs: Need, namespace: string): readonly Permission[] {
  const byResource = Map.groupBy(needs, ([, resource]) => resource);
  return [...byResource].map(([{ group, plural }, ofResource]) => ({
    group,
    resource: plural,
    verbs: [...new Set(ofResource.map(([verb]) => verb))],
    namespace,
  }));
}
