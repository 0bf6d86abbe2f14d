import type { InventoryItem } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import type { KubeObject } from '../../kube/object.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, type MarketCaches } from '../caches.ts';
import { isMeant, placeOfItem } from '../inventory.ts';
import { FINALIZER, made, removeAll, setFinalizer, type Writer } from '../perform.ts';
import { ACCEPTED, waiting } from '../status/verdicts.ts';
import { halt, type Step } from '../step.ts';
import { removalOf } from './removal.ts';

/**
 * The next step of a deletion. It needs nothing but the inventory: no store, no template, no application.
 * Throws KubeError.
 */
export async function uninstall(writer: Writer, current: MarketInstall): Promise<Step> {
  const { finalizers = [] } = current.metadata;
  if (!finalizers.includes(FINALIZER)) {
    return { type: 'gone' };
  }
  const { caches } = writer;
  const { inventory = [], components = [] } = current.status ?? {};
  const items = [...inventory, ...claimsBeside(caches, current, inventory)];
  const keepVolumes = current.spec.volumesOnDelete !== 'delete';
  const { now, left } = removalOf(items, components, keepVolumes, (item) => stands(caches, current, item));
  if (left === 0) {
    await setFinalizer(writer, current, false);
    return { type: 'gone' };
  }
  await removeAll(writer, current, now);
  if (!now.some((item) => stands(caches, current, item))) {
    return { type: 'again' };
  }
  const names = now.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const message = `${left} objects are still there, among them ${names.join(', ')}`;
  return halt(waiting([ACCEPTED], 'Applied', REASONS.removing, message));
}

/** Volumes that a StatefulSet has made from its templates are in no plan; they have the install's labels. */
function claimsBeside(
  caches: MarketCaches,
  { metadata: { uid } }: MarketInstall,
  inventory: readonly InventoryItem[],
): InventoryItem[] {
  const known = new Set(inventory.map(placeOfItem));
  const claims: readonly KubeObject[] = cacheOf(caches, CLAIMS)?.store.by('install', uid) ?? [];
  const { group, version, kind } = CLAIMS;
  return claims
    .map(({ metadata }) => ({ group, version, kind, name: metadata.name, uid: metadata.uid }))
    .filter((item) => !known.has(placeOfItem(item)));
}

function stands(caches: MarketCaches, current: MarketInstall, item: InventoryItem): boolean {
  const object = made(caches, current, item, item.name);
  return object !== undefined && isMeant(item, object);
}
