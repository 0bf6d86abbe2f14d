import { isDeepStrictEqual } from 'node:util';
import type { InstallPreview } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import { clipped } from '../../base/text.ts';
import { BudgetExceeded } from '../../controller/budget.ts';
import { KubeError } from '../../kube/error.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import { reportInstallStatus } from '../status/report.ts';
import type { Step } from '../steps.ts';
import type { Writer } from '../writer.ts';
import { type PreviewContent, type PreviewSupplies, previewOf } from './preview.ts';
import { type PreviewRequest, previewRequestOf } from './request.ts';

/** Work that is due on the preview in the status of an install. */
type Due =
  | { readonly type: 'none' }
  /** Nobody asks for it any longer. */
  | { readonly type: 'remove' }
  | { readonly type: 'answer'; readonly request: PreviewRequest };

/** The next reconcile, which has a CPU budget of its own. */
const AGAIN: Step = { type: 'end', outcome: { type: 'waiting', reason: REASONS.pending, atMostMs: 1 } };

/**
 * Step that brings the preview in the status in line with the request in the annotations; undefined where it is. It
 * changes nothing else, and no failure of it keeps the install from going on.
 */
export async function answerPreview(
  writer: Writer,
  supplies: PreviewSupplies,
  current: MarketInstall,
): Promise<Step | undefined> {
  const due = dueOf(current);
  if (due.type === 'none') {
    return undefined;
  }
  const preview = due.type === 'answer' ? await answerTo(writer, supplies, current, due.request) : undefined;
  if (isDeepStrictEqual(preview, current.status?.preview)) {
    return undefined;
  }
  const { preview: _former, ...status } = current.status ?? {};
  await reportInstallStatus(writer, current, preview === undefined ? status : { ...status, preview });
  return AGAIN;
}

/** Work that is due on the preview of an install. Pure. */
export function dueOf(install: MarketInstall): Due {
  const request = previewRequestOf(install);
  const { preview } = install.status ?? {};
  if (request === undefined) {
    return { type: preview === undefined ? 'none' : 'remove' };
  }
  return isAnswered(request, preview) ? { type: 'none' } : { type: 'answer', request };
}

/** Whether a preview answers a request for good: whoever creates an install may create its access key after it. */
function isAnswered({ id, version }: PreviewRequest, preview: InstallPreview | undefined): boolean {
  return (
    preview?.requested === id &&
    preview.version === version &&
    preview.refused?.reason !== REASONS.accessKeyNotFound
  );
}

async function answerTo(
  writer: Writer,
  supplies: PreviewSupplies,
  current: MarketInstall,
  { id, version }: PreviewRequest,
): Promise<InstallPreview> {
  // The spec as it would be at the roll-out: a suspended install is one that is being thought about.
  const wanted = { ...current, spec: { ...current.spec, appModelVersion: version, suspend: false } };
  return { requested: id, version, ...(await contentOf(writer, supplies, wanted)) };
}

async function contentOf(
  writer: Writer,
  supplies: PreviewSupplies,
  wanted: MarketInstall,
): Promise<PreviewContent> {
  try {
    return await previewOf(writer, supplies, wanted);
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === undefined) {
      throw error;
    }
    return { refused };
  }
}

/** Refusal of a preview for an error that is not of this program; undefined for any other. */
function refusalOf(error: unknown): PreviewContent['refused'] {
  if (error instanceof BudgetExceeded) {
    return { reason: REASONS.budgetExceeded, message: `the plan takes ${error.message}` };
  }
  return error instanceof KubeError
    ? {
        reason: REASONS.rejected,
        message: clipped(`the API server does not let Stoa look: ${error.message}; ask again`, 4_096),
      }
    : undefined;
}
