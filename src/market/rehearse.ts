import { isFailure } from '../kube/error.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { cacheOf, installOf } from './caches.ts';
import type { Wanted } from './expand/expansion.ts';
import { changeOf, draftOf, isVolume } from './owned.ts';
import { FIELD_MANAGER, find, inParallel, type Writer } from './perform.ts';
import { objectsOf, type Plan } from './plan.ts';

/** Why a plan cannot be carried out in this cluster. */
export type Objection =
  | { readonly type: 'taken'; readonly object: string }
  | { readonly type: 'rejected'; readonly object: string; readonly message: string };

/** An object as a dry run answers it. */
interface Rehearsed extends KubeObject {
  readonly metadata: KubeObject['metadata'] & {
    readonly managedFields?: readonly { readonly manager?: string; readonly subresource?: string }[];
  };
}

/**
 * Asks the API server whether it would take everything of a plan that is not so already, before anything of
 * it is written: a plan is carried out whole or not at all. Throws KubeError for what passes.
 */
export async function rehearse(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
): Promise<readonly Objection[]> {
  const due = objectsOf(plan).filter(
    (each) => changeOf(each, find(writer.caches, install, each)) === 'apply',
  );
  const objections: Objection[] = [];
  await inParallel(due, async (each) => {
    const objection = await objectionTo(writer, install, each);
    if (objection !== undefined) {
      objections.push(objection);
    }
  });
  return objections.toSorted((a, b) => (a.object < b.object ? -1 : 1));
}

async function objectionTo(
  writer: Writer,
  install: MarketInstall,
  wanted: Wanted,
): Promise<Objection | undefined> {
  const object = `${wanted.resource.kind} ${wanted.draft.metadata.name}`;
  const other = cacheOf(writer.caches, wanted.resource)?.store.get(keyOf(wanted.draft));
  if (other !== undefined && !isFree(writer, install, other)) {
    return { type: 'taken', object };
  }
  const { client, signal } = writer;
  try {
    const draft = draftOf(wanted, install);
    const answer: Rehearsed = await client.apply(wanted.resource, draft, FIELD_MANAGER, {
      dryRun: true,
      signal,
    });
    return other !== undefined || isNew(answer) ? undefined : { type: 'taken', object };
  } catch (error) {
    if (isFailure(error, 'invalid') || isFailure(error, 'forbidden')) {
      return { type: 'rejected', object, message: error.message };
    }
    throw error;
  }
}

/** Whether an object is the install's own, or a volume that an install left behind when it was deleted. */
function isFree({ caches }: Writer, { metadata: { uid } }: MarketInstall, object: KubeObject): boolean {
  const [owner = ''] = installOf(object);
  const abandoned = isVolume(object) && caches.installs.store.by('uid', owner).length === 0;
  return owner === uid || abandoned;
}

/** Whether nobody but this controller has a part in an object: then the dry run would have made it. */
function isNew({ metadata }: Rehearsed): boolean {
  return (metadata.managedFields ?? []).every(
    ({ manager, subresource }) => manager === FIELD_MANAGER || subresource !== undefined,
  );
}
