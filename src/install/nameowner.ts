import type { KubeClient } from '../kube/client.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { PlannedObject } from '../objects/planned.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { isOperators, isWrittenByStoa } from './account/operators.ts';
import { isLeftBehind, isOf, type MarketCaches } from './caches.ts';
import { isVolume } from './owned.ts';

/** Owner of the name of an object that an install makes. */
export type NameOwner =
  | 'nobody'
  | 'install'
  /** A deleted install, which has left the volume of this name. */
  | 'deleted'
  | 'others';

/**
 * Owner of a name, by the object of the kind that has it. A label says which install has made an object; of what the
 * operator writes itself, only with the label of Stoa: Kubernetes copies the labels of Services.
 */
export function nameOwner(
  caches: Pick<MarketCaches, 'installs'>,
  install: MarketInstall,
  resource: Pick<Resource, 'group' | 'kind'>,
  object: KubeObject | undefined,
): NameOwner {
  if (object === undefined) {
    return 'nobody';
  }
  if (isOf(install, object)) {
    return isOperators(resource) && !isWrittenByStoa(object) ? 'others' : 'install';
  }
  return isVolume(resource) && isLeftBehind(caches, object) ? 'deleted' : 'others';
}

/** Client for one call. */
interface Caller {
  readonly client: KubeClient;
  readonly signal: AbortSignal;
}

/** Object with the name of a planned one, from the API server: the caches hold only objects of installs. Throws KubeError. */
export async function nameHolder(
  { client, signal }: Caller,
  { resource, draft: { metadata } }: PlannedObject,
): Promise<KubeObject | undefined> {
  const { namespace, name } = metadata;
  const options = { namespace, fieldSelector: `metadata.name=${name}`, signal };
  const [found] = await client.listMetadata(resource, options);
  return found;
}
