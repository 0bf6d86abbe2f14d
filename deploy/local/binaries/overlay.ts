import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

/**
 * Module that a wrapper builds without one of its folders. The wrapper's folder for it has a go.mod and a substitute;
 * an overlay shows Go the module's other files there, because Go does not overlay files of its module cache.
 */
export interface TrimmedModule {
  readonly wrapper: string;
  readonly folder: string;
  readonly module: string;
  /** Folder of the module that is left out. */
  readonly omitted: string;
}

/** File of Go's `-overlay`: replacements by path. */
export interface Overlay {
  readonly Replace: Readonly<Record<string, string>>;
}

/** Runs Go in a folder and returns its output. */
export type RunGo = (folder: string, ...args: readonly string[]) => Promise<string>;

const TRIMMED_MODULES: readonly TrimmedModule[] = [
  // The drivers of DNS services need modules that are not available everywhere.
  { wrapper: 'traefik', folder: 'lego', module: 'github.com/go-acme/lego/v5', omitted: 'providers' },
];

const downloadSchema = z.object({ Dir: z.string() });

/** Trimmed module of the wrapper with this name. */
export function trimmedModuleOf(wrapper: string): TrimmedModule | undefined {
  return TRIMMED_MODULES.find((each) => each.wrapper === wrapper);
}

/** Folder in a wrapper whose go.mod and go.sum pin the whole module. */
export function upstreamFolder({ folder }: TrimmedModule): string {
  return join(folder, 'upstream');
}

/** Flags that show Go the files of the wrapper's trimmed module; none where it has no such module. */
export async function overlayFlags(wrapper: string, work: string, go: RunGo): Promise<readonly string[]> {
  const thinned = trimmedModuleOf(basename(wrapper));
  if (thinned === undefined) {
    return [];
  }
  const answer = await go(join(wrapper, upstreamFolder(thinned)), 'mod', 'download', '-json', thinned.module);
  const { Dir } = downloadSchema.parse(JSON.parse(answer));
  const files = await readdir(Dir, { recursive: true });
  const file = join(work, 'overlay.json');
  await writeFile(file, JSON.stringify(overlayOf(thinned, wrapper, Dir, files)));
  return ['-overlay', file];
}

/** Overlay of the module's sources on the wrapper's folder, without tests and the omitted folder. */
export function overlayOf(
  { folder, omitted }: TrimmedModule,
  wrapper: string,
  origin: string,
  files: readonly string[],
): Overlay {
  const kept = files.filter(
    (file) => file.endsWith('.go') && !file.endsWith('_test.go') && !file.startsWith(`${omitted}/`),
  );
  return {
    Replace: Object.fromEntries(kept.map((file) => [join(wrapper, folder, file), join(origin, file)])),
  };
}
