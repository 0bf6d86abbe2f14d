import { placeRenderer } from '../../deploy/local/binaries/renderer.ts';
import { rendererFiles } from '../../src/chart/files.ts';
import { Renderer } from '../../src/chart/renderer.ts';
import type { RenderedChart, RenderOutcome, RenderRequest } from '../../src/chart/rendering.ts';
import { silentProgress } from './progress.ts';

/** Renderer of the sources, for the tests of one file. */
export async function testRenderer(): Promise<Renderer> {
  await placeRenderer({ progress: silentProgress });
  return new Renderer(rendererFiles());
}

/** Request for the first release of a chart, with some changes. */
export function renderRequest(archive: Uint8Array, changes: Partial<RenderRequest> = {}): RenderRequest {
  return {
    archive,
    values: {},
    release: { name: 'mine', namespace: 'shop', revision: 1, upgrade: false },
    capabilities: {
      kubeVersion: 'v1.36.4',
      apiVersions: ['v1', 'apps/v1', 'apps/v1/Deployment', 'batch/v1'],
    },
    lookup: [],
    seed: Buffer.from('seed'),
    time: new Date('2026-01-02T03:04:05Z'),
    ...changes,
  };
}

/** Content of an outcome. Throws an Error for a refusal. */
export function contentOf(outcome: RenderOutcome): RenderedChart {
  if (outcome.type === 'refused') {
    throw new Error(JSON.stringify(outcome.refusal));
  }
  return outcome.content;
}
