import type { InventoryItem } from '../api/marketinstall.ts';
import type { Run } from '../base/gradual.ts';
import { inParallel } from '../base/parallel.ts';
import type { KubeClient } from '../kube/client.ts';
import { ignoreNotFound, isFailure, KubeError } from '../kube/error.ts';
import { type KubeObject, keyOf, type ObjectDraft } from '../kube/object.ts';
import type { Recorder } from '../kube/recorder.ts';
import type { Resource } from '../kube/resource.ts';
import type { AppliedObjects } from '../objects/applies.ts';
import type { PlannedObject } from '../objects/planned.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { STATEFUL_SETS } from '../objects/workload.ts';
import { isOperators } from './account/operators.ts';
import { isRejection } from './account/permitted.ts';
import { cacheOf, finderOf, findOwned, type MarketCaches } from './caches.ts';
import { appliedForm, comparedForm, isReplacedAfter, recreatedForm, requiredWrite } from './diff.ts';
import { isMeant, type JobRuns } from './inventory.ts';
import { nameHolder, nameOwner } from './nameowner.ts';
import { FIELD_MANAGER, ownedDraft } from './owned.ts';
import type { StandingSets } from './plan/standing.ts';
import { withWayOut } from './rejection.ts';

/** Clients, caches and recorder of one reconcile. Every write goes to the caches too: the next decision sees it. */
export interface Writer {
  /** Client with the operator's own rights, for installs themselves and for reads. */
  readonly client: KubeClient;
  /** Client that acts as the account of the namespace, for everything that an install makes. */
  readonly account: KubeClient;
  readonly caches: MarketCaches;
  /** Memory of what the controller has applied. */
  readonly applies: AppliedObjects;
  /** Memory of the Jobs that it has created. */
  readonly jobs: JobRuns;
  /** Identities that restored installs have found, so that no two have the same. */
  readonly identities: { claim(uid: string, identity: string): boolean };
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  /** Function that charges the CPU time of decisions to the namespace. */
  readonly charge: Run;
  /** Makes the install due again. */
  readonly again: () => void;
}

/** Client that writes the objects of a kind: as the account, but for those that no account of a team may write. */
export function clientFor(
  { client, account }: Writer,
  resource: Pick<Resource, 'group' | 'kind'>,
): KubeClient {
  return isOperators(resource) ? client : account;
}

/** Server-side apply of a draft. Throws KubeError. */
export async function applyDraft(
  writer: Writer,
  resource: Resource,
  draft: ObjectDraft,
): Promise<KubeObject> {
  const { account, signal } = writer;
  return await cached(writer, resource, draft, () =>
    account.apply(resource, draft, FIELD_MANAGER, { signal }),
  );
}

/** Creation of a draft, as the account. Throws KubeError: `already-exists` where its name is taken. */
export async function createDraft(
  writer: Writer,
  resource: Resource,
  draft: ObjectDraft,
): Promise<KubeObject> {
  const { account, signal } = writer;
  return await cached(writer, resource, draft, () =>
    account.create(resource, draft, FIELD_MANAGER, { signal }),
  );
}

/** Write of a draft whose result goes to the cache. */
async function cached(
  { caches }: Writer,
  resource: Resource,
  draft: ObjectDraft,
  apply: () => Promise<KubeObject>,
): Promise<KubeObject> {
  const cache = cacheOf(caches, resource);
  const stored = await (cache?.writing(keyOf(draft), apply) ?? apply());
  cache?.wrote(stored);
  return stored;
}

/**
 * Server-side apply of planned objects; one whose change the API server rejects because a field cannot change is
 * deleted and created again, where nothing is lost. `sets` are the StatefulSets that the plan follows from. Throws the
 * first KubeError: `conflict` where one of these is gone, or where an object to create again is still being deleted.
 */
export async function applyAll(
  writer: Writer,
  install: MarketInstall,
  planned: readonly PlannedObject[],
  sets: StandingSets | undefined,
): Promise<void> {
  const find = finderOf(writer.caches, install);
  await inParallel(planned, async (each) => {
    const stored = find(each);
    note(writer, install, {
      planned: each,
      stored,
      written: await applyOne(writer, { install, sets }, each, stored),
    });
  });
}

/** Server-side apply of stored workloads with the number of replicas of their drafts, whoever holds it. Throws KubeError. */
export async function applyReplicas(
  writer: Writer,
  install: MarketInstall,
  planned: readonly PlannedObject[],
): Promise<void> {
  const find = finderOf(writer.caches, install);
  await inParallel(planned, async (each) => {
    const stored = find(each);
    if (stored !== undefined) {
      const { resource } = each;
      const own = ownedDraft({ resource, draft: appliedForm(each, undefined) }, install);
      const draft = { ...own, metadata: { ...own.metadata, uid: stored.metadata.uid } };
      note(writer, install, { planned: each, stored, written: await applyDraft(writer, resource, draft) });
    }
  });
}

/** Write of a planned object, and what it replaced. */
interface Written {
  readonly planned: PlannedObject;
  readonly stored: KubeObject | undefined;
  readonly written: KubeObject;
}

function note(writer: Writer, install: MarketInstall, { planned, stored, written }: Written): void {
  const answer = cacheOf(writer.caches, planned.resource)?.storedForm(written) ?? written;
  writer.applies.noteAnswer(planned.draft, answer, stored, () => comparedForm(planned, answer));
  writer.jobs.note(install, planned, written);
}

/** Install, and the StatefulSets that its plan follows from. */
interface PlannedInstall {
  readonly install: MarketInstall;
  readonly sets: StandingSets | undefined;
}

async function applyOne(
  writer: Writer,
  { install, sets }: PlannedInstall,
  planned: PlannedObject,
  stored: KubeObject | undefined,
): Promise<KubeObject> {
  if (stored !== undefined && requiredWrite(planned, stored, writer.applies) === 'recreate') {
    return await createAgain(writer, install, planned, stored);
  }
  const { resource } = planned;
  const draft = ownedDraft({ resource, draft: appliedForm(planned, stored) }, install);
  try {
    return await (isOperators(resource)
      ? cached(writer, resource, draft, () => writeExclusively(writer, install, { resource, draft }, stored))
      : applyDraft(writer, resource, asSeen(resource, draft, sets)));
  } catch (error) {
    if (
      stored !== undefined &&
      !isOperators(resource) &&
      isReplacedAfter(error, planned, stored, writer.applies)
    ) {
      return await createAgain(writer, install, planned, stored);
    }
    throw isRejection(error) ? withWayOut(error, planned, stored) : error;
  }
}

/** Deletes an object, and creates it as planned. */
async function createAgain(
  writer: Writer,
  install: MarketInstall,
  planned: PlannedObject,
  stored: KubeObject,
): Promise<KubeObject> {
  const { resource } = planned;
  await deleteObject(writer, resource, stored);
  const draft = ownedDraft({ resource, draft: recreatedForm(planned, stored) }, install);
  const created = await applyDraft(writer, resource, draft);
  if (created.metadata.uid === stored.metadata.uid) {
    const message = `the ${resource.kind} ${stored.metadata.name} is still being deleted`;
    throw new KubeError({ type: 'conflict' }, message);
  }
  return created;
}

/** Draft of a StatefulSet with the uid that the plan has seen: its apply creates none in the place of one that is gone. */
function asSeen(resource: Resource, draft: ObjectDraft, sets: StandingSets | undefined): ObjectDraft {
  const uid = resource === STATEFUL_SETS ? sets?.get(draft.metadata.name) : undefined;
  return uid === undefined ? draft : { ...draft, metadata: { ...draft.metadata, uid } };
}

/**
 * Write of an object that the operator may write everywhere: unlike an apply, it never takes over an object of another
 * owner, whatever happens between its calls. `stored` is the object of the install in the cache. Throws KubeError:
 * `invalid` where the name belongs to another owner.
 */
export async function writeExclusively(
  writer: Pick<Writer, 'client' | 'caches' | 'signal'>,
  install: MarketInstall,
  { resource, draft }: PlannedObject,
  stored: KubeObject | undefined,
): Promise<KubeObject> {
  const { client, signal } = writer;
  const own = stored ?? (await createUnlessThere());
  if (own === undefined) {
    const message = `${resource.kind} ${draft.metadata.name} exists and is not part of this install`;
    throw new KubeError({ type: 'invalid', causes: [] }, message);
  }
  // With the uid, an apply neither creates an object nor changes another one of the name.
  const metadata = { ...draft.metadata, uid: own.metadata.uid };
  return await client.apply(resource, { ...draft, metadata }, FIELD_MANAGER, { signal });

  /** Object of the install, whether this call creates it or an earlier one has; undefined if it is another owner's. */
  async function createUnlessThere(): Promise<KubeObject | undefined> {
    try {
      return await client.create(resource, draft, FIELD_MANAGER, { signal });
    } catch (error) {
      if (!isFailure(error, 'already-exists')) {
        throw error;
      }
    }
    const found = await nameHolder(writer, { resource, draft });
    return nameOwner(writer.caches, install, resource, found) === 'install' ? found : undefined;
  }
}

/**
 * Deletion of an object by uid; one that is gone is fine. Its event does not wake the install, whose retry would begin
 * at once. Throws KubeError: `conflict` where the uid has changed.
 */
export async function deleteObject(writer: Writer, resource: Resource, object: KubeObject): Promise<void> {
  const { namespace, name, uid } = object.metadata;
  const { caches, signal } = writer;
  const cache = cacheOf(caches, resource);
  const remove = async () => {
    await ignoreNotFound(clientFor(writer, resource).delete(resource, { namespace, name, uid }, { signal }));
    cache?.deleted(object);
  };
  await (cache?.writing(keyOf(object), remove) ?? remove());
}

/**
 * Deletion of a workload that ends when its pods are gone; until then, the caches have it. Throws KubeError: `conflict`
 * where the uid has changed.
 */
export async function deleteWithPods(writer: Writer, resource: Resource, object: KubeObject): Promise<void> {
  const { namespace, name, uid } = object.metadata;
  const target = { namespace, name, uid, propagation: 'Foreground' } as const;
  await ignoreNotFound(clientFor(writer, resource).delete(resource, target, { signal: writer.signal }));
}

/** Deletion of the objects of inventory items, where the install has made them. Throws the first KubeError. */
export async function deleteItems(
  writer: Writer,
  install: MarketInstall,
  items: readonly InventoryItem[],
): Promise<void> {
  await inParallel(items, async (item) => {
    const object = findOwned(writer.caches, install, item, item.name);
    const resource = writer.caches.made.find(
      (each) => each.resource.group === item.group && each.resource.kind === item.kind,
    )?.resource;
    if (object !== undefined && resource !== undefined && isMeant(item, object)) {
      await deleteObject(writer, resource, object);
    }
  });
}
