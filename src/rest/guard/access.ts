import { LRUCache } from 'lru-cache';
import type { KubeClient } from '../../kube/client.ts';
import { isFailure } from '../../kube/error.ts';
import { missingPermissions, type Permission } from '../../kube/permissions.ts';
import type { Resource } from '../../kube/resource.ts';
import { SERVICES } from '../../objects/core.ts';
import { APPLICATIONS, GATEWAY_RULES } from '../../objects/stoa.ts';
import type { AuthenticatedCaller } from './guard.ts';

/** Milliseconds for which an answer of the API server holds: so long somebody is shown what they may no longer see. */
const KNOWN_MS = 5_000;

/** Answers that are remembered. */
const MAX_ANSWERS = 10_000;

/** What is shown of a namespace, each of which a caller must be permitted to list there. */
const SHOWN: readonly Resource[] = [APPLICATIONS, GATEWAY_RULES, SERVICES];

/** Tells whether somebody may be shown what is followed of a namespace. Throws KubeError where the API server does not say. */
export type MaySee = (
  visitor: Pick<AuthenticatedCaller, 'caller' | 'client'> & {
    readonly region: Pick<AuthenticatedCaller['region'], 'name'>;
  },
  namespace: string,
) => Promise<boolean>;

/** A question, and who asks it. */
interface Question {
  readonly client: KubeClient;
  readonly namespace: string;
}

/** Asks the API server as the caller, and remembers its answers for a moment; equal questions at once are asked once. */
export function createMaySee(clock: { now(): number } = performance): MaySee {
  const answers = new LRUCache<string, { readonly allowed: boolean }, Question>({
    max: MAX_ANSWERS,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    perf: clock,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { client, namespace } }) => {
      const needed = SHOWN.map(({ group, plural: resource }) => ({
        group,
        resource,
        namespace,
        verbs: ['list'],
      }));
      return { allowed: await mayAll(client, needed) };
    },
  });
  return async ({ region, caller, client }, namespace) => {
    const key = JSON.stringify([region.name, namespace, caller]);
    const answer = await answers.fetch(key, { context: { client, namespace } });
    return answer?.allowed === true;
  };
}

/** A cluster may be set up so that callers cannot even ask what they may do. */
async function mayAll(client: KubeClient, needed: readonly Permission[]): Promise<boolean> {
  try {
    return (await missingPermissions(client, needed)).length === 0;
  } catch (error) {
    if (isFailure(error, 'forbidden')) {
      return false;
    }
    throw error;
  }
}
