import { ignoreNotFound } from '../../kube/error.ts';
import { keyOf, type ObjectDraft } from '../../kube/object.ts';
import type { Kept } from '../../model/build/expansion.ts';
import { keptSchema, NOTHING_KEPT } from '../../model/build/kept.ts';
import { withSuffix } from '../../model/build/name.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { cacheOf } from '../caches.ts';
import { isLeftBehind } from '../lookup.ts';
import { FIELD_MANAGER, labelsOf, ownerOf } from '../owned.ts';
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
      ...(namespace === undefined ? {} : { namespace }),
      labels: labelsOf(install),
      ownerReferences: [ownerOf(install)],
    },
    type: KEPT_TYPE,
    data: { [KEY]: Buffer.from(JSON.stringify(kept)).toString('base64') },
  };
}

/** Allocations in a Secret; undefined where somebody has changed it to something else. */
export function keptIn({ data = {} }: Secret): Kept | undefined {
  try {
    return keptSchema.parse(JSON.parse(Buffer.from(data[KEY] ?? '', 'base64').toString()));
  } catch {
    return undefined;
  }
}

/** Resource version of the cached Secret; changes with every write of the allocations. */
export function keptVersion({ caches }: Writer, install: MarketInstall): string | undefined {
  const key = `${install.metadata.namespace}/${keptName(install)}`;
  return cacheOf(caches, SECRETS)?.store.get(key)?.metadata.resourceVersion;
}

/**
 * Stored Secret with the allocations, from the API server since a cache may lag. One that a deleted install of the
 * same name has left is deleted; no other one, whatever its label says. Throws KubeError.
 */
export async function readKeptSecret(writer: Writer, install: MarketInstall): Promise<Secret | undefined> {
  const secret = await findKeptSecret(writer, install);
  if (secret !== undefined && secret.type === KEPT_TYPE && isLeftBehind(writer.caches, secret)) {
    await deleteObject(writer, SECRETS, secret);
    return undefined;
  }
  return secret;
}

/** Stored allocations of an install, without any write; undefined where somebody has changed them. Throws KubeError. */
export async function peekKept(writer: Writer, install: MarketInstall): Promise<Kept | undefined> {
  const secret = await findKeptSecret(writer, install);
  return secret === undefined || isLeftBehind(writer.caches, secret) ? NOTHING_KEPT : keptIn(secret);
}

async function findKeptSecret(
  { account, signal }: Writer,
  install: MarketInstall,
): Promise<Secret | undefined> {
  const { namespace } = install.metadata;
  return await ignoreNotFound(account.get(SECRETS, { namespace, name: keptName(install) }, { signal }));
}

/**
 * Writes the Secret with the allocations, provided that it is still the `stored` one: a write that was given up and
 * arrives late must not change allocations that are in use. Throws KubeError.
 */
export async function writeKeptSecret(
  { account, caches, signal }: Writer,
  draft: ObjectDraft,
  stored: Secret | undefined,
): Promise<void> {
  const { resourceVersion } = stored?.metadata ?? {};
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
