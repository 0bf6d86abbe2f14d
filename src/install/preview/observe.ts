import { inParallel } from '../../base/parallel.ts';
import { SECRETS } from '../../objects/core.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { planDenied } from '../account/rights.ts';
import { dueObjects, type Rehearsal, rehearse } from '../plan/dryrun.ts';
import type { Plan } from '../plan/plan.ts';
import { textOf } from '../plan/problem.ts';
import { settledPlan } from '../rollout/rollout.ts';
import { type StoredObjects, storedIn } from '../storedobjects.ts';
import type { Writer } from '../writer.ts';
import { changesOf, type ObjectChange, type PlannedChanges } from './change.ts';

/** Changes of a plan, and what is in their way. */
interface ObservedChanges {
  readonly planned: PlannedChanges;
  /** Texts for users. */
  readonly problems: readonly string[];
}

/** Changed objects that are read for their diff. */
const MAX_READ = 100;

/** Observes what a roll-out of a plan would change, by a dry run of its writes. Throws KubeError. */
export async function observeChanges(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
): Promise<ObservedChanges> {
  const stored = storedIn(writer, install);
  const settled = writer.budget.run(() => settledPlan(plan, install.spec.deploy === true, stored.find));
  const denied = await planDenied(writer, install, settled);
  // Without the rights, each dry run would only say again which are missing.
  const { problems, changed, recreated } =
    denied === undefined
      ? await rehearse(writer, install, settled, dueObjects(writer, install, settled))
      : NOT_REHEARSED;
  const { changes, unchanged } = writer.budget.run(() =>
    changesOf(settled, install.status?.inventory ?? [], withRecreated(stored, recreated), (each) =>
      changed.get(each),
    ),
  );
  return {
    planned: { changes: await withStored(writer, changes), unchanged },
    problems:
      denied === undefined ? problems.map((problem) => textOf(problem).message) : [denied.verdict.message],
  };
}

const NOT_REHEARSED: Rehearsal = { problems: [], changed: new Map(), recreated: new Set() };

/** Stored objects, of which some are to be created again. */
function withRecreated(stored: StoredObjects, recreated: ReadonlySet<PlannedObject>): StoredObjects {
  return { ...stored, writeOf: (each) => (recreated.has(each) ? 'recreate' : stored.writeOf(each)) };
}

/** Changes with their objects as the API server has them: the caches lack annotations, and the texts of ConfigMaps. */
async function withStored(
  { client, signal }: Writer,
  changes: readonly ObjectChange[],
): Promise<readonly ObjectChange[]> {
  const read = new Map<ObjectChange, ObjectChange>();
  await inParallel(changes.filter(isRead).slice(0, MAX_READ), async (change) => {
    const { resource, draft } = change.planned;
    const { namespace, name } = draft.metadata;
    const options = { namespace, fieldSelector: `metadata.name=${name}`, signal };
    const [before] = await client.list(resource, options);
    read.set(change, { ...change, before });
  });
  return changes.map(
    (change) => read.get(change) ?? (isRead(change) ? { ...change, before: undefined } : change),
  );
}

type UpdateOfObject = Extract<ObjectChange, { action: 'change' | 'recreate' }>;

/** Whether a change is shown with the stored object; Secrets have digests in the caches, which is all that is shown. */
function isRead(change: ObjectChange): change is UpdateOfObject {
  return change.action === 'change' && change.planned.resource !== SECRETS;
}
