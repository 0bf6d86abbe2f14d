import type { KubeObject, ObjectMeta } from '../kube/object.ts';

/** Written by `kubectl apply` without --server-side; it repeats the whole object. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * An object as a cache keeps it: without managedFields and the last applied configuration, which are half
 * of its size and which nobody reads from a cache, and with what many objects repeat (strings, and small
 * objects such as conditions) held once. The result is shared and must not be changed; neither may
 * `object` be used any more.
 */
export function compact<T extends KubeObject>(object: T): T {
  const { metadata, ...rest } = object;
  return { ...shared(rest), metadata: compactMetadata(metadata) } as T;
}

function compactMetadata(metadata: ObjectMeta & { readonly managedFields?: unknown }): ObjectMeta {
  const { managedFields: _, annotations, ...rest } = metadata;
  const kept = Object.entries(annotations ?? {}).filter(([name]) => name !== LAST_APPLIED);
  return {
    ...rest,
    ...(rest.namespace === undefined ? {} : { namespace: shared(rest.namespace) }),
    ...(rest.labels === undefined ? {} : { labels: shared(rest.labels) }),
    ...(kept.length === 0 ? {} : { annotations: Object.fromEntries(kept) }),
  };
}

/** How many values the pool holds before it starts anew, so that it stays small whatever comes along. */
const POOL_SIZE = 4096;

const pool = new Map<string, unknown>();

/** The value itself, with the parts of it that others have too taken from the pool. */
function shared<V>(value: V): V {
  if (typeof value === 'string') {
    return pooled(value, value);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  for (const [key, member] of Object.entries(value)) {
    (value as Record<string, unknown>)[key] = shared(member);
  }
  const leaf = Object.values(value).every((member) => typeof member !== 'object');
  // No text that the API server sends begins with this character.
  return leaf ? pooled(`\0${JSON.stringify(value)}`, value) : value;
}

function pooled<V>(id: string, value: V): V {
  const known = pool.get(id);
  if (known !== undefined) {
    return known as V;
  }
  if (pool.size >= POOL_SIZE) {
    pool.clear();
  }
  pool.set(id, value);
  return value;
}
