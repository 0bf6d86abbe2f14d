import { randomUUID } from 'node:crypto';
import { ANNOTATIONS } from '../../../api/group.ts';
import type { InstallPreview } from '../../../api/marketinstall.ts';
import type { MarketInstall } from '../../../objects/stoa.ts';
import type { Scope } from '../../scope.ts';
import { replaceInstall } from './edit.ts';
import { DEADLINE_MS } from './installing.ts';
import { previewAnswer } from './preview.ts';
import { findInstall } from './stored.ts';

/**
 * Preview of a version of an install, or of that of its spec: annotations ask the operator for it, and are taken off
 * again. Throws Problem and KubeError.
 */
export async function planInstall(
  scope: Scope,
  id: string,
  version: string | undefined,
  deadlineMs = DEADLINE_MS,
): Promise<InstallPreview> {
  const until = performance.now() + deadlineMs;
  const request = randomUUID();
  const { after } = await replaceInstall(scope, await findInstall(scope, id), (install) =>
    withAnnotations(install, {
      [ANNOTATIONS.previewRequested]: request,
      [ANNOTATIONS.previewVersion]: version,
    }),
  );
  try {
    return await previewAnswer(scope, after, { id: request }, until);
  } finally {
    await replaceInstall(scope, after, (install) => withoutRequest(install, request)).catch(() => undefined);
  }
}

/** The install with other values of annotations; undefined removes one. */
function withAnnotations(
  install: MarketInstall,
  changes: Readonly<Record<string, string | undefined>>,
): MarketInstall {
  const annotations = Object.fromEntries(
    Object.entries({ ...install.metadata.annotations, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  return { ...install, metadata: { ...install.metadata, annotations } };
}

/** The install without a request for a preview; that of somebody else stays. */
function withoutRequest(install: MarketInstall, request: string): MarketInstall {
  return install.metadata.annotations?.[ANNOTATIONS.previewRequested] === request
    ? withAnnotations(install, {
        [ANNOTATIONS.previewRequested]: undefined,
        [ANNOTATIONS.previewVersion]: undefined,
      })
    : install;
}
