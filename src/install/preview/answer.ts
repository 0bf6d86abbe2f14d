import { isDeepStrictEqual } from 'node:util';
import { ANNOTATIONS } from '../../api/group.ts';
import { boundedInstallStatus, type InstallPreview } from '../../api/marketinstall.ts';
import { isPreviewId } from '../../api/preview.ts';
import { REASONS } from '../../api/reason.ts';
import { KubeError } from '../../kube/error.ts';
import type { MarketInstall } from '../../objects/stoa.ts';
import type { Busy } from '../../source/source.ts';
import type { Planner } from '../plan/planner.ts';
import { reportInstallStatus } from '../status/report.ts';
import { BUSY } from '../status/verdicts.ts';
import type { Step } from '../steps.ts';
import type { Writer } from '../writer.ts';
import { previewOf } from './preview.ts';

/** Request for a preview of a version. */
export interface PreviewRequest {
  /** Id of the requester's choice. */
  readonly id: string;
  readonly version: string;
}

/** Request that the annotations of an install have; undefined without one, and for one that is too long. Pure. */
export function previewRequestOf({ metadata, spec }: MarketInstall): PreviewRequest | undefined {
  const { [ANNOTATIONS.previewRequested]: id, [ANNOTATIONS.previewVersion]: version } =
    metadata.annotations ?? {};
  const wanted = version ?? spec.appModelVersion;
  return id !== undefined && isPreviewId(id) && isPreviewId(wanted) ? { id, version: wanted } : undefined;
}

/** Work that is due on the preview in the status of an install. */
type Due =
  | { readonly type: 'none' }
  /** Nobody asks for it any longer. */
  | { readonly type: 'remove' }
  | { readonly type: 'answer'; readonly request: PreviewRequest };

/** The next reconcile: the CPU time of this one is charged first. */
const AGAIN: Step = { type: 'end', outcome: { type: 'waiting', reason: REASONS.pending, atMostMs: 1 } };

/**
 * Step that brings the preview in the status in line with the request in the annotations; undefined where it is. It
 * changes nothing else, and no refusal of it keeps the install from going on. Throws KubeError.
 */
export async function answerPreview(
  writer: Writer,
  planner: Planner,
  current: MarketInstall,
): Promise<Step | undefined> {
  const due = dueOf(current);
  if (due.type === 'none') {
    return undefined;
  }
  const preview = due.type === 'answer' ? await answerTo(writer, planner, current, due.request) : undefined;
  if (preview !== undefined && 'type' in preview) {
    return { type: 'end', outcome: BUSY.outcome };
  }
  const { preview: former, ...others } = current.status ?? {};
  const status = boundedInstallStatus(preview === undefined ? others : { ...others, preview });
  const isNew = !isDeepStrictEqual(status.preview, former);
  if (isNew) {
    await reportInstallStatus(writer, current, status);
  }
  return isNew ? AGAIN : undefined;
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

/** Reasons that end without another request: whoever creates an install may create its Secrets after it. */
const PASSING: readonly string[] = [REASONS.accessKeyNotFound, REASONS.valuesNotFound, REASONS.rendererBusy];

/** Whether a preview answers a request for good. */
function isAnswered({ id, version }: PreviewRequest, preview: InstallPreview | undefined): boolean {
  return (
    preview?.requested === id &&
    preview.version === version &&
    !PASSING.includes(preview.refused?.reason ?? '')
  );
}

async function answerTo(
  writer: Writer,
  planner: Planner,
  current: MarketInstall,
  { id, version }: PreviewRequest,
): Promise<InstallPreview | Busy> {
  // The spec as it would be at the roll-out: a suspended install is one that is being thought about.
  const wanted = { ...current, spec: { ...current.spec, appModelVersion: version, suspend: false } };
  const head = { requested: id, version };
  try {
    const content = await previewOf(writer, planner, wanted);
    return 'type' in content ? content : { ...head, ...content };
  } catch (error) {
    if (error instanceof KubeError) {
      const message = `the API server does not let Stoa look: ${error.message}; ask again`;
      return { ...head, refused: { reason: REASONS.rejected, message } };
    }
    throw error;
  }
}
