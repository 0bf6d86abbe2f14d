import { isFailure } from '../../kube/error.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, installOf } from '../caches.ts';
import type { Wanted } from '../expand/expansion.ts';
import { draftOf, requiredWrite } from '../owned.ts';
import { isAbandoned } from '../rollout/adopt.ts';
import { FIELD_MANAGER, findStored, inParallel, type Writer } from '../writer.ts';
import { objectsOf, type Plan } from './plan.ts';

/** Why a plan cannot be carried out in this cluster. */
export type DryRunProblem =
  | { readonly type: 'taken'; readonly object: string }
  | { readonly type: 'rejected'; readonly object: string; readonly message: string };

/**
 * Asks the API server whether it would take everything of a plan that is not so already, before anything of
 * it is written: a plan is carried out whole or not at all. Throws KubeError for what passes.
 */
export async function dryRunPlan(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
): Promise<readonly DryRunProblem[]> {
  const due = objectsOf(plan).filter(
    (each) => requiredWrite(each, findStored(writer.caches, install, each)) === 'apply',
  );
  const objections: DryRunProblem[] = [];
  await inParallel(due, async (each) => {
    const objection = await problemOf(writer, install, each);
    if (objection !== undefined) {
      objections.push(objection);
    }
  });
  return objections.toSorted((a, b) => (a.object < b.object ? -1 : 1));
}

async function problemOf(
  writer: Writer,
  install: MarketInstall,
  wanted: Wanted,
): Promise<DryRunProblem | undefined> {
  const object = `${wanted.resource.kind} ${wanted.draft.metadata.name}`;
  const other = cacheOf(writer.caches, wanted.resource)?.store.get(keyOf(wanted.draft));
  if (other !== undefined && !isFree(writer, install, other)) {
    return { type: 'taken', object };
  }
  const answer = await dryRun(writer, install, wanted);
  if (other === undefined && answer.type !== 'made' && (await isForeign(writer, install, wanted))) {
    return { type: 'taken', object };
  }
  return answer.type === 'rejected' ? { ...answer, object } : undefined;
}

/** What the API server would do with something wanted. */
type DryRunResult =
  | { readonly type: 'made' }
  | { readonly type: 'changed' }
  | { readonly type: 'rejected'; readonly message: string };

async function dryRun(
  { client, signal }: Writer,
  install: MarketInstall,
  wanted: Wanted,
): Promise<DryRunResult> {
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
async function isForeign(
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
