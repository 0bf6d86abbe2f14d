import type { KubeObject, ObjectMeta } from '../kube/object.ts';

/** Annotations that a cache keeps, since somebody reads them. */
export interface KeptAnnotations {
  /** Names; a value of more than 16 Ki characters counts as missing. */
  readonly names: readonly string[];
  /** Characters of other annotations that are kept in all, in the order of their names; none by default. */
  readonly others?: number;
}

/** Most characters of an annotation that is kept. */
const LONGEST = 16_384;

/** Annotations of a cache that does not read any. */
const NO_ANNOTATIONS: KeptAnnotations = { names: [] };

/**
 * Compact form of an object for a cache. It lacks managedFields, and all annotations but those that are read: they are
 * half of its size, and 256 KiB where somebody means harm. It shares equal strings and small objects, such as
 * conditions, with other objects. The result is immutable; `object` must not be used afterwards.
 */
export function compact<T extends KubeObject>(object: T, kept: KeptAnnotations = NO_ANNOTATIONS): T {
  const { metadata, ...rest } = object;
  return { ...shared(rest), metadata: compactMetadata(metadata, kept) } as T;
}

function compactMetadata(
  metadata: ObjectMeta & { readonly managedFields?: unknown },
  kept: KeptAnnotations,
): ObjectMeta {
  const { managedFields: _, annotations, ...rest } = metadata;
  const remaining = keptOf(annotations ?? {}, kept);
  return {
    ...rest,
    ...(rest.namespace === undefined ? {} : { namespace: shared(rest.namespace) }),
    ...(rest.labels === undefined ? {} : { labels: shared(rest.labels) }),
    ...(remaining.length === 0 ? {} : { annotations: Object.fromEntries(remaining) }),
  };
}

function keptOf(
  annotations: Readonly<Record<string, string>>,
  { names, others = 0 }: KeptAnnotations,
): readonly (readonly [string, string])[] {
  let room = others;
  return Object.entries(annotations)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .filter(([name, value]) => {
      if (names.includes(name)) {
        return value.length <= LONGEST;
      }
      const size = name.length + value.length;
      const fits = size <= room;
      room -= fits ? size : 0;
      return fits;
    });
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
