import type { InstallPreview } from '../../api/marketinstall.ts';
import { MAX_PREVIEW_PROBLEMS } from '../../api/preview.ts';
import { inTurns } from '../../base/gradual.ts';
import { clipped } from '../../base/text.ts';
import { EventLoopYielder } from '../../base/yielding.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { StoreClient } from '../../store/client.ts';
import { acceptanceOf, observeAcceptance } from '../accept.ts';
import { permitted } from '../account/permitted.ts';
import type { DraftedPlan, Planner } from '../plan/planner.ts';
import { unplannedDraft } from '../plan/problem.ts';
import { shortened } from '../status/status.ts';
import type { StatusDraft } from '../status/verdicts.ts';
import { findModel } from '../template/resolve.ts';
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
  const model = await permitted(install, 'TemplateResolved', () =>
    findModel(writer, supplies.stores, install),
  );
  if (model.type === 'denied') {
    return refusedBy(model.draft);
  }
  if (model.value.type === 'unresolved') {
    return refusedBy(model.value.draft, model.value.storeStatus);
  }
  const { pinned: template, content } = model.value;
  const { application } = acceptance;
  const request = { install, application, template, ...(content === undefined ? {} : { content }) };
  const report = await permitted(install, 'Applied', async () => {
    const drafted = await supplies.planner.draft(writer, request);
    return drafted.type === 'drafted'
      ? await reportOn(writer, install, drafted)
      : refusedBy(unplannedDraft(drafted));
  });
  return report.type === 'done' ? report.value : refusedBy(report.draft);
}

async function reportOn(
  writer: Writer,
  install: MarketInstall,
  drafted: DraftedPlan,
): Promise<PreviewContent> {
  const { plan } = drafted;
  const mask = await observeMask(writer, install, drafted);
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
