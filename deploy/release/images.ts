import { join } from 'node:path';
import { entrypointOf, type ImagePlan, makeApp, versionOf } from '../image/image.ts';
import { type Layer, packLayer } from '../image/layer.ts';
import { type Blob, blobOf, type Descriptor, imageOf, manifestDescriptor, TYPES } from '../image/oci.ts';
import { makeRuntime, type Runtime } from '../image/runtime.ts';
import { type Bom, bomOf } from '../image/sbom.ts';
import type { Platform } from '../local/binaries/platform.ts';
import { UserError } from '../local/errors.ts';
import type { Artifact } from './layout.ts';

/** Platforms of images. */
const PLATFORMS: readonly Platform[] = [
  { os: 'linux', arch: 'amd64' },
  { os: 'linux', arch: 'arm64' },
];

/** Layer of a platform with Node and its libraries, which all images share. */
export interface BaseLayer {
  readonly platform: Platform;
  readonly layer: Layer;
  readonly runtime: Runtime;
  /** Folder with the root of the layer. */
  readonly root: string;
}

/** Image for all platforms, and its bills of materials by architecture; undefined of an image without the bundle of Stoa. */
export interface ReleasedImage {
  readonly artifact: Artifact;
  readonly boms: Readonly<Record<string, Bom>> | undefined;
}

/** Makes the base layers of all platforms in the folder `work`. Throws a UserError where pinned libraries are not available. */
export async function makeBases(work: string, signal: AbortSignal): Promise<readonly BaseLayer[]> {
  const bases = PLATFORMS.map((platform) => makeBase(platform, work, signal));
  // The caller removes the folder after a failure.
  await Promise.allSettled(bases);
  return Promise.all(bases);
}

async function makeBase(platform: Platform, work: string, signal: AbortSignal): Promise<BaseLayer> {
  const root = join(work, `base-${platform.arch}`);
  const runtime = await makeRuntime(root, platform, work, signal);
  if (runtime.libraries.from === 'machine') {
    throw new UserError(
      `a release has the libraries that deploy/image/debian.json pins, not ${runtime.libraries.description}`,
    );
  }
  return { platform, root, runtime, layer: await packLayer(root, `${root}.tar.gz`) };
}

/** Makes an image for the platforms of the bases in the folder `work`. */
export async function makeImage(
  plan: ImagePlan,
  bases: readonly BaseLayer[],
  work: string,
  signal: AbortSignal,
): Promise<ReleasedImage> {
  const [root, version] = [join(work, 'app'), await versionOf(plan)];
  const packages = await makeApp(plan, root, join(work, 'bundling'), signal);
  const app = await packLayer(root, `${root}.tar.gz`);
  const images = bases.map(({ platform, runtime, layer }) => {
    const facts = {
      version,
      architecture: platform.arch,
      entrypoint: entrypointOf(plan),
      libraries: runtime.libraries.description,
    };
    const { config, manifest } = imageOf(facts, [layer, app]);
    return { documents: [config, manifest], descriptor: manifestDescriptor(platform.arch, manifest) };
  });
  const index = indexOf(images.map(({ descriptor }) => descriptor));
  const artifact = {
    names: plan.names,
    top: { mediaType: TYPES.index, digest: index.digest, size: index.size },
    documents: [...images.flatMap(({ documents }) => documents), index],
    files: [...bases.map(({ layer }) => layer), app],
  };
  return { artifact, boms: packages && bomsOf(packages, bases) };
}

function indexOf(manifests: readonly Descriptor[]): Blob {
  return blobOf({ schemaVersion: 2, mediaType: TYPES.index, manifests });
}

function bomsOf(packages: Bom, bases: readonly BaseLayer[]): Readonly<Record<string, Bom>> {
  return Object.fromEntries(
    bases.map(({ platform, runtime }) => [platform.arch, bomOf(packages, runtime, platform)]),
  );
}
