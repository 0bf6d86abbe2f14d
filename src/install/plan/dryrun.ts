import { shortHash } from '../../base/hash.ts';
import { inParallel } from '../../base/parallel.ts';
import { isFailure } from '../../kube/error.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import { CLAIMS } from '../../objects/core.ts';
import { ROLE_BINDINGS } from '../../objects/installable.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { UNTOLD } from '../../source/untold.ts';
import { isRejection } from '../account/permitted.ts';
import { cacheOf } from '../caches.ts';
import { appliedForm, isReplacedAfter, requiredWrite } from '../diff.ts';
import { nameHolder, nameOwner } from '../nameowner.ts';
import { FIELD_MANAGER, ownedDraft } from '../owned.ts';
import { withWayOut } from '../rejection.ts';
import { storedIn } from '../storedobjects.ts';
import { clientFor, type Writer } from '../writer.ts';
import { movedData } from './moveddata.ts';
import { type Plan, plannedObjects } from './plan.ts';
import type { PlanProblem } from './problem.ts';
import { claimFinderOf, claimProblems, fixedVolumes, mayAdopt, standingVolumesOf } from './volumes.ts';

/** Result of the dry run of a plan. */
export interface Rehearsal {
  /** Problems, sorted by object. */
  readonly problems: readonly PlanProblem[];
  /** Objects that exist, as the API server would store them. */
  readonly changed: ReadonlyMap<PlannedObject, KubeObject>;
  /** Objects that are to be deleted and created again. */
  readonly recreated: ReadonlySet<PlannedObject>;
}

/** Objects of a plan that would be written. */
export function dueObjects(writer: Writer, install: MarketInstall, plan: Plan): readonly PlannedObject[] {
  const { writeOf } = storedIn(writer, install);
  return plannedObjects(plan).filter((each) => writeOf(each) !== 'none');
}

/**
 * Server-side dry run of writes of a plan, before the first of them: a plan is applied as a whole or not at all. `due`
 * are all of them, or those that a trial (../rollout/trial.ts) leaves.
 * Throws KubeError where the API server does not answer.
 */
export async function rehearse(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
  due: readonly PlannedObject[],
): Promise<Rehearsal> {
  const problems = [
    ...movedData(plan, install.status?.components ?? [], standingVolumesOf(writer.caches, install)),
    ...fixedVolumes(plan, claimFinderOf(writer.caches, install)),
    ...(await claimProblems(writer, install, plan)),
  ];
  const changed = new Map<PlannedObject, KubeObject>();
  const recreated = new Set<PlannedObject>();
  await inParallel(due, async (each) => {
    const adopts = mayAdopt(install, plan, each);
    const result = await rehearsalOf(writer, install, each, adopts);
    switch (result.type) {
      case 'created':
        return;
      case 'changed':
        changed.set(each, result.object);
        return;
      case 'recreated':
        recreated.add(each);
        return;
      default:
        problems.push(
          plan.fromSecrets && result.type === 'rejected' ? { ...result, message: UNTOLD } : result,
        );
    }
  });
  return { problems: problems.toSorted((a, b) => (objectOf(a) < objectOf(b) ? -1 : 1)), changed, recreated };
}

function objectOf(problem: PlanProblem): string {
  return problem.type === 'not-granted' ? `${CLAIMS.kind} ${problem.claim}` : problem.object;
}

async function rehearsalOf(
  writer: Writer,
  install: MarketInstall,
  planned: PlannedObject,
  adopts: boolean,
): Promise<Accepted | PlanProblem> {
  const object = `${planned.resource.kind} ${planned.draft.metadata.name}`;
  const conflictWith = (other: KubeObject | undefined): PlanProblem | undefined => {
    const owner = nameOwner(writer.caches, install, planned.resource, other);
    if (owner === 'others') {
      return { type: 'taken', object };
    }
    return owner === 'deleted' && !adopts
      ? { type: 'not-granted', claim: planned.draft.metadata.name }
      : undefined;
  };
  const other = cacheOf(writer.caches, planned.resource)?.store.get(keyOf(planned.draft));
  const known = conflictWith(other);
  if (known !== undefined) {
    return known;
  }
  const isOwn = nameOwner(writer.caches, install, planned.resource, other) === 'install';
  const result = await dryRun(writer, install, planned, isOwn ? other : undefined);
  const isUnknown = other === undefined && result.type !== 'created';
  const conflict = isUnknown ? conflictWith(await nameHolder(writer, planned)) : undefined;
  return conflict ?? (result.type === 'rejected' ? { ...result, object } : result);
}

/** Result of the dry run of one object that the API server accepts. */
type Accepted =
  | { readonly type: 'created' }
  /** The object exists; `object` is what the API server would store. */
  | { readonly type: 'changed'; readonly object: KubeObject }
  /** The object is to be deleted and created again. */
  | { readonly type: 'recreated' };

/** Result of the dry run of one object. */
type DryRunResult = Accepted | { readonly type: 'rejected'; readonly message: string };

async function dryRun(
  writer: Writer,
  install: MarketInstall,
  planned: PlannedObject,
  stored: KubeObject | undefined,
): Promise<DryRunResult> {
  const { applies, signal } = writer;
  if (stored !== undefined && requiredWrite(planned, stored, applies) === 'recreate') {
    return await dryRunOfNew(writer, install, planned);
  }
  const { resource } = planned;
  const draft = ownedDraft({ resource, draft: appliedForm(planned, stored) }, install);
  try {
    const options = { dryRun: true, signal };
    const client = clientFor(writer, resource);
    const object = await client.apply(resource, draft, FIELD_MANAGER, options);
    // An object that a dry run creates has no resource version.
    return object.metadata.resourceVersion ? { type: 'changed', object } : { type: 'created' };
  } catch (error) {
    if (stored !== undefined && isReplacedAfter(error, planned, stored, applies)) {
      return await dryRunOfNew(writer, install, planned);
    }
    // Its Role is not there yet, and has a dry run of its own.
    if (resource === ROLE_BINDINGS && isFailure(error, 'not-found')) {
      return { type: 'created' };
    }
    if (isRejection(error)) {
      return { type: 'rejected', message: withWayOut(error, planned, stored).message };
    }
    throw error;
  }
}

/** Dry run of the creation of an object that stands, under a name that is free. */
async function dryRunOfNew(
  writer: Writer,
  install: MarketInstall,
  { resource, draft }: PlannedObject,
): Promise<DryRunResult> {
  const { name } = draft.metadata;
  const spare = `new-${shortHash(`${install.metadata.uid}/${name}`, 16)}`;
  const renamed = { ...draft, metadata: { ...draft.metadata, name: spare } };
  try {
    const options = { dryRun: true, signal: writer.signal };
    await clientFor(writer, resource).create(resource, renamed, FIELD_MANAGER, options);
  } catch (error) {
    // A quota may have room only once the object that stands is deleted.
    if (isFailure(error, 'invalid')) {
      return { type: 'rejected', message: error.message };
    }
    if (!isRejection(error)) {
      throw error;
    }
  }
  return { type: 'recreated' };
}
