import { LABELS, MANAGED_BY } from '../api/group.ts';
import type { ObjectDraft, OwnerReference } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { CLAIMS } from '../objects/core.ts';
import type { PlannedObject } from '../objects/planned.ts';
import { installId, MARKET_INSTALL_TYPE, type MarketInstall } from '../objects/stoa.ts';

/** Field manager of the controller, as in `metadata.managedFields`. */
export const FIELD_MANAGER = 'stoa-market';

/** Labels of every object of an install. */
export function ownerLabels(install: MarketInstall) {
  return { ...MANAGED_BY, [LABELS.install]: installId(install) };
}

/** Owner reference to an install. */
function ownerOf({ metadata: { name, uid } }: MarketInstall): OwnerReference {
  return { ...MARKET_INSTALL_TYPE, name, uid };
}

/** Whether an object holds data that outlives its install, unless the install says otherwise. */
export function isVolume({ kind }: { readonly kind: string }): boolean {
  return kind === CLAIMS.kind;
}

/**
 * Draft of a planned object with its install as the owner: the garbage collector removes it even where a user
 * has taken the finalizer off. Volumes have no owner, and stay.
 */
export function ownedDraft({ resource, draft }: PlannedObject, install: MarketInstall): ObjectDraft {
  const owner = isVolume(resource) ? {} : { ownerReferences: [ownerOf(install)] };
  return { ...draft, metadata: { ...draft.metadata, ...owner } };
}

/** `<group>/<kind>/<name>`: the identity of an object within a namespace. */
export function objectKeyOf(resource: Pick<Resource, 'group' | 'kind'>, name: string): string {
  return `${resource.group}/${resource.kind}/${name}`;
}

/** `<group>/<kind>/<name>` of a planned object. */
export function plannedKeyOf({ resource, draft }: PlannedObject): string {
  return objectKeyOf(resource, draft.metadata.name);
}
