import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type BuiltImage, buildImage, type ImagePlan } from '../../../deploy/image/image.ts';
import { blobPath } from '../../../deploy/image/oci.ts';
import { run } from './cli.ts';

const NODE = '/usr/local/bin/node';

/** Whether this process may change mounts: root in a container often may not. */
const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;

/** Image that was built and unpacked. */
export interface UnpackedImage {
  readonly image: BuiltImage;
  /** Folder of its file system. */
  readonly root: string;
  /**
   * Command line of Node in the image. As root: as the image's user, with the image as the root file system, which is
   * read-only if mounts may be changed. As another user: only with the image's libraries, because chroot needs root.
   */
  command(...args: readonly string[]): readonly [string, readonly string[]];
}

/** Builds an image, and unpacks it below a folder. */
export async function unpackImage(plan: ImagePlan, folder: string): Promise<UnpackedImage> {
  const image = await buildImage(plan, join(folder, 'image.tar'), new AbortController().signal);
  const [layout, root] = [join(folder, 'layout'), join(folder, 'root')];
  await Promise.all([layout, root].map((each) => mkdir(each)));
  await unpack(image, layout, root);
  return { image, root, command: (...args) => commandIn(root, args) };
}

/** Unpacks the layers on top of each other, as a node does; with the program, because it takes a third of the CPU. */
async function unpack({ archive, digest }: BuiltImage, layout: string, root: string): Promise<void> {
  await tar('-xf', archive, '-C', layout);
  const { layers } = JSON.parse(await readFile(join(layout, blobPath(digest)), 'utf8')) as {
    readonly layers: readonly { readonly digest: string }[];
  };
  for (const layer of layers) {
    await tar('-xzf', join(layout, blobPath(layer.digest)), '-C', root);
  }
}

async function tar(...args: readonly string[]): Promise<void> {
  expect(await run('tar', args)).toMatchObject({ code: 0, stderr: '' });
}

function commandIn(root: string, args: readonly string[]): readonly [string, readonly string[]] {
  if (process.getuid?.() !== 0) {
    const loader = join(root, 'lib64/ld-linux-x86-64.so.2');
    const libraries = ['lib', 'usr/lib'].map((each) => join(root, each, 'x86_64-linux-gnu')).join(':');
    const here = args.map((each) => (each.startsWith('/') ? join(root, each) : each));
    return [loader, ['--library-path', libraries, join(root, NODE), ...here]];
  }
  const user = '--userspec=65532:65532';
  if (!mayMount) {
    return ['chroot', [user, root, NODE, ...args]];
  }
  const readOnly = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec chroot ${user} "$0" "$@"`;
  return ['unshare', ['--mount', 'sh', '-c', readOnly, root, NODE, ...args]];
}
