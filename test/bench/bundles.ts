import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeBundle, makeScripts } from '../../deploy/bundle/bundle.ts';
import { BUNDLE_MAIN } from '../../deploy/bundle/name.ts';
import { repository } from '../../deploy/local/repository.ts';
import { ENGINE_FILE } from '../../src/chart/files.ts';

/**
 * Makes the bundles that benchmarks run in the folder of a stage: Stoa, and the operator that answers queries. Charts are
 * rendered if the renderer has been placed by then.
 */
export async function makeBundles(folder: string): Promise<void> {
  await makeBundle(repository.root, join(folder, 'stoa'));
  await makeScripts(repository.root, 'test/bench/operator.ts', join(folder, 'operator'));
  await symlink(join(folder, 'stoa', 'sandbox'), join(folder, 'operator', 'sandbox'));
  await symlink(repository.renderer, join(folder, 'operator', ENGINE_FILE));
}

/** Main module of Stoa, as in the image. */
export function stoaMain(folder: string): string {
  return join(folder, 'stoa', BUNDLE_MAIN);
}

/** Main module of the operator that answers queries. */
export function operatorMain(folder: string): string {
  return join(folder, 'operator', BUNDLE_MAIN);
}
