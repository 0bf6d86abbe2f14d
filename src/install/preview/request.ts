import { ANNOTATIONS } from '../../api/group.ts';
import { isPreviewId } from '../../api/preview.ts';
import type { MarketInstall } from '../../objects/stoa.ts';

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
