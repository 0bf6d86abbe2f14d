import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BUNDLE_MAIN } from '../../../deploy/bundle/name.ts';
import { APP } from '../../../deploy/image/app.ts';
import { buildImage, type ImagePlan } from '../../../deploy/image/image.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { TargetCluster } from './targetcluster.ts';

/** Name of the image in deploy/base and deploy/retire. */
export const RETIRING_IMAGE = `stoa:${manifest.version}`;

/** Image of the store. */
export const ECHO_IMAGE = 'stoa-echo:1';

/** Plan of that image: the store, and the server of the components of cases. It needs nothing of the image of Stoa. */
export const ECHO = {
  names: [ECHO_IMAGE],
  main: `echo/${BUNDLE_MAIN}`,
  files: [],
  scripts: {
    type: 'modules',
    modules: { echo: 'test/e2e/echo/main.ts', store: 'deploy/local/store/main.ts' },
  },
} as const satisfies ImagePlan;

/** Main module of the store in that image. */
export const STORE_MAIN = `/${APP}/store/${BUNDLE_MAIN}`;

/** Builds images into a folder unless they exist there, by the names of their archives; returns the paths of these. */
export async function imagesIn(
  folder: string,
  plans: Readonly<Record<string, ImagePlan>>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const archives: string[] = [];
  for (const [name, plan] of Object.entries(plans)) {
    const archive = join(folder, name);
    if (!existsSync(archive)) {
      await buildImage(plan, archive, signal);
    }
    archives.push(archive);
  }
  return archives;
}

/** Loads images into the cluster; returns the size of their archives as text. */
export async function loadImages(where: TargetCluster, archives: readonly string[]): Promise<string> {
  const sizes: string[] = [];
  for (const archive of archives) {
    await where.load(archive);
    sizes.push(`${((await stat(archive)).size / 1e6).toFixed(1)} MB`);
  }
  return sizes.join(', ');
}
