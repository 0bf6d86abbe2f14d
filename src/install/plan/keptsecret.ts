import { isDeepStrictEqual } from 'node:util';
import { withSuffix } from '../../base/dnslabel.ts';
import { present } from '../../base/fields.ts';
import { ignoreNotFound } from '../../kube/error.ts';
import { keyOf, type ObjectDraft } from '../../kube/object.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { secretData, secretText } from '../../objects/secret.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Kept } from '../../source/kept.ts';
import { keptSchema, NOTHING_KEPT } from '../../source/kept.ts';
import { cacheOf, installOf, isLeftBehind } from '../caches.ts';
import { FIELD_MANAGER, ownerLabels, ownerOf } from '../owned.ts';
import { deleteObject, type Writer } from '../writer.ts';

/** Type of the Secrets that hold allocations. */
export const KEPT_TYPE = 'stoa.dev/kept';

/** Key of the allocations in their Secret. */
const KEY = 'kept.json';

/** Name of the Secret with the allocations of an install. */
export function keptName({ metadata }: MarketInstall): string {
  return withSuffix(metadata.name, 'kept');
}

/** Secret with the allocations of an install. */
export function keptDraft(install: MarketInstall, kept: Kept): ObjectDraft {
  const { namespace } = install.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: keptName(install),
      ...present({ namespace }),
      labels: ownerLabels(install),
      ownerReferences: [ownerOf(install)],
    },
    type: KEPT_TYPE,
    data: secretData({ [KEY]: JSON.stringify(kept) }),
  };
}

/** Allocations in a Secret; undefined where another client has changed it to something else. */
export function keptIn(secret: Secret): Kept | undefined {
  try {
    return keptSchema.parse(JSON.parse(secretText(secret, KEY) ?? ''));
  } catch {
    return undefined;
  }
}

/** Resource version of the cached Secret; changes with every write of the allocations. */
export function keptVersion({ caches }: Writer, install: MarketInstall): string | undefined {
  const key = `${install.metadata.namespace}/${keptName(install)}`;
  return cacheOf(caches, SECRETS)?.store.get(key)?.metadata.resourceVersion;
}

/** Secret of the name that an install gives to the one with its allocations. */
export type StoredKept =
  | {
      readonly type: 'kept';
      readonly kept: Kept;
      readonly secret: Secret | undefined;
      /** Whether a deleted install of the same name has left it. */
      readonly isLeft: boolean;
    }
  /** The allocations have been changed to something else. */
  | { readonly type: 'modified' }
  /** The Secret is not part of the install, whatever its label says. */
  | { readonly type: 'foreign' };

/** Stored allocations of an install, from the API server since a cache may lag. Throws KubeError. */
export async function readKept(
  { account, caches, signal }: Writer,
  install: MarketInstall,
): Promise<StoredKept> {
  const { namespace, uid } = install.metadata;
  const name = keptName(install);
  const secret = await ignoreNotFound(account.get(SECRETS, { namespace, name }, { signal }));
  const isLeft = secret?.type === KEPT_TYPE && isLeftBehind(caches, secret);
  if (secret === undefined || isLeft) {
    return { type: 'kept', kept: NOTHING_KEPT, secret, isLeft };
  }
  if (!installOf(secret).includes(uid)) {
    return { type: 'foreign' };
  }
  const kept = keptIn(secret);
  return kept === undefined ? { type: 'modified' } : { type: 'kept', kept, secret, isLeft };
}

/**
 * Writes the allocations of an install, provided that the stored ones are still those that were read: a write that was
 * given up and arrives late must not change allocations that are in use. Throws KubeError.
 */
export async function writeKept(
  writer: Writer,
  install: MarketInstall,
  stored: Extract<StoredKept, { type: 'kept' }>,
  next: Kept,
): Promise<void> {
  const { secret, isLeft } = stored;
  if (secret !== undefined && isLeft) {
    await deleteObject(writer, SECRETS, secret);
  }
  if (isDeepStrictEqual(next, stored.kept)) {
    return;
  }
  const { account, caches, signal } = writer;
  const draft = keptDraft(install, next);
  const { resourceVersion } = (isLeft ? undefined : secret?.metadata) ?? {};
  const options = { signal };
  const secrets = cacheOf(caches, SECRETS);
  const write = () =>
    resourceVersion === undefined
      ? account.create(SECRETS, draft, FIELD_MANAGER, options)
      : account.replace(
          SECRETS,
          { ...draft, metadata: { ...draft.metadata, resourceVersion } },
          FIELD_MANAGER,
          options,
        );
  const written = await (secrets?.writing(keyOf(draft), write) ?? write());
  secrets?.wrote(written);
}
