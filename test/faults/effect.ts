import type { KubeObject, OwnerReference } from '../../src/kube/object.ts';
import type { Call } from './call.ts';
import type { Effect } from './ledger.ts';

/** What the answer to a write says of the object: its name, and the uids of its owners. */
export function written(text: string): { readonly name?: string; readonly owners: readonly string[] } {
  const { name, ownerReferences = [] } = metadataOf(text) ?? {};
  const owners = ownerReferences.map(({ uid }: OwnerReference) => uid);
  return name === undefined ? { owners } : { name, owners };
}

/** Resource version in an object's JSON; none where it is an error. */
export function storedVersion(text: string): string | undefined {
  return metadataOf(text)?.resourceVersion;
}

/**
 * What a write did, from its answer and the object's version just before it: a patch that leaves the version
 * as it was has changed nothing.
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
