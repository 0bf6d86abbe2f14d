import { present } from '../../base/fields.ts';
import { inParallel } from '../../base/parallel.ts';
import { reread } from '../../controller/status.ts';
import type { CallOptions, KubeClient, PatchOperation } from '../../kube/client.ts';
import { discover } from '../../kube/discovery.ts';
import { isFailure, isTooLarge } from '../../kube/error.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { Permission } from '../../kube/permissions.ts';
import {
  FINALIZER_MANAGER,
  MARKET_INSTALL_TYPE,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../../objects/stoa.ts';
import { reportingOf } from '../status/report.ts';
import type { Writer } from '../writer.ts';

/** Finalizer that keeps an install until all its objects are gone. */
export const FINALIZER = 'stoa.dev/uninstall';

/** Attempts to take a finalizer off an object that others change at the same time. */
const ATTEMPTS = 5;

/** Whether an object has the finalizer. */
export function hasFinalizer({ metadata }: KubeObject): boolean {
  return metadata.finalizers?.includes(FINALIZER) ?? false;
}

/** Puts the finalizer on an install. Throws KubeError unless the install is gone. */
export async function addFinalizer(writer: Writer, install: MarketInstall): Promise<void> {
  const { client, caches, signal } = writer;
  const { namespace, name, uid } = install.metadata;
  const metadata = { name, namespace, uid, finalizers: [FINALIZER] };
  try {
    const draft = { ...MARKET_INSTALL_TYPE, metadata };
    caches.installs.wrote(await client.apply(MARKET_INSTALLS, draft, FINALIZER_MANAGER, { signal }));
  } catch (error) {
    // The uid conflicts where another install has the name by now.
    const outdated = isFailure(error, 'not-found') || isFailure(error, 'conflict');
    if (!outdated || (await reread(reportingOf(writer), install)) !== undefined) {
      throw error;
    }
  }
}

/** Takes the finalizer off an install, whoever has written it. Throws KubeError unless the install is gone. */
export async function removeFinalizer(writer: Writer, install: MarketInstall): Promise<void> {
  const { client, caches, signal } = writer;
  const left = await withoutFinalizer(client, install, { signal });
  if (left !== undefined) {
    caches.installs.wrote(left);
  }
}

/**
 * Takes the finalizer off an install, and returns what the API server answers; undefined where the install is gone, or
 * had no finalizer. It is removed from its place in the list: an apply removes only what the same client has applied,
 * and a restored install has it from another one. Throws KubeError.
 */
async function withoutFinalizer(
  client: KubeClient,
  install: KubeObject,
  options: CallOptions,
): Promise<MarketInstall | undefined> {
  let known: KubeObject | undefined = install;
  let isCut = false;
  for (let attempt = 1; known !== undefined && hasFinalizer(known); attempt += 1) {
    const result = await attemptRemoval(client, known, isCut, options);
    if (result.type === 'removed') {
      return result.install;
    }
    if (attempt === ATTEMPTS) {
      throw result.cause;
    }
    isCut = result.type === 'too-large';
    known = await storedInstall(client, install, options);
  }
  return undefined;
}

/** Result of an attempt to take the finalizer off an install. */
type Removal =
  | { readonly type: 'removed'; readonly install: MarketInstall }
  /** The install has changed, or may be gone. */
  | { readonly type: 'outdated'; readonly cause: unknown }
  | { readonly type: 'too-large'; readonly cause: unknown };

async function attemptRemoval(
  client: KubeClient,
  { metadata }: KubeObject,
  isCut: boolean,
  options: CallOptions,
): Promise<Removal> {
  const { namespace, name, uid, finalizers = [] } = metadata;
  const target = { name, ...present({ namespace }) };
  const operations = removalOf(uid, finalizers.indexOf(FINALIZER), isCut);
  try {
    const written = client.patch(MARKET_INSTALLS, target, operations, {
      ...options,
      fieldManager: FINALIZER_MANAGER,
    });
    return { type: 'removed', install: await written };
  } catch (error) {
    if (isTooLarge(error)) {
      return { type: 'too-large', cause: error };
    }
    if (OUTDATED.some((type) => isFailure(error, type))) {
      return { type: 'outdated', cause: error };
    }
    throw error;
  }
}

/** Failures of a patch of an object that has changed since it was read, or is gone. */
const OUTDATED = ['not-found', 'invalid', 'conflict'] as const;

/**
 * Operations that remove a finalizer at a place of the list. Of an object that is as large as it may be, they also remove
 * what the API server knows of the writers of its fields, which has no use on an object that goes.
 */
function removalOf(uid: string, place: number, isCut: boolean): readonly PatchOperation[] {
  const path = `/metadata/finalizers/${place}`;
  return [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'test', path, value: FINALIZER },
    { op: 'remove', path },
    ...(isCut ? [{ op: 'replace', path: '/metadata/managedFields', value: [{}] } as const] : []),
  ];
}

/** Metadata of an install as the API server has it now; undefined where it is gone, or another one has the name. */
async function storedInstall(
  client: KubeClient,
  { metadata: { namespace, name, uid } }: KubeObject,
  options: CallOptions,
): Promise<KubeObject | undefined> {
  const fieldSelector = `metadata.name=${name}`;
  const [found] = await client.listMetadata(MARKET_INSTALLS, { ...options, namespace, fieldSelector });
  return found?.metadata.uid === uid ? found : undefined;
}

/** Permissions of `releaseInstalls`, in all namespaces or in each of those that are given. */
export const RELEASE_PERMISSIONS: readonly Permission[] = [
  { group: 'stoa.dev', resource: 'marketinstalls', verbs: ['list', 'patch'] },
];

/**
 * Takes the finalizer off all installs of the namespaces, or of the whole cluster where none are given; `released` is
 * called for each that has lost it. Their objects stay; the garbage collector deletes those that the install owns with
 * it. Throws the first KubeError, after an attempt at each.
 */
export async function releaseInstalls(
  client: KubeClient,
  namespaces: readonly string[],
  released: (install: KubeObject) => void,
): Promise<void> {
  const discovery = await discover(client);
  // Where the CRD is not installed there are none, and the API server refuses to list them.
  const places = !discovery.serves(MARKET_INSTALLS) ? [] : namespaces.length > 0 ? namespaces : [undefined];
  const lists = await Promise.all(
    places.map((namespace) => client.listMetadata(MARKET_INSTALLS, { namespace })),
  );
  await inParallel(lists.flat().filter(hasFinalizer), async (install) => {
    const left = await withoutFinalizer(client, install, {});
    if (left === undefined || !hasFinalizer(left)) {
      released(install);
    }
  });
}
