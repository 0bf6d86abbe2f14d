/** Reference from an object to its owner (meta/v1 OwnerReference). */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Fields of an object that a manager owns (meta/v1 ManagedFieldsEntry), reduced to the fields in use. */
export interface ManagedFields {
  /** Name of the field manager. */
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly subresource?: string;
  /** Tree of owned fields: `f:<member>` for each member of which the manager owns a part. */
  readonly fieldsV1?: Readonly<Record<string, unknown>>;
}

/** Metadata of a stored object (meta/v1 ObjectMeta). */
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

/** Stored object; kinds extend it with their spec and status. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  /** Parts that were left out when the object was read, since they are too deep or too large, for users (`readable.ts`). */
  readonly unread?: string;
  /** Fields of its spec that somebody has set and the API server does not show, as paths below it (`unseen.ts`). */
  readonly unseen?: readonly (readonly string[])[];
}

/** Stored object of a namespaced resource. */
export interface NamespacedObject extends KubeObject {
  readonly metadata: ObjectMeta & { readonly namespace: string };
}

/** Object to write, whose metadata has at least a name. */
export interface ObjectDraft {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string } & Partial<ObjectMeta>;
  readonly [field: string]: unknown;
}

/** Page of a list, or a whole list, with its resource version. */
export interface ObjectList<T extends KubeObject> {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly T[];
}

/** Key of an object within its kind: `namespace/name`, or the name of a cluster-scoped object. */
export function keyOf(object: {
  readonly metadata: { readonly namespace?: string; readonly name: string };
}): string {
  const { namespace, name } = object.metadata;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Parts of a key that `keyOf` returned; the namespace of a cluster-scoped object is empty. */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/');
  return { namespace: key.slice(0, Math.max(slash, 0)), name: key.slice(slash + 1) };
}
