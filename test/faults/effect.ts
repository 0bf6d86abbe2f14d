import type { KubeObject, OwnerReference } from '../../src/kube/object.ts';
import type { Call } from './call.ts';
import type { Effect } from './ledger.ts';

/** Name and owners' uids of the object in the response to a write. */
export function written(text: string): { readonly name?: string; readonly owners: readonly string[] } {
  const { name, ownerReferences = [] } = metadataOf(text) ?? {};
  const owners = ownerReferences.map(({ uid }: OwnerReference) => uid);
  return name === undefined ? { owners } : { name, owners };
}

/** Resource version in an object's JSON; undefined for an error. */
export function storedVersion(text: string): string | undefined {
  return metadataOf(text)?.resourceVersion;
}

/**
 * Effect of a write, from its response and the object's version just before it: a patch that keeps the version has no
 * effect.
 */
export function effectOf(call: Call, status: number, text: string, before: string | undefined): Effect {
  if (status >= 300) {
    return 'none';
  }
  if (call.verb === 'delete') {
    return 'deleted';
  }
  if (status === 201) {
    return 'created';
  }
  return storedVersion(text) === before ? 'unchanged' : 'updated';
}

function metadataOf(text: string): Partial<KubeObject['metadata']> | undefined {
  try {
    return (JSON.parse(text) as Partial<KubeObject>).metadata;
  } catch {
    return undefined;
  }
}
