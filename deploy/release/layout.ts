import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layer } from '../image/layer.ts';
import { type Blob, blobPath, type Descriptor, fullName, LAYOUT_VERSION, TYPES } from '../image/oci.ts';

/** Image or chart in a layout: what its names lead to, and all that this refers to. */
export interface Artifact {
  /** Names below the registry, each `<repository>:<tag>`. */
  readonly names: readonly string[];
  /** Its index, or its manifest. */
  readonly top: Descriptor;
  readonly documents: readonly Blob[];
  readonly files: readonly Layer[];
}

/** Writes an OCI layout with these artifacts; `registry` is before their names where engines load them. */
export async function writeLayout(
  folder: string,
  artifacts: readonly Artifact[],
  registry: string,
): Promise<void> {
  await mkdir(join(folder, 'blobs/sha256'), { recursive: true });
  for (const { documents, files } of artifacts) {
    for (const { digest, content } of documents) {
      await writeFile(join(folder, blobPath(digest)), content);
    }
    for (const { digest, file } of files) {
      await copyFile(file, join(folder, blobPath(digest)));
    }
  }
  await writeFile(join(folder, 'oci-layout'), LAYOUT_VERSION);
  await writeFile(join(folder, 'index.json'), JSON.stringify(indexOf(artifacts, registry)));
}

function indexOf(artifacts: readonly Artifact[], registry: string): object {
  const manifests = artifacts.flatMap(({ names, top }) =>
    names.map((name) => ({
      ...top,
      annotations: {
        'io.containerd.image.name': fullName(inRegistry(registry, name)),
        'org.opencontainers.image.ref.name': name,
      },
    })),
  );
  return { schemaVersion: 2, mediaType: TYPES.index, manifests };
}

/** Name of an image or a chart in a registry. */
export function inRegistry(registry: string, name: string): string {
  return registry === '' ? name : `${registry}/${name}`;
}
