import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'tar';
import {
  blobPath,
  type Descriptor,
  fullName,
  LAYOUT_VERSION,
  type OciDocument,
  TYPES,
} from '../../../deploy/image/oci.ts';
import { UserError } from '../../../deploy/local/errors.ts';

/** Annotation with the name of an artifact in a layout. */
const NAME = 'org.opencontainers.image.ref.name';

/** Names of the artifacts in an OCI layout. Throws a UserError where there is none. */
export async function namesIn(layout: string): Promise<readonly string[]> {
  return (await topsIn(layout)).map(({ annotations }) => annotations?.[NAME] ?? '');
}

/** Digest of the artifact of a name in an OCI layout. Throws a UserError where there is none. */
export async function digestOf(layout: string, name: string): Promise<string> {
  const found = (await topsIn(layout)).find(({ annotations }) => annotations?.[NAME] === name);
  if (found === undefined) {
    throw new UserError(`${layout} has no ${name}`);
  }
  return found.digest;
}

/** Writes an archive with an image of an OCI layout for all its platforms, under these names, as containerd imports it. */
export async function archiveImage(
  layout: string,
  digest: string,
  names: readonly string[],
  archive: string,
): Promise<void> {
  const top = (await topsIn(layout)).find((each) => each.digest === digest);
  if (top === undefined) {
    throw new UserError(`${layout} has no image with the digest ${digest}`);
  }
  const work = await mkdtemp(`${archive}.work-`);
  try {
    await mkdir(join(work, 'blobs/sha256'), { recursive: true });
    for (const path of await pathsFrom(layout, top)) {
      await copyFile(join(layout, path), join(work, path));
    }
    await writeFile(join(work, 'oci-layout'), LAYOUT_VERSION);
    await writeFile(join(work, 'index.json'), JSON.stringify(indexOf(top, names)));
    // The file by which readers recognise the layout comes first.
    await create({ file: archive, cwd: work, portable: true }, ['oci-layout', 'index.json', 'blobs']);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function indexOf({ mediaType, digest, size }: Descriptor, names: readonly string[]): object {
  const manifests = names.map((name) => ({
    mediaType,
    digest,
    size,
    annotations: { 'io.containerd.image.name': fullName(name) },
  }));
  return { schemaVersion: 2, mediaType: TYPES.index, manifests };
}

/** Descriptors in the index of a layout. */
async function topsIn(layout: string): Promise<readonly Descriptor[]> {
  const file = join(layout, 'index.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${file} cannot be read (${error.code}): --release is the folder of a release`);
  });
  return (JSON.parse(text) as Required<OciDocument>).manifests;
}

/** Paths of a document of a layout, and of all that it refers to, each once. */
async function pathsFrom(layout: string, { digest }: Descriptor): Promise<ReadonlySet<string>> {
  const path = blobPath(digest);
  const document = JSON.parse(await readFile(join(layout, path), 'utf8')) as OciDocument;
  const { config, layers = [], manifests = [] } = document;
  const files = config === undefined ? [] : [config, ...layers];
  const below = await Promise.all(manifests.map((each) => pathsFrom(layout, each)));
  return new Set([
    path,
    ...files.map((each) => blobPath(each.digest)),
    ...below.flatMap((each) => [...each]),
  ]);
}
