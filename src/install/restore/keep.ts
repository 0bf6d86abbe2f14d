import { ANNOTATIONS } from '../../api/group.ts';
import { inParallel } from '../../base/parallel.ts';
import { isFailure, isTooLarge } from '../../kube/error.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { secretData } from '../../objects/secret.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { hasAccount } from '../account/account.ts';
import { allOwned, findOwned } from '../caches.ts';
import { FIELD_MANAGER } from '../owned.ts';
import { KEPT_TYPE, keptName, RECORD_KEY, writeRecord } from '../plan/keptsecret.ts';
import { digested } from '../stored.ts';
import { TEMPLATE_TYPE } from '../template/pin.ts';
import type { Writer } from '../writer.ts';
import { recordOfInstall, recordText } from './record.ts';

/**
 * Keeps the record of an install beside its allocations, and its Secrets without an owner: the garbage collector would
 * delete what a backup brings back with the uid of an install that is gone. Throws KubeError.
 */
export async function keepRecord(writer: Writer, install: MarketInstall): Promise<void> {
  const { namespace, deletionTimestamp } = install.metadata;
  const record = recordOfInstall(install);
  const kept: Secret | undefined = findOwned(writer.caches, install, SECRETS, keptName(install));
  const isKept = kept?.type === KEPT_TYPE && kept.metadata.deletionTimestamp === undefined;
  if (deletionTimestamp !== undefined || record === undefined || !isKept) {
    return;
  }
  if (!hasAccount(writer.caches, namespace)) {
    return;
  }
  const data = secretData({ [RECORD_KEY]: recordText(record) });
  const { data: digests } = digested({ data }) as { readonly data: Readonly<Record<string, string>> };
  try {
    if (kept.data?.[RECORD_KEY] !== digests[RECORD_KEY] || isOwned(kept)) {
      await writeRecord(writer, install, data);
    }
    await freeSecrets(writer, install);
  } catch (error) {
    // The status tells which rights the account lacks; and an install goes on whose record has no room.
    if (!isFailure(error, 'forbidden') && !isFailure(error, 'invalid') && !isTooLarge(error)) {
      throw error;
    }
  }
}

/** Takes the owners off access keys of the REST API, and off templates that an earlier release of Stoa has stored. */
async function freeSecrets({ account, caches, signal }: Writer, install: MarketInstall): Promise<void> {
  const secrets: readonly Secret[] = allOwned(caches, install, SECRETS);
  const owned = secrets.filter(
    (secret) => (secret.type === TEMPLATE_TYPE || isKey(secret)) && isOwned(secret),
  );
  await inParallel(owned, async ({ metadata: { namespace, name, uid } }) => {
    const operations = [
      { op: 'test', path: '/metadata/uid', value: uid },
      { op: 'remove', path: '/metadata/ownerReferences' },
    ] as const;
    const target = { namespace, name };
    await account.patch(SECRETS, target, operations, { fieldManager: FIELD_MANAGER, signal });
  });
}

/** Whether a Secret of an install has an access key: no Secret of a model or chart says for which store it is. */
function isKey({ metadata }: Secret): boolean {
  return metadata.annotations?.[ANNOTATIONS.accessKeyFor] !== undefined;
}

function isOwned({ metadata }: Secret): boolean {
  return (metadata.ownerReferences ?? []).length > 0;
}
