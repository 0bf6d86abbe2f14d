import { isDeepStrictEqual } from 'node:util';
import { LABELS } from '../api/group.ts';
import type { KubeObject, OwnerReference } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { isSubset } from '../kube/subset.ts';
import { isFromDraft } from '../objects/applied.ts';
import { GATEWAY_RULE_TYPE } from '../objects/stoa.ts';
import { type GroupName, parseGroupName } from '../rule/groupname.ts';
import type { Rendered } from './object.ts';

/** A stored object that Stoa made, and its resource. */
export interface Stored {
  readonly resource: Resource<KubeObject>;
  readonly object: KubeObject;
}

/** The owners of an object that are rules. */
export function ruleOwners({ metadata }: KubeObject): readonly OwnerReference[] {
  return (metadata.ownerReferences ?? []).filter(({ kind }) => kind === GATEWAY_RULE_TYPE.kind);
}

/** The rule group of a stored object, by its label. */
export function groupOf({ metadata }: KubeObject): GroupName {
  return parseGroupName(metadata.labels?.[LABELS.route] ?? metadata.name);
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
 * Whether a stored object has all that is wanted, and nothing of an earlier draft. Fields that the API server filled
 * in do not count; owners count exactly, since a rule that left the object must not keep it.
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
  return (
    owners &&
    isFromDraft(draft, object) &&
    isSubset(content, object) &&
    isSubset(metadata.labels, object.metadata.labels)
  );
}
