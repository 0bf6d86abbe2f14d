import { isDeepStrictEqual } from 'node:util';
import { LABELS, MANAGED_BY } from '../api/group.ts';
import type { KubeObject, OwnerReference } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { isSubset } from '../kube/subset.ts';
import { GATEWAY_RULE_TYPE, type GatewayRule } from '../objects/stoa.ts';
import type { Rendered } from './dialects/dialect.ts';

/** An object that Stoa made, as stored. */
export interface Stored {
  readonly resource: Resource<KubeObject>;
  readonly object: KubeObject;
}

/** References to rules as the owners of what is made for them: it goes when the last of them has gone. */
export function ownersOf(members: readonly { readonly object: GatewayRule }[]): OwnerReference[] {
  return members.map(({ object: { metadata } }) => ({
    ...GATEWAY_RULE_TYPE,
    name: metadata.name,
    uid: metadata.uid,
  }));
}

/** Metadata of an object that is made for the rules of a route. */
export function metadataOf({
  name,
  namespace,
  route,
  owners,
}: {
  readonly name: string;
  readonly namespace: string;
  readonly route: string;
  readonly owners: readonly OwnerReference[];
}) {
  return { name, namespace, labels: { ...MANAGED_BY, [LABELS.route]: route }, ownerReferences: owners };
}

/** The owners of an object that are rules. */
export function ruleOwners({ metadata }: KubeObject): readonly OwnerReference[] {
  return (metadata.ownerReferences ?? []).filter(({ kind }) => kind === GATEWAY_RULE_TYPE.kind);
}

/** The route that an object was made for, as the label says. */
export function routeOf({ metadata }: KubeObject): string | undefined {
  return metadata.labels?.[LABELS.route];
}

/** Whether a stored object is the one that is wanted, in whatever state. */
export function isSame({ resource, draft }: Rendered, stored: Stored): boolean {
  return (
    resource.kind === stored.resource.kind &&
    resource.group === stored.resource.group &&
    draft.metadata.name === stored.object.metadata.name
  );
}

/**
 * Whether a stored object already says all that is wanted. Fields that the API server filled in do not
 * count; owners count exactly, since a rule that left the object must not keep it.
 */
export function isApplied({ draft }: Rendered, object: KubeObject | undefined): boolean {
  if (object === undefined) {
    return false;
  }
  const { apiVersion: _version, kind: _kind, metadata, ...content } = draft;
  const uids = ({ uid }: OwnerReference) => uid;
  const owners = isDeepStrictEqual(
    new Set(metadata.ownerReferences.map(uids)),
    new Set(ruleOwners(object).map(uids)),
  );
  return owners && isSubset(content, object) && isSubset(metadata.labels, object.metadata.labels);
}
