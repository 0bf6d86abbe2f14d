import { isDeepStrictEqual } from 'node:util';
import { LABELS } from '../api/group.ts';
import type { Rendered } from '../engines/object.ts';
import type { KubeObject, OwnerReference } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { AppliedObjects, Contest } from '../objects/applies.ts';
import { type GatewayRule, ruleOwners } from '../objects/stoa.ts';
import { type GroupName, parseGroupName } from '../rule/groupname.ts';

/** Owner of the fields that the gateway controllers apply, in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-gateway';

/** A stored object that Stoa made, and its resource. */
export interface Stored {
  readonly resource: Resource<KubeObject>;
  readonly object: KubeObject;
  /**
   * Rule that it was made for and that cannot be read now: the object stays exactly as it is. Without what that rule asks
   * for, it would serve more than meant.
   */
  readonly heldBy?: GatewayRule;
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
 * Whether a stored object is in place as it is wanted, or is left to another client that changes it again and again.
 * Owners count exactly, since a rule that left the object must not keep it.
 */
export function isApplied(
  { draft }: Rendered,
  object: KubeObject | undefined,
  applies: AppliedObjects,
): boolean {
  if (object === undefined) {
    return false;
  }
  const uids = ({ uid }: OwnerReference) => uid;
  const owners = isDeepStrictEqual(
    new Set(draft.metadata.ownerReferences.map(uids)),
    new Set(ruleOwners(object).map(uids)),
  );
  return owners && !['outdated', 'drifted'].includes(applies.standingOf(draft, object).type);
}

/** Whether a stored object is applied, and the answer of the API server known: there is nothing to write. */
export function isSettled(
  wanted: Rendered,
  object: KubeObject | undefined,
  applies: AppliedObjects,
): boolean {
  return (
    object !== undefined &&
    isApplied(wanted, object, applies) &&
    applies.standingOf(wanted.draft, object).type !== 'unconfirmed'
  );
}

/** Fields of stored objects that another client changes whenever they are corrected. */
export function contestsOf(
  wanted: readonly Rendered[],
  stored: readonly Stored[],
  applies: AppliedObjects,
): readonly (Contest & { readonly object: string })[] {
  return wanted.flatMap((each) => {
    const object = stored.find((one) => isSame(each, one))?.object;
    const standing = object && applies.standingOf(each.draft, object);
    return standing?.type === 'contested'
      ? [{ ...standing, object: `${each.resource.kind} ${each.draft.metadata.name}` }]
      : [];
  });
}
