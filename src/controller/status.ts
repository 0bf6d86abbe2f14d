import type { Bounded } from '../base/bounded.ts';
import { present } from '../base/fields.ts';
import type { KubeClient } from '../kube/client.ts';
import { ignoreNotFound, isFailure } from '../kube/error.ts';
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

/**
 * Writes the status of exactly this version of an object; a status apply ignores the uid, so only the version
 * excludes a new object of the same name. After a conflict or an ambiguous write, the object is read again, so that
 * the next decision does not use the old state. Returns false if the object is gone. Throws KubeError.
 */
export async function reportStatus<T extends KubeObject>(
  target: StatusTarget<T>,
  object: T,
  status: Bounded,
): Promise<boolean> {
  try {
    target.cache.wrote(await applyStatus(target, object, status));
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
