import type { KubeClient } from '../kube/client.ts';
import { isFailure, KubeError } from '../kube/error.ts';
import type { KubeObject, ObjectDraft } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { isWrittenByStoa } from './account/operators.ts';
import { installOf } from './caches.ts';

/** Call as a client and field manager. */
interface Caller {
  readonly client: KubeClient;
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/**
 * Write of an object that the operator may write everywhere: unlike an apply, it never takes over an object of somebody
 * else, whatever happens between its calls. `stored` is the object of the install in the cache. Throws KubeError:
 * `invalid` where the name belongs to somebody else.
 */
export async function writeExclusively(
  { client, fieldManager, signal }: Caller,
  { metadata: { uid } }: MarketInstall,
  resource: Resource,
  draft: ObjectDraft,
  stored: KubeObject | undefined,
): Promise<KubeObject> {
  const own = stored ?? (await createUnlessThere());
  if (own === undefined) {
    const message = `${resource.kind} ${draft.metadata.name} exists and is not part of this install`;
    throw new KubeError({ type: 'invalid', causes: [] }, message);
  }
  // With the uid, an apply neither creates an object nor changes another one of the name.
  const metadata = { ...draft.metadata, uid: own.metadata.uid };
  return await client.apply(resource, { ...draft, metadata }, fieldManager, { signal });

  /** Object of the install, whether this call creates it or an earlier one has; undefined if it is somebody else's. */
  async function createUnlessThere(): Promise<KubeObject | undefined> {
    try {
      return await client.create(resource, draft, fieldManager, { signal });
    } catch (error) {
      if (!isFailure(error, 'already-exists')) {
        throw error;
      }
    }
    const { namespace, name } = draft.metadata;
    const options = { namespace, fieldSelector: `metadata.name=${name}`, signal };
    const [found] = await client.listMetadata(resource, options);
    const isOwn = found !== undefined && installOf(found).includes(uid) && isWrittenByStoa(found);
    return isOwn ? found : undefined;
  }
}
