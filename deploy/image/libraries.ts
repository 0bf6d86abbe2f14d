import { cp, mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../local/errors.ts';
import { runTool } from '../local/runtool.ts';

/** Shared libraries that Node's own builds for Linux are linked with, and their loader. */
const NEEDED = /^(ld-linux[-\w.]*|lib(c|m|dl|pthread|stdc\+\+|gcc_s))\.so\.\d+$/;

/** Whether Node needs a library with this file name. */
export function isNeeded(fileName: string): boolean {
  return NEEDED.test(fileName);
}

/** Files of a program's libraries in the output of `ldd`; the library of the kernel has no file. */
export function linkedFiles(ldd: string): readonly string[] {
  return ldd
    .split('\n')
    .map((line) => /(?:=> |^\s*)(\/\S+) \(0x[0-9a-f]+\)$/.exec(line)?.[1])
    .filter((file) => file !== undefined);
}

/** Copies a program's libraries to the same paths below `root`, and follows links. */
export async function copyOwnLibraries(program: string, root: string, signal: AbortSignal): Promise<void> {
  const files = linkedFiles(await runTool('ldd', [program], { signal }));
  if (!files.some((file) => file.includes('/ld-linux'))) {
    throw new UserError(`${program} is not linked with glibc: build the image on Linux with glibc`);
  }
  for (const file of files) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await cp(await realpath(file), join(root, file));
  }
}
