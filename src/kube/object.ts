/** A reference from an object to the one that it belongs to (meta/v1 OwnerReference). */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Which fields of an object a writer has set (meta/v1 ManagedFieldsEntry), as far as it is used. */
export interface ManagedFields {
  /** The writer's field manager. */
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly subresource?: string;
  /** Nested: `f:<member>` for each member that the writer has set, or something in it. */
  readonly fieldsV1?: Readonly<Record<string, unknown>>;
}

/** The metadata that the API server keeps of a stored object. */
export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly ManagedFields[];
}

/** An object as the API server answers it; kinds extend it with their spec and status. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

/** What a client sends: an object whose metadata holds at least a name. */
export interface ObjectDraft {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string } & Partial<ObjectMeta>;
  readonly [field: string]: unknown;
}

/** One page, or all, of a list together with the version that it shows. */
export interface ObjectList<T extends KubeObject> {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly T[];
}

/** Name of an object inside its kind: `namespace/name`, or just the name where the kind has no namespaces. */
export function keyOf(object: {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}): string {
  const { namespace, name } = object.metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The parts of a key that `keyOf` made. */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, Math.max(slash, 0)), name: key.slice(slash + 1) };
}
