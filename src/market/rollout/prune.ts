import type { Pinned } from '../../api/marketinstall.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { cacheOf } from '../caches.ts';
import { TEMPLATE_TYPE } from '../template/pin.ts';
import { deleteObject, inParallel, type Writer } from '../writer.ts';

/** Deletes the templates of an install that are not `kept`: of older versions, or fetched and never used. */
export async function removeOldTemplates(
  writer: Writer,
  { metadata: { uid } }: MarketInstall,
  kept: Pinned,
): Promise<void> {
  const secrets: readonly Secret[] = cacheOf(writer.caches, SECRETS)?.store.by('install', uid) ?? [];
  const old = secrets.filter(
    ({ type, metadata }) => type === TEMPLATE_TYPE && metadata.name !== kept.secretName,
  );
  await inParallel(old, (secret) => deleteObject(writer, SECRETS, secret));
}
