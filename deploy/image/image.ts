import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { BUNDLE_MAIN } from '../bundle/name.ts';
import { currentPlatform, type Platform } from '../local/binaries/platform.ts';
import { repository } from '../local/repository.ts';
import { APP, makeBundledApp, makeFiles, makeModules } from './app.ts';
import { type Layer, packLayer } from './layer.ts';
import { blobPath, documentsOf } from './oci.ts';
import { makeRuntime, type Runtime } from './runtime.ts';
import { type Bom, bomOf } from './sbom.ts';

/** Ingredients of an image. */
export interface ImagePlan {
  /** Names, each `<repository>:<tag>`. */
  readonly names: readonly string[];
  /** Main module, from the folder of the app. */
  readonly main: string;
  /** Files and folders of this repository in the image. */
  readonly files: readonly string[];
  /** Scripts of the image, beside these files. */
  readonly scripts: Scripts;
  /** Version of the image; that of package.json if absent. */
  readonly version?: string;
}

/** Scripts of an image. */
type Scripts =
  /** The bundle of Stoa. */
  | { readonly type: 'stoa' }
  /** Modules of this repository by their folders in the app, each with all that it imports. */
  | { readonly type: 'modules'; readonly modules: Readonly<Record<string, string>> };

/** Image in a file. */
export interface BuiltImage {
  /** Path of the archive: an OCI layout that `docker load` reads too. */
  readonly archive: string;
  /** Digest of the manifest, `sha256:…`. */
  readonly digest: string;
  /** Size of the archive in bytes. */
  readonly size: number;
  readonly runtime: Runtime;
  /** Bill of materials (CycloneDX); undefined of an image without the bundle. */
  readonly bom: Bom | undefined;
}

/** Image of Stoa; its argument is `operator` or `rest`. */
export function stoaImage(...names: readonly string[]): ImagePlan {
  return { names, main: BUNDLE_MAIN, files: ['LICENSE'], scripts: { type: 'stoa' } };
}

/** Root folders of the layers of an image, lowest first; what changes most often is on top, so that registries keep the rest. */
export interface Roots {
  readonly folders: readonly string[];
  readonly runtime: Runtime;
  readonly bom: Bom | undefined;
}

/** Makes the root folders of the layers below the folder `work`. */
export async function makeRoots(
  plan: ImagePlan,
  platform: Platform,
  work: string,
  signal: AbortSignal,
): Promise<Roots> {
  const [base, app] = [join(work, 'runtime'), join(work, 'app')];
  const runtime = await makeRuntime(base, platform, work, signal);
  const packages = await makeApp(plan, app, join(work, 'bundling'), signal);
  return { folders: [base, app], runtime, bom: packages && bomOf(packages, runtime, platform) };
}

/**
 * Makes the root with the app, which is the same on all platforms; returns the bill of materials of the packages in the
 * bundle of Stoa. npm and the bundler work in the folder `work`.
 */
export async function makeApp(
  plan: ImagePlan,
  root: string,
  work: string,
  signal: AbortSignal,
): Promise<Bom | undefined> {
  await makeFiles(root, plan.files);
  if (plan.scripts.type === 'stoa') {
    return makeBundledApp(root, work, await versionOf(plan), signal);
  }
  await makeModules(root, plan.scripts.modules);
  return undefined;
}

/** Version of an image. */
export async function versionOf({ version }: Pick<ImagePlan, 'version'>): Promise<string> {
  if (version !== undefined) {
    return version;
  }
  const manifest = JSON.parse(await readFile(join(repository.root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}

/** Program of an image, and its first arguments. */
export function entrypointOf({ main }: ImagePlan): readonly string[] {
  return ['/usr/local/bin/node', `/${APP}/${main}`];
}

/** Builds an image and writes it to `archive`, whole or not at all. */
export async function buildImage(plan: ImagePlan, archive: string, signal: AbortSignal): Promise<BuiltImage> {
  await mkdir(dirname(archive), { recursive: true });
  const work = await mkdtemp(`${archive}.work-`);
  try {
    const { folders, runtime, bom } = await makeRoots(plan, currentPlatform(), work, signal);
    const layers: Layer[] = [];
    for (const folder of folders) {
      layers.push(await packLayer(folder, `${folder}.tar.gz`));
    }
    const draft = join(work, 'archive.tar');
    const digest = await writeArchive(plan, runtime, layers, join(work, 'layout'), draft);
    await rename(draft, archive);
    return { archive, digest, size: (await stat(archive)).size, runtime, bom };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function writeArchive(
  plan: ImagePlan,
  { libraries }: Runtime,
  layers: readonly Layer[],
  layout: string,
  archive: string,
): Promise<string> {
  const facts = {
    names: plan.names,
    version: await versionOf(plan),
    architecture: currentPlatform().arch,
    entrypoint: entrypointOf(plan),
    libraries: libraries.description,
  };
  const { digest, documents } = documentsOf(facts, layers);
  await mkdir(join(layout, 'blobs/sha256'), { recursive: true });
  for (const { path, content } of documents) {
    await writeFile(join(layout, path), content);
  }
  for (const { file, digest: of } of layers) {
    await rename(file, join(layout, blobPath(of)));
  }
  const blobs = await readdir(join(layout, 'blobs/sha256'));
  // The file by which readers recognise the layout comes first.
  const paths = [
    'oci-layout',
    'index.json',
    'manifest.json',
    ...blobs.toSorted().map((each) => `blobs/sha256/${each}`),
  ];
  await create({ file: archive, cwd: layout, portable: true, mtime: new Date(0) }, paths);
  return digest;
}
