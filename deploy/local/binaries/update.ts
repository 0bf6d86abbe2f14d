/**
 * Brings one program, or kinds, of others to another version, everywhere: `npm run bump -- traefik 1.2.3`. Writes
 * versions.json, the wrapper modules, the CRDs and the texts that tell the version. Needs Go and a module proxy.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BUNDLES } from './bundles.ts';
import { textFiles, withMentions } from './mentions.ts';
import { overlayFlags, type Thinned, thinnedIn, upstreamFolder } from './overlay.ts';
import { bumped, PARTS, type Part, type Versions } from './parts.ts';
import versions from './versions.json' with { type: 'json' };
import { lastWords } from './words.ts';
import { pinnedBy, programsOf, type Requirement, withRequirements, withStagingReplaces } from './wrappers.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const root = join(here, '..', '..', '..');
const crdFolder = join(here, '..', 'crds');

/** What a file holds from now on; undefined where it goes. */
interface Change {
  readonly path: string;
  readonly content: string | Buffer | undefined;
}

/** A mistake of who calls. */
class Misuse extends Error {}

const listed = z.object({ Versions: z.array(z.string()).default([]) });
const downloaded = z.object({ Dir: z.string(), GoMod: z.string() });
const goMod = z.object({ Require: z.array(z.object({ Path: z.string(), Version: z.string() })) });

try {
  await bump(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bump: ${lastWords(error)}\n`);
  process.exitCode = error instanceof Misuse ? 2 : 1;
}

/** All changes are known before the first is made: a step that fails leaves everything as it was. */
async function bump(args: readonly string[]): Promise<void> {
  const { part, version } = readArguments(args);
  const work = await mkdtemp(join(tmpdir(), 'stoa-bump-'));
  try {
    const next = bumped(versions, part, version, await publishedVersions(part, work));
    const source = await sourceOf(part, next, work);
    const changes = [
      { path: join(here, 'versions.json'), content: `${JSON.stringify(next, undefined, 2)}\n` },
      ...(await wrapperChanges(part, next, work)),
      ...(await bundleChanges(part, next, source.Dir)),
      ...(await textChanges(part, version)),
    ];
    await make(changes);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function readArguments([name, version, ...others]: readonly string[]): { part: Part; version: string } {
  const part = PARTS.find((each) => each.name === name);
  if (part === undefined) {
    throw new Misuse(`unknown program "${name ?? ''}": one of ${PARTS.map((each) => each.name).join(', ')}`);
  }
  if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version) || others.length > 0) {
    throw new Misuse(`what comes after ${part.name} must be one version such as ${versions[part.key]}`);
  }
  return { part, version };
}

async function publishedVersions({ module }: Part, work: string): Promise<readonly string[]> {
  const { Versions } = listed.parse(JSON.parse(await go(work, 'list', '-m', '-versions', '-json', module)));
  return Versions.map((version) => version.slice(1));
}

/** The sources of the part's version; that there are none is a mistake of who calls. */
async function sourceOf(part: Part, next: Versions, work: string): Promise<z.infer<typeof downloaded>> {
  const module = requirementOf(part, next);
  say(`sources: ${module}`);
  return download(module, work).catch((error: unknown) => {
    throw new Misuse(`no ${part.title} ${next[part.key]} is published (${lastWords(error)})`);
  });
}

/** The go.mod and go.sum of every wrapper module that pins the part. */
async function wrapperChanges(part: Part, next: Versions, work: string): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const entry of await readdir(here, { withFileTypes: true })) {
    const text = entry.isDirectory() ? await readFile(join(here, entry.name, 'go.mod'), 'utf8') : '';
    const pinned = pinnedBy(text);
    if (!pinned.includes(part)) continue;
    const goModText = await bareGoMod(text, pinned, next, work);
    changes.push(...(await renewed(entry.name, goModText, part, next, work)));
  }
  return changes;
}

/** The module files of a wrapper that begins anew with this go.mod. */
async function renewed(
  wrapper: string,
  goModText: string,
  part: Part,
  next: Versions,
  work: string,
): Promise<readonly Change[]> {
  const copy = join(work, wrapper);
  await cp(join(here, wrapper), copy, { recursive: true });
  await writeFile(join(copy, 'go.mod'), goModText);
  const thinned = thinnedIn(wrapper);
  if (thinned !== undefined) await pinUpstream(thinned, part, next, work);
  await tidy(copy, work);
  const places = thinned === undefined ? ['.'] : ['.', upstreamFolder(thinned)];
  const files = places.flatMap((place) => [join(place, 'go.mod'), join(place, 'go.sum')]);
  return Promise.all(
    files.map(async (file) => ({
      path: join(here, wrapper, file),
      content: await readFile(join(copy, file)),
    })),
  );
}

/** Pins a thinned module to the version that the part wants, in the wrapper's copy. */
async function pinUpstream(thinned: Thinned, part: Part, next: Versions, work: string): Promise<void> {
  const { wrapper, module } = thinned;
  const required = await requiredBy(requirementOf(part, next), work);
  const version = required.find(({ Path }) => Path === module)?.Version;
  if (version === undefined) throw new Error(`${part.title} ${next[part.key]} does not use ${module}`);
  const folder = join(work, wrapper, upstreamFolder(thinned));
  await rm(join(folder, 'go.sum'));
  await go(folder, 'mod', 'edit', `-require=${module}@${version}`);
  await go(folder, 'mod', 'download', module);
}

async function bareGoMod(
  text: string,
  pinned: readonly Part[],
  next: Versions,
  work: string,
): Promise<string> {
  const bare = withRequirements(
    text,
    pinned.map((each) => requirementOf(each, next)),
  );
  const kubernetes = pinned.find(({ key }) => key === 'kubernetes');
  if (kubernetes === undefined) return bare;
  const required = await requiredBy(requirementOf(kubernetes, next), work);
  const staging = required.filter(({ Version }) => Version === 'v0.0.0').map(({ Path }) => Path);
  return withStagingReplaces(bare, next.kubernetes, staging);
}

function requirementOf(part: Part, next: Versions): Requirement {
  return `${part.module} v${part.moduleVersion(next)}`;
}

/** The modules that a module requires. */
async function requiredBy(module: Requirement, work: string): Promise<z.infer<typeof goMod>['Require']> {
  const { GoMod } = await download(module, work);
  return goMod.parse(JSON.parse(await go(work, 'mod', 'edit', '-json', GoMod))).Require;
}

async function tidy(folder: string, work: string): Promise<void> {
  say(`module: ${basename(folder)}`);
  const overlay = await overlayFlags(folder, work, go);
  // -e: some modules that only tests of dependencies name are not to be had.
  await go(folder, 'mod', 'tidy', '-e', ...overlay);
  // What the programs themselves need must be there.
  const programs = programsOf(await readFile(join(folder, 'tools.go'), 'utf8'));
  await go(folder, 'list', ...overlay, '-deps', ...programs);
}

/** The folders of CRDs that come from the part's sources. */
async function bundleChanges(part: Part, next: Versions, source: string): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const bundle of BUNDLES.filter((each) => each.part === part.name)) {
    const folder = join(crdFolder, bundle.part);
    const originals = [
      ...bundle.files.map((file) => join(source, bundle.source, file)),
      ...bundle.licence.map((file) => join(source, file)),
    ];
    const there = await readdir(folder);
    changes.push(...there.map((file) => ({ path: join(folder, file), content: undefined })));
    for (const original of originals) {
      changes.push({ path: join(folder, basename(original)), content: await readFile(original) });
    }
    changes.push({ path: join(folder, 'README.md'), content: bundle.readme(next) });
  }
  return changes;
}

async function textChanges(part: Part, version: string): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const file of textFiles(root)) {
    const text = await readFile(join(root, file), 'utf8');
    const content = withMentions(file, text, part, version);
    if (content !== text) changes.push({ path: join(root, file), content });
  }
  return changes;
}

async function make(changes: readonly Change[]): Promise<void> {
  try {
    for (const { path, content } of changes) {
      if (content === undefined) await rm(path);
      else await writeFile(path, content);
    }
  } catch (error) {
    throw new Error(`${lastWords(error)}: half of it is written; \`git checkout .\` takes it back`);
  }
  const paths = changes.map(({ path }) => relative(root, path));
  for (const path of [...new Set(paths)].toSorted()) say(`written: ${path}`);
}

async function download(module: Requirement, work: string): Promise<z.infer<typeof downloaded>> {
  // Sources may want a newer Go even where only their files are read, which Go then fetches for itself.
  const answer = await goWith('auto', work, 'mod', 'download', '-json', module.replace(' ', '@'));
  return downloaded.parse(JSON.parse(answer));
}

function go(folder: string, ...args: readonly string[]): Promise<string> {
  return goWith('local', folder, ...args);
}

async function goWith(
  toolchain: 'local' | 'auto',
  folder: string,
  ...args: readonly string[]
): Promise<string> {
  const { stdout } = await run('go', args, {
    cwd: folder,
    env: { ...process.env, GOTOOLCHAIN: toolchain, GOWORK: 'off', CGO_ENABLED: '0' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
