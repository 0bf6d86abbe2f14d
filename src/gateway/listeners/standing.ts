import type { KubeObject, ObjectDraft } from '../../kube/object.ts';
import type { AppliedObjects, Standing } from '../../objects/applies.ts';

/** Standing of an object of the listener controller, which may be absent. */
export type ObjectStanding = Standing | { readonly type: 'absent' };

/** Standing of a stored object beside its draft. Owners beside those of the draft do not matter. */
export function objectStanding(
  applies: AppliedObjects,
  draft: ObjectDraft,
  stored: KubeObject | undefined,
): ObjectStanding {
  if (stored === undefined) {
    return { type: 'absent' };
  }
  const owners = new Set((stored.metadata.ownerReferences ?? []).map(({ uid }) => uid));
  return (draft.metadata.ownerReferences ?? []).every(({ uid }) => owners.has(uid))
    ? applies.standingOf(draft, stored)
    : { type: 'outdated' };
}

/** Whether an object is as its draft says, as far as other clients let it: there is nothing to apply. */
export function stands({ type }: ObjectStanding): boolean {
  return type === 'in-place' || type === 'contested';
}
