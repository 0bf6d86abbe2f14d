import { LABELS, MANAGED_BY } from '../api/group.ts';
import type { KubeObject, ObjectDraft, OwnerReference } from '../kube/object.ts';
import { apiVersionOf, type Resource } from '../kube/resource.ts';
import type { HttpRouteFilter } from '../objects/httproute.ts';
import { GATEWAY_RULE_TYPE, type GatewayRule } from '../objects/stoa.ts';
import { type Conditions, furtherKey } from '../rule/conditions.ts';
import { digest } from '../rule/groupname.ts';

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

/**
 * Name of an object that belongs to one branch, or to a part of its policy. It comes from the branch's conditions and
 * not from its place, so that a branch that comes or goes before it leaves it alone.
 */
export function branchName(group: GroupMetadata, branch: Conditions, part?: string): string {
  const { cookies, headers } = branch;
  const further = furtherKey(branch);
  const pairs = [cookies, headers].map((each) => Object.entries(each).toSorted());
  return partName(group, [
    ...pairs,
    ...(further === '' ? [] : [further]),
    ...(part === undefined ? [] : [{ part }]),
  ]);
}

/** Name of an object that belongs to a part of a group, from the key of the part. */
export function partName({ name }: GroupMetadata, key: unknown): string {
  return `${name}-${digest(JSON.stringify(key))}`;
}

/** Reference to a rendered object from its own namespace. */
export function referenceTo({ resource, draft }: Rendered) {
  return { group: resource.group, kind: resource.kind, name: draft.metadata.name };
}

/** Filter of a route that refers to an object of the engine's own. */
export function filterBy(object: Rendered): HttpRouteFilter {
  return { type: 'ExtensionRef', extensionRef: referenceTo(object) };
}
