import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../../deploy/local/repository.ts';
import { runTool } from '../../../deploy/local/runtool.ts';

/** Charts and image of a former commit. */
export interface Former {
  /** The commit, as Git names it. */
  readonly ref: string;
  readonly charts: { readonly stoa: string; readonly kinds: string };
  readonly image: { readonly repository: string; readonly tag: string };
  readonly archive: string;
  close(): Promise<void>;
}

/**
 * Charts of a former commit in a worktree below `folder`, and the image that its own code makes, which is kept in `images`
 * and used as it is where it is there.
 */
export async function formerOf(
  ref: string,
  {
    folder,
    images,
    signal,
  }: { readonly folder: string; readonly images: string; readonly signal: AbortSignal },
): Promise<Former> {
  const tree = join(folder, 'former');
  const run = (file: string, ...args: readonly string[]) => runTool(file, args, { signal });
  const git = (...args: readonly string[]) => run('git', '-C', repository.root, ...args);
  await git('worktree', 'add', '--detach', tree, ref);
  const close = async () => void (await git('worktree', 'remove', '--force', tree));
  const image = { repository: 'stoa', tag: `e2e-${ref}` };
  const archive = join(images, `stoa-${ref}.tar`);
  try {
    if (!existsSync(archive)) {
      await run('npm', '--prefix', tree, 'ci', '--include=dev', '--include=optional');
      const options = [`--name=${image.repository}:${image.tag}`, `--folder=${join(folder, 'made')}`];
      await run('npm', '--prefix', tree, 'run', 'image', '--', ...options);
      await copyFile(join(folder, 'made', 'stoa.tar'), archive);
    }
    const deploy = join(tree, 'deploy');
    const charts = { stoa: join(deploy, 'chart'), kinds: join(deploy, 'chart-crds') };
    return { ref, charts, image, archive, close };
  } catch (error) {
    await close();
    throw error;
  }
}
