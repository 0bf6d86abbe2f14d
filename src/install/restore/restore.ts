import type { InventoryItem } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { appliedDigest } from '../../objects/applied.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { secretText } from '../../objects/secret.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { isOperators, isWrittenByStoa } from '../account/operators.ts';
import { allOwned, cacheOf, installsOf, type MarketCaches } from '../caches.ts';
import { isVolume } from '../owned.ts';
import { KEPT_TYPE, keptName, RECORD_KEY } from '../plan/keptsecret.ts';
import { hasFinalizer } from '../remove/finalizer.ts';
import { waiting } from '../status/verdicts.ts';
import { halt, type Step } from '../steps.ts';
import type { Writer } from '../writer.ts';
import { decideIdentity, restoredFields } from './decide.ts';
import { type InstallRecord, recordIn } from './record.ts';

/**
 * Step of an install that comes from a backup: its status says again what it said before, so that it continues with its
 * objects, values and pins. Undefined for every other install. Throws KubeError.
 */
export async function restore(writer: Writer, install: MarketInstall): Promise<Step | undefined> {
  const { caches, identities } = writer;
  const { namespace, uid } = install.metadata;
  const kept = cachedKept(caches, install);
  const isTaken = kept !== undefined && installsOf(caches, kept).some(({ metadata }) => metadata.uid !== uid);
  const observed = { install, kept, isTaken, hasFinalizer: hasFinalizer(install) };
  const decision = decideIdentity(observed, new Date());
  switch (decision.type) {
    case 'own':
      return undefined;
    case 'awaited':
      return halt(
        waiting(
          'Accepted',
          REASONS.restoreAwaited,
          `the install was written with its finalizer, as from a backup: Stoa waits for the Secret ${keptName(install)}, and installs anew without it`,
          decision.leftMs,
        ),
      );
    case 'before': {
      const { id } = decision;
      // Two installs may look for the same one at the same time.
      if (!identities.claim(uid, `${namespace}/${id}`)) {
        return undefined;
      }
      const record = await readRecord(writer, install);
      const found = foundObjects(caches, { ...install, status: { identity: { id, uid } } });
      const draft = waiting(
        'Applied',
        REASONS.progressing,
        'the install is restored, and its objects are found',
      );
      return { type: 'next', draft, fields: restoredFields(install, { id, record, found }) };
    }
  }
}

/** Secret with the allocations of an install of this name, as the cache has it: with digests of its data. */
function cachedKept(caches: MarketCaches, install: MarketInstall): Secret | undefined {
  const key = `${install.metadata.namespace}/${keptName(install)}`;
  const secret: Secret | undefined = cacheOf(caches, SECRETS)?.store.get(key);
  return secret?.type === KEPT_TYPE ? secret : undefined;
}

/** Record of an install. The operator reads it: the account may be gone with its namespace. Throws KubeError. */
async function readRecord(
  { client, signal }: Writer,
  install: MarketInstall,
): Promise<InstallRecord | undefined> {
  const { namespace } = install.metadata;
  const fieldSelector = `metadata.name=${keptName(install)}`;
  const [secret] = await client.list(SECRETS, { namespace, fieldSelector, signal });
  return secret && recordIn(secretText(secret, RECORD_KEY));
}

/** Objects with the identity of an install that Stoa has applied, and its volumes. */
function foundObjects(caches: MarketCaches, install: MarketInstall): readonly InventoryItem[] {
  return caches.made.flatMap(({ resource }) => {
    const { group, version, kind } = resource;
    const isMade = isOperators(resource) ? isWrittenByStoa : () => true;
    return allOwned(caches, install, resource)
      .filter((object) => isMade(object) && (isVolume(resource) || appliedDigest(object) !== undefined))
      .map(({ metadata: { name, uid } }) => ({ group, version, kind, name, uid }));
  });
}
