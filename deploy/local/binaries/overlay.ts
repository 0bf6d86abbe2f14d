import { readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';

/**
 * A module that a wrapper builds without a part of it. The wrapper's folder of it holds a go.mod and what takes the
 * part's place; an overlay shows Go the module's other files there, as Go lets none replace files of its own cache.
 */
export interface TrimmedModule {
  readonly wrapper: string;
  readonly folder: string;
  readonly module: string;
  /** The folder of the module that is left out. */
  readonly omitted: string;
}

/** What Go's `-overlay` reads: paths, and the files that stand in for them. */
export interface Overlay {
  readonly Replace: Readonly<Record<string, string>>;
}

/** Runs Go in a folder, and returns what it prints. */
export type RunGo = (folder: string, ...args: readonly string[]) => Promise<string>;

const TRIMMED_MODULES: readonly TrimmedModule[] = [
  // The drivers of DNS services need modules of which not all can be had everywhere.
  { wrapper: 'traefik', folder: 'lego', module: 'github.com/go-acme/lego/v5', omitted: 'providers' },
];

const downloadSchema = z.object({ Dir: z.string() });

/** The module that the wrapper of this name builds without a part. */
export function trimmedModuleOf(wrapper: string): TrimmedModule | undefined {
  return TRIMMED_MODULES.find((each) => each.wrapper === wrapper);
}

/** The folder in a wrapper whose go.mod and go.sum pin the whole module. */
export function upstreamFolder({ folder }: TrimmedModule): string {
  return join(folder, 'upstream');
}

/** The flags by which Go, in the wrapper's folder, sees a thinned module's files; none where there is no such module. */
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

/** Shows the sources among the module's files in the wrapper's folder of it, but for tests and what is left out. */
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
