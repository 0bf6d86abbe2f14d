import { isDeepStrictEqual } from 'node:util';
import type { Bounded } from '../base/bounded.ts';
import { present } from '../base/fields.ts';
import { isUnknownToSchema } from '../kube/cause.ts';
import type { KubeClient } from '../kube/client.ts';
import { ignoreNotFound, isFailure, KubeError } from '../kube/error.ts';
import { stepsTo, textOfSteps, withoutField } from '../kube/leaveout.ts';
import type { KubeObject } from '../kube/object.ts';
import { apiVersionOf, type Resource } from '../kube/resource.ts';
import type { Cache } from './cache.ts';

/** Dependencies of status writes to the objects of a kind. The cache stores every response. */
export interface StatusTarget<T extends KubeObject> {
  readonly client: Pick<KubeClient, 'get' | 'apply'>;
  readonly resource: Resource<T>;
  readonly cache: Pick<Cache<T>, 'wrote' | 'deleted'>;
  /** Field manager of the status. */
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/** Cache of a kind, by which its left-out fields are known: a later one may be that of another CRD. */
type StatusCache = object;

/** Fields of statuses that the API server does not take, each as its steps by its text, by the cache of their kind. */
const leftOut = new WeakMap<StatusCache, Map<string, readonly string[]>>();

/** Fields of the statuses of a kind that are left out, since its CRD does not have them, or not their values. */
export function leftOutFields(cache: StatusCache): readonly string[] {
  return [...(leftOut.get(cache)?.keys() ?? [])];
}

/** Times that a status is written again without a field more. */
const MOST_RETRIES = 8;

/** Conditions tell users of everything else. */
const NEVER_LEFT_OUT: readonly string[] = ['status', 'status.conditions'];

/**
 * Writes the status of exactly this version of an object; a status apply ignores the uid, so only the version
 * excludes a new object of the same name. After a conflict or an ambiguous write, the object is read again, so that
 * the next decision does not use the old state. An older CRD may lack fields: they are left out, now and in later
 * statuses, rather than that the whole is lost. Returns false if the object is gone. Throws KubeError.
 */
export async function reportStatus<T extends KubeObject>(
  target: StatusTarget<T>,
  object: T,
  status: Bounded,
): Promise<boolean> {
  try {
    const written = await applyKnown(target, object, status);
    if (written !== undefined) {
      target.cache.wrote(written);
    }
    return true;
  } catch (error) {
    const outdated = REREAD.some((type) => isFailure(error, type));
    if (outdated && (await reread(target, object)) === undefined) {
      return false;
    }
    throw error;
  }
}

const REREAD = ['not-found', 'conflict', 'ambiguous'] as const;

/** Applies what the API server takes of a status; undefined where that is stored already. */
async function applyKnown<T extends KubeObject>(
  target: StatusTarget<T>,
  object: T & { readonly status?: unknown },
  whole: Bounded,
): Promise<T | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const { status } = knownPart(target.cache, { status: whole });
    if (status !== whole && isDeepStrictEqual(status, object.status)) {
      return undefined;
    }
    try {
      return await applyStatus(target, object, status);
    } catch (error) {
      if (attempt === MOST_RETRIES || !leavesOut(target.cache, error)) {
        throw error;
      }
    }
  }
}

function knownPart<S>(cache: StatusCache, status: S): S {
  return [...(leftOut.get(cache)?.values() ?? [])].reduce(withoutField, status);
}

/** Notes the fields for which a status was refused; false where there is no other one to leave out. */
function leavesOut(cache: StatusCache, error: unknown): boolean {
  const causes = error instanceof KubeError && error.failure.type === 'invalid' ? error.failure.causes : [];
  const known = leftOut.get(cache) ?? new Map<string, readonly string[]>();
  const added = causes
    .filter(isUnknownToSchema)
    .map(({ field }) => stepsTo(field))
    .filter(([root]) => root === 'status')
    .map((steps) => [textOfSteps(steps), steps] as const)
    .filter(([text]) => !known.has(text) && !NEVER_LEFT_OUT.includes(text));
  leftOut.set(cache, new Map([...known, ...added]));
  return added.length > 0;
}

function applyStatus<T extends KubeObject>(
  { client, resource, fieldManager, signal }: StatusTarget<T>,
  object: T,
  status: object,
): Promise<T> {
  const { namespace, name, resourceVersion } = object.metadata;
  const metadata = { name, resourceVersion, ...present({ namespace }) };
  const draft = { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata, status };
  return client.apply(resource, draft, fieldManager, { subresource: 'status', signal });
}

/** Current state of an object from the API server, also stored in the cache; undefined if it is gone. */
export async function reread<T extends KubeObject>(
  { client, resource, cache, signal }: Omit<StatusTarget<T>, 'fieldManager'>,
  object: T,
): Promise<T | undefined> {
  const { namespace, name } = object.metadata;
  const found = await ignoreNotFound(client.get(resource, { namespace, name }, { signal }));
  if (found === undefined) {
    cache.deleted(object);
  } else {
    cache.wrote(found);
  }
  return found;
}
