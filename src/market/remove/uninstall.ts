import type { InventoryItem } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import type { KubeObject } from '../../kube/object.ts';
import { CLAIMS, SECRETS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, type MarketCaches } from '../caches.ts';
import { isVolume } from '../owned.ts';
import { isMeant, itemKeyOf } from '../rollout/inventory.ts';
import { removalEventRecord } from '../status/eventrecord.ts';
import { ACCEPTED, waiting } from '../status/verdicts.ts';
import { halt, type Step } from '../steps.ts';
import { deleteAll, FINALIZER, findOwned, setFinalizer, type Writer } from '../writer.ts';
import { nextRemovals } from './order.ts';

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
  const items = [...inventory, ...beside(caches, current, inventory)];
  const keepVolumes = current.spec.volumesOnDelete !== 'delete';
  const exists = (item: InventoryItem) => stands(caches, current, item);
  const { now, left } = nextRemovals(items, components, keepVolumes, exists);
  if (left === 0) {
    await setFinalizer(writer, current, false);
    const volumes = items.filter((item) => isVolume(item) && exists(item));
    writer.recorder.record(current, removalEventRecord(volumes.map(({ name }) => name)));
    return { type: 'gone' };
  }
  await deleteAll(writer, current, now);
  if (!now.some((item) => stands(caches, current, item))) {
    return { type: 'again' };
  }
  const names = now.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const message = `${left} objects are still there, among them ${names.join(', ')}`;
  return halt(waiting([ACCEPTED], 'Applied', REASONS.removing, message));
}

/**
 * What has the install's label and is in no plan: volumes that a StatefulSet has made from its templates, and
 * the Secrets with the template and what was decided once. The owner reference alone would leave these to the
 * next install of the same name for a while.
 */
function beside(
  caches: MarketCaches,
  { metadata: { uid } }: MarketInstall,
  inventory: readonly InventoryItem[],
): InventoryItem[] {
  const known = new Set(inventory.map(itemKeyOf));
  return [CLAIMS, SECRETS]
    .flatMap((resource) => {
      const objects: readonly KubeObject[] = cacheOf(caches, resource)?.store.by('install', uid) ?? [];
      const { group, version, kind } = resource;
      return objects.map(({ metadata }) => ({
        group,
        version,
        kind,
        name: metadata.name,
        uid: metadata.uid,
      }));
    })
    .filter((item) => !known.has(itemKeyOf(item)));
}

function stands(caches: MarketCaches, current: MarketInstall, item: InventoryItem): boolean {
  const object = findOwned(caches, current, item, item.name);
  return object !== undefined && isMeant(item, object);
}
