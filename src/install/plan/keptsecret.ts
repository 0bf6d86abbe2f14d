import { isDeepStrictEqual } from 'node:util';
import { ANNOTATIONS } from '../../api/group.ts';
import { withSuffix } from '../../base/dnslabel.ts';
import { filled, present } from '../../base/fields.ts';
import { ignoreNotFound, KubeError } from '../../kube/error.ts';
import { keyOf, type ObjectDraft } from '../../kube/object.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { secretData, secretText } from '../../objects/secret.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Kept } from '../../source/kept.ts';
import { keptSchema, NOTHING_KEPT } from '../../source/kept.ts';
import { cacheOf, installOf, isLeftBehind, isOf } from '../caches.ts';
import { FIELD_MANAGER, ownerLabels } from '../owned.ts';
import { deleteObject, type Writer } from '../writer.ts';

/** Type of the Secrets that hold allocations. */
export const KEPT_TYPE = 'stoa.dev/kept';

/** Key of the allocations in their Secret, and that of the record of the install (../restore/record.ts). */
const KEY = 'kept.json';
export const RECORD_KEY = 'record.json';

/** Name of the Secret with the allocations of an install. */
export function keptName({ metadata }: MarketInstall): string {
  return withSuffix(metadata.name, 'kept');
}

/**
 * Secret with the allocations of an install. It has no owner: a backup brings it back with the uid of an install that is
 * gone, and the garbage collector would delete the generated values.
 */
export function keptDraft(install: MarketInstall, kept: Kept): ObjectDraft {
  const { namespace } = install.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: keptName(install), ...present({ namespace }), labels: ownerLabels(install) },
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

/** Version of the allocations in the cached Secret; changes with every write of them. */
export function keptVersion({ caches }: Writer, install: MarketInstall): string | undefined {
  const key = `${install.metadata.namespace}/${keptName(install)}`;
  const secret: Secret | undefined = cacheOf(caches, SECRETS)?.store.get(key);
  return secret && `${secret.metadata.uid} ${installOf(secret)} ${secret.data?.[KEY]}`;
}

/** Secret of the name that an install gives to the one with its allocations. */
export type StoredKept =
  | {
      readonly type: 'kept';
      readonly kept: Kept;
      readonly secret: Secret | undefined;
      /** Whether it is not the install's own yet: a deleted one of the name has left it, or a user has made it empty. */
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
  const { namespace } = install.metadata;
  const name = keptName(install);
  const secret = await ignoreNotFound(account.get(SECRETS, { namespace, name }, { signal }));
  if (secret === undefined) {
    return { type: 'kept', kept: NOTHING_KEPT, secret, isLeft: false };
  }
  if (isConsent(secret)) {
    return { type: 'kept', kept: NOTHING_KEPT, secret, isLeft: true };
  }
  const isLeft = secret.type === KEPT_TYPE && isLeftBehind(caches, secret);
  if (isLeft && secret.metadata.annotations?.[ANNOTATIONS.valuesLeft] === undefined) {
    throw new KubeError({ type: 'conflict' }, `the caches do not have the Secret ${name} of a backup yet`);
  }
  if (!isLeft && !isOf(install, secret)) {
    return { type: 'foreign' };
  }
  const kept = keptIn(secret);
  return kept === undefined ? { type: 'modified' } : { type: 'kept', kept, secret, isLeft };
}

/** Whether a Secret is empty and of no install: with it, a user lets the install have new values. */
function isConsent(secret: Secret): boolean {
  return (
    secret.type === KEPT_TYPE && installOf(secret).length === 0 && Object.keys(secret.data ?? {}).length === 0
  );
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
  const { secret, isLeft, kept } = stored;
  if (secret !== undefined && !isLeft && isDeepStrictEqual(next, kept)) {
    return;
  }
  const { [RECORD_KEY]: record } = (isLeft ? undefined : secret?.data) ?? {};
  const draft = keptDraft(install, next);
  await store(writer, secret, {
    ...draft,
    data: { ...(draft.data as object), ...filled({ [RECORD_KEY]: record }) },
  });
}

/** Writes the record of an install beside its allocations. Throws KubeError. */
export async function writeRecord(
  writer: Writer,
  install: MarketInstall,
  record: Readonly<Record<string, string>>,
): Promise<void> {
  const stored = await readKept(writer, install);
  if (stored.type === 'kept' && stored.secret !== undefined && !stored.isLeft) {
    const { secret, kept } = stored;
    const draft = keptDraft(install, kept);
    await store(writer, secret, { ...draft, data: { ...secret.data, ...record } });
  }
}

/**
 * Leaves the generated values of an install that is being deleted to the next one of its name, because volumes of it
 * are left, whose data may need them; without such values, deletes the Secret. Returns the name of the Secret that is
 * left. Throws KubeError.
 */
export async function leaveValues(writer: Writer, install: MarketInstall): Promise<string | undefined> {
  const stored = await readKept(writer, install);
  if (stored.type !== 'kept' || stored.secret === undefined || stored.isLeft) {
    return undefined;
  }
  const { secret } = stored;
  const kept = leftOf(stored.kept);
  if (Object.keys(kept.secrets).length === 0 && kept.chart === undefined) {
    await deleteObject(writer, SECRETS, secret);
    return undefined;
  }
  const { metadata, ...draft } = keptDraft(install, kept);
  const annotations = { [ANNOTATIONS.valuesLeft]: 'true' };
  await store(writer, secret, { ...draft, metadata: { ...metadata, annotations } });
  return metadata.name;
}

/** Allocations for the next install of the name, of which each version is the first; of a chart, values of Secrets. */
function leftOf({ chart, ...kept }: Kept): Kept {
  const hasValues = chart !== undefined && Object.keys(chart.secrets).length > 0;
  return hasValues ? { ...kept, chart: { ...chart, releases: [] } } : kept;
}

/** Writes the Secret, provided that it is still as it was read. Throws KubeError. */
async function store(writer: Writer, secret: Secret | undefined, draft: ObjectDraft): Promise<void> {
  const { account, caches, signal } = writer;
  const { resourceVersion } = secret?.metadata ?? {};
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
