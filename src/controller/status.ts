import type { KubeClient } from '../kube/client.ts';
import { isFailure, unlessGone } from '../kube/error.ts';
import type { KubeObject } from '../kube/object.ts';
import { apiVersionOf, type Resource } from '../kube/resource.ts';
import type { Cache } from './cache.ts';

/** What it takes to report on the objects of a kind; the cache hears of everything that becomes known. */
export interface Reporting<T extends KubeObject> {
  readonly client: Pick<KubeClient, 'get' | 'apply'>;
  readonly resource: Resource<T>;
  readonly cache: Pick<Cache<T>, 'wrote' | 'deleted'>;
  /** Owner of the status, in `metadata.managedFields`. */
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/**
 * Writes the status, if the object is still the one that it speaks of. (A status apply ignores the uid, so
 * only the version tells an object from another that was made under its name.) Where it is not, or where
 * nobody knows whether the write took effect, the object is read again, so that the next decision does not
 * build on the state before. Answers false where the object is gone; throws KubeError where it is not written.
 */
export async function reportStatus<T extends KubeObject>(
  to: Reporting<T>,
  object: T,
  status: object,
): Promise<boolean> {
  try {
    to.cache.wrote(await applyStatus(to, object, status));
    return true;
  } catch (error) {
    const outdated = REREAD.some((type) => isFailure(error, type));
    if (outdated && (await reread(to, object)) === undefined) {
      return false;
    }
    throw error;
  }
}

const REREAD = ['not-found', 'conflict', 'ambiguous'] as const;

function applyStatus<T extends KubeObject>(
  { client, resource, fieldManager, signal }: Reporting<T>,
  object: T,
  status: object,
): Promise<T> {
  const { namespace, name, resourceVersion } = object.metadata;
  const metadata = { name, resourceVersion, ...(namespace === undefined ? {} : { namespace }) };
  const draft = { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata, status };
  return client.apply(resource, draft, fieldManager, { subresource: 'status', signal });
}

/** An object as the API server has it now, which the cache takes in; undefined where it is gone. */
export async function reread<T extends KubeObject>(
  { client, resource, cache, signal }: Omit<Reporting<T>, 'fieldManager'>,
  object: T,
): Promise<T | undefined> {
  const { namespace, name } = object.metadata;
  const found = await unlessGone(client.get(resource, { namespace, name }, { signal }));
  if (found === undefined) {
    cache.deleted(object);
  } else {
    cache.wrote(found);
  }
  return found;
}
