import type { KubeObject, ObjectMeta } from '../kube/object.ts';

/** Annotation with a copy of the whole object, written by `kubectl apply` without --server-side. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Compact form of an object for a cache. It lacks managedFields and the last applied configuration, which are half of
 * its size, and shares equal strings and small objects, such as conditions, with other objects. The result is
 * immutable; `object` must not be used afterwards.
 */
export function compact<T extends KubeObject>(object: T): T {
  const { metadata, ...rest } = object;
  return { ...shared(rest), metadata: compactMetadata(metadata) } as T;
}

function compactMetadata(metadata: ObjectMeta & { readonly managedFields?: unknown }): ObjectMeta {
  const { managedFields: _, annotations, ...rest } = metadata;
  const remaining = Object.entries(annotations ?? {}).filter(([name]) => name !== LAST_APPLIED);
  return {
    ...rest,
    ...(rest.namespace === undefined ? {} : { namespace: shared(rest.namespace) }),
    ...(rest.labels === undefined ? {} : { labels: shared(rest.labels) }),
    ...(remaining.length === 0 ? {} : { annotations: Object.fromEntries(remaining) }),
  };
}

/** Number of values at which the pool is cleared, which bounds its memory. */
const POOL_SIZE = 4096;

const pool = new Map<string, unknown>();

/** Value whose repeated parts are taken from the pool. */
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
  const existing = pool.get(id);
  if (existing !== undefined) {
    return existing as V;
  }
  if (pool.size >= POOL_SIZE) {
    pool.clear();
  }
  pool.set(id, value);
  return value;
}
