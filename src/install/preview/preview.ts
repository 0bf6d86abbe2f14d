import { LABELS } from '../../api/group.ts';
import type { InstallPreview } from '../../api/marketinstall.ts';
import { MAX_PREVIEW_PROBLEMS } from '../../api/preview.ts';
import { present } from '../../base/fields.ts';
import { inTurns } from '../../base/gradual.ts';
import { inParallel } from '../../base/parallel.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { type Mask, maskOf, valuesOf } from '../../objects/mask.ts';
import type { PlannedObject } from '../../objects/planned.ts';
import { installId, type MarketInstall } from '../../objects/stoa.ts';
import type { Kept } from '../../source/kept.ts';
import type { Busy, SourceContent } from '../../source/source.ts';
import { acceptanceOf, observeAcceptance } from '../accept.ts';
import { permitted } from '../account/permitted.ts';
import { planDenied } from '../account/rights.ts';
import { dueObjects, type Rehearsal, rehearse } from '../plan/dryrun.ts';
import { KEPT_TYPE } from '../plan/keptsecret.ts';
import { type Plan, plannedObjects } from '../plan/plan.ts';
import type { DraftedPlan, Planner } from '../plan/planner.ts';
import { problemText, unplannedDraft } from '../plan/problem.ts';
import { gainsOf, holdOf } from '../powers/hold.ts';
import { powersLines } from '../powers/lines.ts';
import { powerId } from '../powers/power.ts';
import { settledPlan } from '../rollout/rollout.ts';
import { shortened } from '../status/status.ts';
import { halted, type StatusDraft } from '../status/verdicts.ts';
import { type StoredObjects, storedIn } from '../storedobjects.ts';
import { TEMPLATE_TYPE } from '../template/pin.ts';
import { findModel } from '../template/resolve.ts';
import { toldErrors } from '../untold.ts';
import type { Writer } from '../writer.ts';
import { changesOf, type ObjectChange, type PlannedChanges, reportOf } from './report.ts';

/** Preview without the request that it answers. */
export type PreviewContent = Omit<InstallPreview, 'requested' | 'version'>;

const turns = new EventLoopYielder();

/**
 * Preview of an install as it would be rolled out: the phases of `install.ts` without their writes. It pins, stores
 * and reserves nothing. Throws KubeError.
 */
export async function previewOf(
  writer: Writer,
  planner: Planner,
  install: MarketInstall,
): Promise<PreviewContent | Busy> {
  const observed = await observeAcceptance(writer, install);
  const acceptance = writer.charge(() => acceptanceOf(observed));
  if (acceptance.type === 'halted') {
    return refusedBy(acceptance.draft);
  }
  const model = await permitted(install, 'TemplateResolved', () =>
    findModel(writer, planner.source, install),
  );
  if (model.type === 'halted') {
    return refusedBy(model.draft);
  }
  const { pinned: template, content } = model;
  const { application } = acceptance;
  const request = { install, application, template, ...present({ content }) };
  const report = await permitted(install, 'Applied', async () => {
    const drafted = await planner.draft(writer, request);
    switch (drafted.type) {
      case 'drafted':
        return await reportOn(writer, install, drafted);
      case 'busy':
        return drafted;
      default:
        return halted(unplannedDraft(drafted));
    }
  });
  return 'draft' in report ? refusedBy(report.draft) : report;
}

async function reportOn(
  writer: Writer,
  install: MarketInstall,
  drafted: DraftedPlan,
): Promise<PreviewContent> {
  const { plan } = drafted;
  const mask = await observeMask(writer, install, drafted);
  const { planned, problems } = await toldErrors(plan, () => observeChanges(writer, install, plan));
  const report = await inTurns(reportOf(planned, mask), turns, writer.charge);
  const hold = holdOf(install, plan);
  const { digest } = plan.template;
  return {
    digest,
    ...report,
    objects: plan.fromSecrets ? report.objects.map(({ diff: _, ...object }) => object) : report.objects,
    powers: powersLines(plan.powers, gainsOf(install, plan), mask),
    powersId: powerId(digest, plan.powers),
    problems: [...(hold === undefined ? [] : [hold]), ...problems].slice(0, MAX_PREVIEW_PROBLEMS).map(mask),
    notApplied: shortened(plan.notApplied.map(({ path, why }) => ({ path: mask(path), why: mask(why) }))),
  };
}

/** Preview of a version for which there is no plan: the verdict that fails. */
function refusedBy({ verdict: { reason, message }, storeStatus }: StatusDraft): PreviewContent {
  return {
    refused: {
      reason,
      message,
      ...present({ storeStatus }),
    },
  };
}

/** Types of Secrets whose content is no value of a component; generated values are in the allocations. */
const OF_STOA: readonly (string | undefined)[] = [TEMPLATE_TYPE, KEPT_TYPE];

/** Mask of the secret values of a plan, and of those of the Secrets that the install has now. Throws KubeError. */
async function observeMask(
  writer: Writer,
  install: MarketInstall,
  { plan, kept, content }: DraftedPlan,
): Promise<Mask> {
  const { client, signal, charge } = writer;
  const { namespace } = install.metadata;
  const labelSelector = `${LABELS.install}=${installId(install)}`;
  const stored: readonly Secret[] = await client.list(SECRETS, { namespace, labelSelector, signal });
  return charge(() => maskOf(secretValues(plan, kept, content, stored)));
}

/** Secret values of a plan and of stored Secrets. Pure. */
export function secretValues(
  plan: Plan,
  kept: Kept,
  content: SourceContent,
  stored: readonly Secret[],
): readonly string[] {
  const planned = plannedObjects(plan)
    .filter(({ resource }) => resource === SECRETS)
    .map(({ draft }) => draft as unknown as Secret);
  const secrets = [...planned, ...stored].filter(({ type }) => !OF_STOA.includes(type));
  const { password = '' } = ('template' in content ? content.hub : undefined) ?? {};
  return [...Object.values(kept.secrets), password, ...secrets.flatMap(valuesOf), ...plan.confidential];
}

/** Changes of a plan, and what is in their way. */
interface ObservedChanges {
  readonly planned: PlannedChanges;
  /** Texts for users. */
  readonly problems: readonly string[];
}

/** Changed objects that are read for their diff. */
const MAX_READ = 100;

/** Observes what a roll-out of a plan would change, by a dry run of its writes. Throws KubeError. */
async function observeChanges(writer: Writer, install: MarketInstall, plan: Plan): Promise<ObservedChanges> {
  const stored = storedIn(writer, install);
  const settled = writer.charge(() => settledPlan(plan, install.spec.deploy === true, stored.find));
  const denied = await planDenied(writer, install, settled);
  // Without the rights, each dry run would only say again which are missing.
  const { problems, changed, recreated } =
    denied === undefined
      ? await rehearse(writer, install, settled, dueObjects(writer, install, settled))
      : NOT_REHEARSED;
  const { changes, unchanged } = writer.charge(() =>
    changesOf(settled, install.status?.inventory ?? [], withRecreated(stored, recreated), (each) =>
      changed.get(each),
    ),
  );
  return {
    planned: { changes: await withStored(writer, changes), unchanged },
    problems:
      denied === undefined
        ? problems.map((problem) => problemText(problem).message)
        : [denied.verdict.message],
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
