import type { InventoryItem } from '../../api/marketinstall.ts';
import { inParallel } from '../../base/parallel.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { allOwned } from '../caches.ts';
import { TEMPLATE_TYPE } from '../template/pin.ts';
import { deleteItems, deleteObject, type Writer } from '../writer.ts';

/**
 * Pruning, once a version is in place: deletes the objects that it no longer has, and all templates but those `kept`
 * (../upgrade/history.ts).
 * `inventoryOf` (../inventory.ts) decides what is surplus, never a volume; `decideRollout` (decide.ts) decides when.
 * Throws KubeError.
 */
export async function prune(
  writer: Writer,
  install: MarketInstall,
  surplus: readonly InventoryItem[],
  templates: ReadonlySet<string>,
): Promise<void> {
  await deleteItems(writer, install, surplus);
  await pruneTemplates(writer, install, templates);
}

/** Deletes the templates of older versions, and those that were fetched and never used. */
async function pruneTemplates(
  writer: Writer,
  install: MarketInstall,
  kept: ReadonlySet<string>,
): Promise<void> {
  const secrets: readonly Secret[] = allOwned(writer.caches, install, SECRETS);
  const old = secrets.filter(({ type, metadata }) => type === TEMPLATE_TYPE && !kept.has(metadata.name));
  await inParallel(old, (secret) => deleteObject(writer, SECRETS, secret));
}
