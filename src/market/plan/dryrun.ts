import { inParallel } from '../../base/parallel.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import { CLAIMS } from '../../objects/core.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { isOperators, isWrittenByStoa } from '../account/operators.ts';
import { isRejection } from '../account/permitted.ts';
import { cacheOf, installOf } from '../caches.ts';
import { requiredWrite } from '../diff.ts';
import type { PlannedObject } from '../expand/expansion.ts';
import { finderOf } from '../lookup.ts';
import { draftOf } from '../owned.ts';
import { isAbandoned } from '../rollout/adopt.ts';
import { clientFor, FIELD_MANAGER, type Writer } from '../writer.ts';
import { claimFinderOf, fixedVolumes } from './fixedvolumes.ts';
import { movedData } from './moveddata.ts';
import { objectsOf, type Plan } from './plan.ts';
import type { PlanProblem } from './problem.ts';
import { standingVolumesOf } from './standingvolumes.ts';
import { claimProblems, mayAdopt } from './volumes.ts';

/** Result of the dry run of a plan. */
export interface Rehearsal {
  /** Problems, sorted by object. */
  readonly problems: readonly PlanProblem[];
  /** Objects that exist, as the API server would store them. */
  readonly changed: ReadonlyMap<PlannedObject, KubeObject>;
}

/** Objects of a plan that an apply would write. */
export function dueObjects(writer: Writer, install: MarketInstall, plan: Plan): readonly PlannedObject[] {
  const find = finderOf(writer.caches, install);
  return objectsOf(plan).filter((each) => requiredWrite(each, find(each)) === 'apply');
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
  await inParallel(due, async (each) => {
    const adopts = mayAdopt(install, plan, each);
    const result = await rehearsalOf(writer, install, each, adopts);
    switch (result.type) {
      case 'created':
        return;
      case 'changed':
        changed.set(each, result.object);
        return;
      default:
        problems.push(result);
    }
  });
  return { problems: problems.toSorted((a, b) => (objectOf(a) < objectOf(b) ? -1 : 1)), changed };
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
  const isTaken = (other: KubeObject) =>
    !(isOwn(install, other) && (!isOperators(planned.resource) || isWrittenByStoa(other))) &&
    !(adopts && isAbandoned(writer.caches, other));
  const takenBy = (other: KubeObject): PlanProblem =>
    isAbandoned(writer.caches, other)
      ? { type: 'not-granted', claim: other.metadata.name }
      : { type: 'taken', object };
  const other = cacheOf(writer.caches, planned.resource)?.store.get(keyOf(planned.draft));
  if (other !== undefined && isTaken(other)) {
    return takenBy(other);
  }
  const result = await dryRun(writer, install, planned);
  const foreign =
    other === undefined && result.type !== 'created' ? await foreignOf(writer, planned) : undefined;
  if (foreign !== undefined && isTaken(foreign)) {
    return takenBy(foreign);
  }
  return result.type === 'rejected' ? { ...result, object } : result;
}

/** Result of the dry run of one object that the API server accepts. */
type Accepted =
  | { readonly type: 'created' }
  /** The object exists; `object` is what the API server would store. */
  | { readonly type: 'changed'; readonly object: KubeObject };

/** Result of the dry run of one object. */
type DryRunResult = Accepted | { readonly type: 'rejected'; readonly message: string };

async function dryRun(writer: Writer, install: MarketInstall, planned: PlannedObject): Promise<DryRunResult> {
  const draft = draftOf(planned, install);
  try {
    const options = { dryRun: true, signal: writer.signal };
    const client = clientFor(writer, planned.resource);
    const object = await client.apply(planned.resource, draft, FIELD_MANAGER, options);
    // An object that a dry run creates has no resource version.
    return object.metadata.resourceVersion ? { type: 'changed', object } : { type: 'created' };
  } catch (error) {
    if (isRejection(error)) {
      return { type: 'rejected', message: error.message };
    }
    throw error;
  }
}

/** Object that has the name, from the API server: the caches hold only objects of installs. */
async function foreignOf(
  { client, signal }: Writer,
  { resource, draft: { metadata } }: PlannedObject,
): Promise<KubeObject | undefined> {
  const { namespace, name } = metadata;
  const options = { namespace, fieldSelector: `metadata.name=${name}`, signal };
  const [found] = await client.listMetadata(resource, options);
  return found && { ...found, kind: resource.kind };
}

function isOwn({ metadata: { uid } }: MarketInstall, object: KubeObject): boolean {
  return installOf(object).includes(uid);
}
