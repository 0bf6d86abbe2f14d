import { isFailure } from '../../kube/error.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, installOf } from '../caches.ts';
import type { Wanted } from '../expand/expansion.ts';
import { changeOf, draftOf } from '../owned.ts';
import { isAbandoned } from '../rollout/adopt.ts';
import { FIELD_MANAGER, find, inParallel, type Writer } from '../writer.ts';
import { objectsOf, type Plan } from './plan.ts';

/** Why a plan cannot be carried out in this cluster. */
export type Objection =
  | { readonly type: 'taken'; readonly object: string }
  | { readonly type: 'rejected'; readonly object: string; readonly message: string };

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
  const answer = await tryOut(writer, install, wanted);
  if (other === undefined && answer.type !== 'made' && (await isOthers(writer, install, wanted))) {
    return { type: 'taken', object };
  }
  return answer.type === 'rejected' ? { ...answer, object } : undefined;
}

/** What the API server would do with something wanted. */
type Answer =
  | { readonly type: 'made' }
  | { readonly type: 'changed' }
  | { readonly type: 'rejected'; readonly message: string };

async function tryOut({ client, signal }: Writer, install: MarketInstall, wanted: Wanted): Promise<Answer> {
  const draft = draftOf(wanted, install);
  try {
    const { metadata } = await client.apply(wanted.resource, draft, FIELD_MANAGER, { dryRun: true, signal });
    // What a dry run makes has no version.
    return { type: metadata.resourceVersion ? 'changed' : 'made' };
  } catch (error) {
    if (isFailure(error, 'invalid') || isFailure(error, 'forbidden')) {
      return { type: 'rejected', message: error.message };
    }
    throw error;
  }
}

/** Asks the API server whether a name is somebody else's: the caches know only what has an install's label. */
async function isOthers(
  writer: Writer,
  install: MarketInstall,
  { resource, draft: { metadata } }: Wanted,
): Promise<boolean> {
  const { namespace, name } = metadata;
  const options = { namespace, fieldSelector: `metadata.name=${name}`, signal: writer.signal };
  const [found] = await writer.client.listMetadata(resource, options);
  return found !== undefined && !isFree(writer, install, found);
}

/** Whether an object is the install's own, or one that it may have. */
function isFree({ caches }: Writer, { metadata: { uid } }: MarketInstall, object: KubeObject): boolean {
  return installOf(object).includes(uid) || isAbandoned(caches, object);
}
