import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LABELS, MANAGED_BY } from '../../../api/group.ts';
import { ACCESS_KEY, type MarketInstallSpec } from '../../../api/marketinstall.ts';
import { ignoreNotFound, isFailure, KubeError } from '../../../kube/error.ts';
import { keyOf } from '../../../kube/object.ts';
import { keyAnnotations } from '../../../objects/accesskey.ts';
import { SECRETS } from '../../../objects/core.ts';
import { secretData } from '../../../objects/secret.ts';
import {
  installId,
  MARKET_INSTALL_TYPE,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../../../objects/stoa.ts';
import { FIELD_MANAGER, refuseManaged } from '../../ownership.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';

/** The install of a request. */
export interface CreatedInstall {
  readonly install: MarketInstall;
  /** Whether this request created it; otherwise an earlier one with the same Idempotency-Key did. */
  readonly isNew: boolean;
}

/** Creates an install; with the same Idempotency-Key, finds the existing one. Throws Problem and KubeError. */
export async function createInstall(
  scope: Scope,
  name: string,
  spec: MarketInstallSpec,
  annotations: Readonly<Record<string, string>> = {},
): Promise<CreatedInstall> {
  for (;;) {
    const made = await createOrFind(scope, name, spec, annotations);
    if (made !== undefined) {
      return made;
    }
    // Each repetition needs another request that has created and withdrawn an install meanwhile.
  }
}

/** Undefined if the install that had the name is gone when it is read. */
async function createOrFind(
  { client, namespace }: Scope,
  name: string,
  spec: MarketInstallSpec,
  annotations: Readonly<Record<string, string>>,
): Promise<CreatedInstall | undefined> {
  const draft = { ...MARKET_INSTALL_TYPE, metadata: { name, namespace, annotations }, spec };
  try {
    return { install: await client.create(MARKET_INSTALLS, draft, FIELD_MANAGER), isNew: true };
  } catch (error) {
    const ambiguous = isFailure(error, 'ambiguous');
    if (!ambiguous && !isFailure(error, 'already-exists')) {
      throw error;
    }
    const found = await ignoreNotFound(client.get(MARKET_INSTALLS, { namespace, name }));
    if (found === undefined && ambiguous) {
      throw new Problem('ambiguous', `look whether there is a MarketInstall ${keyOf(draft)}`);
    }
    if (found === undefined) {
      return undefined;
    }
    if (!isDeepStrictEqual(requestedOf(found.spec, spec), spec)) {
      throw keyReused(found);
    }
    refuseManaged(found);
    return { install: found, isNew: ambiguous };
  }
}

/** The part of a spec that a request says; its team may have added more, such as grants. */
function requestedOf(spec: MarketInstallSpec, request: MarketInstallSpec): Partial<MarketInstallSpec> {
  return Object.fromEntries(Object.entries(spec).filter(([name]) => Object.hasOwn(request, name)));
}

/** Name of the Secret with the access key of an install. */
export function accessKeyName(install: string): string {
  return `${install}-access-key`;
}

/** Stores the access key in a Secret of the install; its creation wakes the install's controller. */
export async function storeAccessKey(
  { client, namespace }: Pick<Scope, 'client' | 'namespace'>,
  { install }: CreatedInstall,
  accessKey: string | undefined,
): Promise<void> {
  if (accessKey === undefined) {
    return;
  }
  const { name, uid } = install.metadata;
  const id = installId(install);
  const metadata = { name: accessKeyName(name), namespace };
  const annotations = keyAnnotations(install.spec.market.url);
  const data = secretData({ [ACCESS_KEY]: accessKey });
  const there = await ignoreNotFound(client.get(SECRETS, metadata));
  // The Secret of an earlier install of this name is about to be deleted, and is taken over.
  if (there?.metadata.labels?.[LABELS.install] === id) {
    if (there.data?.[ACCESS_KEY] !== data[ACCESS_KEY]) {
      throw keyReused(install);
    }
    return;
  }
  if (there !== undefined) {
    refuseManaged(there);
  }
  const labels = { ...MANAGED_BY, [LABELS.install]: id };
  // The operator takes the owner off once it knows the install, which then has a finalizer.
  const ownerReferences = [{ ...MARKET_INSTALL_TYPE, name, uid }];
  await client.apply(
    SECRETS,
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { ...metadata, labels, annotations, ownerReferences },
      type: 'Opaque',
      data,
    },
    FIELD_MANAGER,
  );
}

function keyReused(install: MarketInstall): Problem {
  return new Problem('keyReused', `there is a MarketInstall ${keyOf(install)} that says something else`);
}

/** Outcome of withdrawing an install. */
type Withdrawal =
  | 'gone'
  /** Its deletion is under way: the operator may still wait for the store. */
  | 'going'
  /** The API server has not accepted the deletion. */
  | 'left';

/** Interval between reads of an install that is being deleted, in milliseconds. */
const DELETION_POLL_MS = 50;

/** Deletes an install and waits until it is gone, at most until `until` (`performance.now()`). */
export async function withdrawInstall(
  { client, namespace }: Pick<Scope, 'client' | 'namespace'>,
  { metadata: { name, uid } }: MarketInstall,
  until: number,
): Promise<Withdrawal> {
  try {
    await ignoreNotFound(client.delete(MARKET_INSTALLS, { namespace, name, uid }));
  } catch (error) {
    if (error instanceof KubeError) {
      // After a conflict, another install has the name.
      return error.failure.type === 'conflict' ? 'gone' : 'left';
    }
    throw error;
  }
  for (; performance.now() < until; await sleep(DELETION_POLL_MS)) {
    const there = await ignoreNotFound(client.get(MARKET_INSTALLS, { namespace, name }));
    if (there?.metadata.uid !== uid) {
      return 'gone';
    }
  }
  return 'going';
}
