import type { InstallPreview, Pinned } from '../../api/marketinstall.ts';
import { MAX_PREVIEW_PROBLEMS } from '../../api/preview.ts';
import { inTurns } from '../../base/gradual.ts';
import { clipped } from '../../base/text.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import type { Mask } from '../../objects/mask.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import type { StoreClient } from '../../store/client.ts';
import { acceptanceOf, observeAcceptance } from '../accept.ts';
import { permitted } from '../account/permitted.ts';
import { decidePlan } from '../plan/decide.ts';
import { readContent } from '../plan/modelplan.ts';
import type { Plan } from '../plan/plan.ts';
import type { Planner } from '../plan/planner.ts';
import { previewPlan } from '../plan/previewplan.ts';
import type { ModelContent } from '../source/source.ts';
import { shortened } from '../status/status.ts';
import type { StatusDraft } from '../status/verdicts.ts';
import { pinOf } from '../template/pin.ts';
import { fetchContent, knownPin, tooLarge, type Unresolved } from '../template/resolve.ts';
import type { Writer } from '../writer.ts';
import { observeMask } from './conceal.ts';
import { observeChanges } from './observe.ts';
import { reportOf } from './report.ts';

/** Dependencies of a preview. */
export interface PreviewSupplies {
  readonly planner: Planner;
  readonly stores: StoreClient;
}

/** Preview without the request that it answers. */
export type PreviewContent = Omit<InstallPreview, 'requested' | 'version'>;

/** Plan of a version with the mask of its secret values, or the status of an install without one. */
type Planned =
  | { readonly type: 'planned'; readonly plan: Plan; readonly mask: Mask }
  | { readonly type: 'halt'; readonly draft: StatusDraft };

/** Model of a version, as it would be pinned. */
interface PinnedModel {
  readonly type: 'pinned';
  readonly template: Pinned;
  readonly content: ModelContent;
}

const turns = new EventLoopYielder();

/**
 * Preview of an install as it would be rolled out: the phases of `install.ts` without their writes. It pins, stores
 * and reserves nothing. Throws KubeError.
 */
export async function previewOf(
  writer: Writer,
  supplies: PreviewSupplies,
  install: MarketInstall,
): Promise<PreviewContent> {
  const observed = await observeAcceptance(writer, install);
  const acceptance = writer.budget.run(() => acceptanceOf(observed));
  if (acceptance.type === 'refused') {
    return refusedBy(acceptance.draft);
  }
  const model = await permitted(install, 'TemplateResolved', () => modelOf(writer, supplies.stores, install));
  if (model.type === 'denied') {
    return refusedBy(model.draft);
  }
  if (model.value.type === 'unresolved') {
    return refusedBy(model.value.draft, model.value.storeStatus);
  }
  const pinned = model.value;
  const report = await permitted(install, 'Applied', async () => {
    const planned = await planOf(writer, supplies.planner, install, acceptance.application, pinned);
    return planned.type === 'planned'
      ? await reportOn(writer, install, planned.plan, planned.mask)
      : refusedBy(planned.draft);
  });
  return report.type === 'done' ? report.value : refusedBy(report.draft);
}

/** Model of the version of an install: the pinned one, else that of the store. */
async function modelOf(
  writer: Writer,
  stores: StoreClient,
  install: MarketInstall,
): Promise<PinnedModel | Unresolved> {
  const known = knownPin(writer, install);
  const content = known && (await readContent(writer, install, known));
  if (known !== undefined && content !== undefined) {
    return { type: 'pinned', template: known, content };
  }
  const fetched = await fetchContent(writer, stores, install);
  if (fetched.type === 'unresolved') {
    return fetched;
  }
  const pin = await pinOf(install, fetched.content);
  return pin === undefined ? tooLarge() : { type: 'pinned', template: pin.pinned, content: fetched.content };
}

async function planOf(
  writer: Writer,
  planner: Planner,
  install: MarketInstall,
  application: Application,
  { template, content }: PinnedModel,
): Promise<Planned> {
  const { planned, kept } = await previewPlan(writer, planner, install, application, template, content);
  const decision = decidePlan(planned);
  return decision.type === 'planned'
    ? { ...decision, mask: await observeMask(writer, install, decision.plan, kept, content) }
    : decision;
}

async function reportOn(
  writer: Writer,
  install: MarketInstall,
  plan: Plan,
  mask: Mask,
): Promise<PreviewContent> {
  const { planned, problems } = await observeChanges(writer, install, plan);
  const report = await inTurns(reportOf(planned, mask), turns, (work) => writer.budget.run(work));
  return {
    digest: plan.template.digest,
    ...report,
    problems: problems.slice(0, MAX_PREVIEW_PROBLEMS).map((problem) => clipped(mask(problem), 2_048)),
    notApplied: shortened(plan.notApplied),
  };
}

/** Preview of a version for which there is no plan: the verdict that fails. */
function refusedBy({ verdict: { reason, message } }: StatusDraft, storeStatus?: number): PreviewContent {
  return {
    refused: {
      reason,
      message: clipped(message, 4_096),
      ...(storeStatus === undefined ? {} : { storeStatus }),
    },
  };
}
