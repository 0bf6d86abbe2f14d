import { FIELD_BOUNDS, jsonSize } from '../base/jsonvalue.ts';
import type { KubeObject, ManagedFields, ObjectMeta, OwnerReference } from '../kube/object.ts';
import { Pool } from './pool.ts';

/** Parts of the metadata that a cache keeps, since a reader of the cache needs them; none of them by default. */
export interface KeptMetadata {
  readonly annotations?: KeptAnnotations | undefined;
  /** Field manager whose applies are read: its managedFields are kept, and those of others that fit into 16 Ki characters. */
  readonly fieldManager?: string | undefined;
}

/** Annotations that a cache keeps, since readers of the cache need them. */
export interface KeptAnnotations {
  /** Names; a value of more than 16 Ki characters counts as missing. */
  readonly names: readonly string[];
  /** Characters of other annotations that are kept in all, in the order of their names; none by default. */
  readonly others?: number;
}

/** Most characters of an annotation that is kept. */
const LONGEST = 16_384;

/** Most characters of all labels of an object that are kept, and of all its owners. */
const LONGEST_LABELS = 16_384;
const LONGEST_OWNERS = 65_536;

/** Most characters of the managedFields of an object that are kept: of the manager that is read, and of all others. */
const LONGEST_OWN_FIELDS = 65_536;
const LONGEST_OTHER_FIELDS = 16_384;

/** Annotations of a cache that does not read any. */
const NO_ANNOTATIONS: KeptAnnotations = { names: [] };

/** Parts that all caches of the process share. */
const pool = new Pool();

/**
 * Compact form of an object for a cache. It lacks all managedFields and annotations but those that are read: they are
 * half of its size, and 256 KiB where a client means harm. The API server bounds neither the number of labels nor an
 * owner: of both, it has as many as fit. It shares equal short strings and small objects, such as conditions, with other
 * objects. The result is immutable; `object` must not be used afterwards.
 */
export function compact<T extends KubeObject>(object: T, kept: KeptMetadata = {}): T {
  const { metadata, ...rest } = object;
  return { ...pool.shared(rest), metadata: compactMetadata(metadata, kept) } as T;
}

function compactMetadata(
  metadata: ObjectMeta & { readonly generateName?: unknown },
  { annotations: read = NO_ANNOTATIONS, fieldManager }: KeptMetadata,
): ObjectMeta {
  const { managedFields = [], generateName: _base, annotations, labels, ownerReferences, ...rest } = metadata;
  const remaining = keptOf(annotations ?? {}, read);
  const fields = fieldManager === undefined ? [] : keptFields(managedFields, fieldManager);
  return {
    ...rest,
    ...(rest.namespace === undefined ? {} : { namespace: pool.shared(rest.namespace) }),
    ...(labels === undefined ? {} : { labels: pool.shared(keptLabels(labels)) }),
    ...(ownerReferences === undefined ? {} : { ownerReferences: keptOwners(ownerReferences) }),
    ...(remaining.length === 0 ? {} : { annotations: Object.fromEntries(remaining) }),
    ...(fields.length === 0 ? {} : { managedFields: pool.shared(fields) }),
  };
}

/** The labels, or those that fit where a client has put more on an object than Stoa reads. */
function keptLabels(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = fitting(
    Object.entries(labels),
    LONGEST_LABELS,
    ([name, value]) => name.length + value.length,
  );
  return Object.fromEntries(entries);
}

function keptOwners(owners: readonly OwnerReference[]): readonly OwnerReference[] {
  const sizeOf = ({ apiVersion, kind, name, uid }: OwnerReference) =>
    apiVersion.length + kind.length + name.length + uid.length;
  return fitting(owners, LONGEST_OWNERS, sizeOf);
}

/** The managedFields of a manager, and those of others that fit, without those of statuses. */
function keptFields(entries: readonly ManagedFields[], fieldManager: string): readonly ManagedFields[] {
  const ofContent = entries
    .filter(({ subresource }) => subresource !== 'status')
    .map(({ manager, operation, subresource, fieldsV1 }) => ({
      ...(manager === undefined ? {} : { manager }),
      ...(operation === undefined ? {} : { operation }),
      ...(subresource === undefined ? {} : { subresource }),
      ...(fieldsV1 === undefined ? {} : { fieldsV1 }),
    }));
  // Any client may write them, as deep as the API server takes an object.
  const sizeOfEntry = (entry: ManagedFields) =>
    jsonSize(entry, FIELD_BOUNDS).type === 'within' ? JSON.stringify(entry).length : Infinity;
  const [own, others] = [true, false].map((isOwn) =>
    ofContent.filter(({ manager }) => (manager === fieldManager) === isOwn),
  );
  return [
    ...fitting(own ?? [], LONGEST_OWN_FIELDS, sizeOfEntry),
    ...fitting(others ?? [], LONGEST_OTHER_FIELDS, sizeOfEntry),
  ];
}

/** The first members, in their order, whose sizes fit into the room. */
function fitting<M>(members: readonly M[], room: number, sizeOf: (member: M) => number): readonly M[] {
  let left = room;
  return members.filter((member) => {
    const size = sizeOf(member);
    const fits = size <= left;
    left -= fits ? size : 0;
    return fits;
  });
}

function keptOf(
  annotations: Readonly<Record<string, string>>,
  { names, others = 0 }: KeptAnnotations,
): readonly (readonly [string, string])[] {
  const entries = Object.entries(annotations).toSorted(([one], [other]) => (one < other ? -1 : 1));
  // One that is read takes no room from the others, unless it is too long for any.
  const sizeOf = ([name, value]: readonly [string, string]) =>
    names.includes(name) ? (value.length <= LONGEST ? 0 : Infinity) : name.length + value.length;
  return fitting(entries, others, sizeOf);
}
