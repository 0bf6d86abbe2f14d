import { LABELS, MANAGED_BY } from '../api/group.ts';
import type { KubeObject, ObjectDraft, OwnerReference } from '../kube/object.ts';
import { apiVersionOf, type Resource } from '../kube/resource.ts';
import { GATEWAY_RULE_TYPE, type GatewayRule } from '../objects/stoa.ts';

/** An object of a rule group as Stoa applies it, and its resource. */
export interface Rendered {
  readonly resource: Resource<KubeObject>;
  readonly draft: ObjectDraft & {
    readonly metadata: ObjectDraft['metadata'] & { readonly ownerReferences: readonly OwnerReference[] };
  };
}

/** Metadata of the objects of a rule group. */
export interface GroupMetadata {
  readonly namespace: string;
  /** Name of an object that has none of its own. */
  readonly name: string;
  /** Name of the group: value of the label `stoa.dev/route`. */
  readonly route: string;
  readonly owners: readonly OwnerReference[];
}

/** An object of a rule group. */
export function objectOf(
  group: GroupMetadata,
  resource: Resource<KubeObject>,
  spec: unknown,
  name = group.name,
): Rendered {
  const { namespace, route, owners } = group;
  const labels = { ...MANAGED_BY, [LABELS.route]: route };
  const metadata = { name, namespace, labels, ownerReferences: owners };
  return { resource, draft: { ...draftOf(resource, metadata, spec), metadata } };
}

/** A draft of an object of a resource. */
export function draftOf(resource: Resource, metadata: ObjectDraft['metadata'], spec: unknown): ObjectDraft {
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata, spec };
}

/** References to rules as the owners of an object, which goes when the last of them has gone. */
export function ownersOf(members: readonly { readonly object: GatewayRule }[]): OwnerReference[] {
  return members.map(({ object: { metadata } }) => ({
    ...GATEWAY_RULE_TYPE,
    name: metadata.name,
    uid: metadata.uid,
  }));
}
