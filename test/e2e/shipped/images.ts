import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buildImage, stoaImage } from '../../../deploy/image/image.ts';
import type { Where } from './where.ts';

/** Stoa as it is installed, and as it is upgraded to: the same image under two names. */
export const STOA_IMAGES = ['stoa:e2e-1', 'stoa:e2e-2'] as const;

/** Builds the image into a folder unless it is there; its archive. */
export async function imageIn(folder: string, signal: AbortSignal): Promise<string> {
  const archive = join(folder, 'stoa.tar');
  if (!existsSync(archive)) {
    await buildImage(stoaImage(...STOA_IMAGES), archive, signal);
  }
  return archive;
}

/** Brings the image into the cluster; says how large its archive is. */
export async function loadImage(where: Where, archive: string): Promise<string> {
  await where.load(archive);
  return `${((await stat(archive)).size / 1e6).toFixed(1)} MB`;
}
