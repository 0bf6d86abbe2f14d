import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LABELS, MANAGED_BY } from '../../api/group.ts';
import { ACCESS_KEY, type MarketInstallSpec } from '../../api/marketinstall.ts';
import { isFailure, KubeError, unlessGone } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import { SECRETS } from '../../objects/core.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { FIELD_MANAGER, refuseManaged } from '../ownership.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import { accessKeyName } from './name.ts';

/** The install of a request. */
export interface Made {
  readonly install: MarketInstall;
  /** Whether this request has made it; else one before with the same Idempotency-Key has. */
  readonly isNew: boolean;
}

/** Creates the install; with the same Idempotency-Key, finds the one that is there. */
export async function createInstall(
  { client, namespace }: Scope,
  name: string,
  spec: MarketInstallSpec,
): Promise<Made> {
  const draft = { ...MARKET_INSTALL_TYPE, metadata: { name, namespace }, spec };
  try {
    return { install: await client.create(MARKET_INSTALLS, draft, FIELD_MANAGER), isNew: true };
  } catch (error) {
    const ambiguous = isFailure(error, 'ambiguous');
    if (!ambiguous && !isFailure(error, 'already-exists')) {
      throw error;
    }
    const found = await unlessGone(client.get(MARKET_INSTALLS, { namespace, name }));
    if (found === undefined) {
      throw new Problem('ambiguous', `look whether there is a MarketInstall ${keyOf(draft)}`);
    }
    if (!isDeepStrictEqual(found.spec, spec)) {
      throw keyReused(found);
    }
    refuseManaged(found);
    return { install: found, isNew: ambiguous };
  }
}

/** Puts the access key into a Secret that goes with the install, and whose appearance wakes it. */
export async function giveAccessKey(
  { client, namespace }: Scope,
  { install }: Made,
  accessKey: string | undefined,
): Promise<void> {
  if (accessKey === undefined) {
    return;
  }
  const { name, uid } = install.metadata;
  const metadata = { name: accessKeyName(name), namespace };
  const data = { [ACCESS_KEY]: Buffer.from(accessKey).toString('base64') };
  const there = await unlessGone(client.get(SECRETS, metadata));
  // One that an install before had under this name is about to go, and is taken over.
  if (there?.metadata.ownerReferences?.some((owner) => owner.uid === uid)) {
    if (there.data?.[ACCESS_KEY] !== data[ACCESS_KEY]) {
      throw keyReused(install);
    }
    return;
  }
  if (there !== undefined) {
    refuseManaged(there);
  }
  const labels = { ...MANAGED_BY, [LABELS.install]: uid };
  const ownerReferences = [{ ...MARKET_INSTALL_TYPE, name, uid }];
  await client.apply(
    SECRETS,
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...metadata, labels, ownerReferences },
      type: 'Opaque',
      data,
    },
    FIELD_MANAGER,
  );
}

function keyReused(install: MarketInstall): Problem {
  return new Problem('keyReused', `there is a MarketInstall ${keyOf(install)} that says something else`);
}

/** What became of an install that is taken back. */
export type Withdrawal =
  | 'gone'
  /** Its deletion is under way: the operator may be about to hear the store out. */
  | 'going'
  /** The API server has not taken the deletion. */
  | 'left';

/** Pause between two looks at what is being deleted. */
const LOOK_MS = 50;

/** Deletes an install and waits until it is gone, but not after `until`. */
export async function withdrawInstall(
  { client, namespace }: Scope,
  { metadata: { name, uid } }: MarketInstall,
  until: number,
): Promise<Withdrawal> {
  try {
    await unlessGone(client.delete(MARKET_INSTALLS, { namespace, name, uid }));
  } catch (error) {
    if (error instanceof KubeError) {
      // A conflict says that another install has the name by now.
      return error.failure.type === 'conflict' ? 'gone' : 'left';
    }
    throw error;
  }
  for (; performance.now() < until; await sleep(LOOK_MS)) {
    const there = await unlessGone(client.get(MARKET_INSTALLS, { namespace, name }));
    if (there?.metadata.uid !== uid) {
      return 'gone';
    }
  }
  return 'going';
}
