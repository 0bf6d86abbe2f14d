import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract, list } from 'tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Blob, blobOf, blobPath, TYPES } from '../../../deploy/image/oci.ts';
import { archiveImage, digestOf, namesIn } from '../../e2e/shipped/layoutarchive.ts';

let folder: string;
let layout: string;
/** Digests of each image with its whole content, by their names. */
const contents = new Map<string, readonly string[]>();

async function store(blob: Blob): Promise<Blob> {
  await writeFile(join(layout, blobPath(blob.digest)), blob.content);
  return blob;
}

/** Stores an image for two platforms; returns its entry in the index. */
async function image(name: string): Promise<object> {
  const blobs: Blob[] = [];
  const manifests: object[] = [];
  for (const architecture of ['amd64', 'arm64']) {
    const [config, layer] = [blobOf({ name, architecture }), blobOf({ layer: name, architecture })];
    const manifest = blobOf({ config, layers: [layer] });
    blobs.push(config, layer, manifest);
    manifests.push({ digest: manifest.digest, platform: { architecture, os: 'linux' } });
  }
  const { digest, size, content } = blobOf({ manifests });
  for (const each of [...blobs, { digest, size, content }]) {
    await store(each);
  }
  contents.set(name, [digest, ...blobs.map((each) => each.digest)]);
  const annotations = { 'org.opencontainers.image.ref.name': name };
  return { mediaType: TYPES.index, digest, size, annotations };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-layout-'));
  layout = join(folder, 'oci');
  await mkdir(join(layout, 'blobs/sha256'), { recursive: true });
  const manifests = [await image('stoa:1.0.0'), await image('other:1.0.0')];
  await writeFile(join(layout, 'index.json'), JSON.stringify({ manifests }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('the archive of an image has all its platforms and nothing of others, under the digest and the names wanted', async () => {
  expect(await namesIn(layout)).toEqual(['stoa:1.0.0', 'other:1.0.0']);
  const digest = await digestOf(layout, 'stoa:1.0.0');
  const archive = join(folder, 'stoa.tar');
  await archiveImage(layout, digest, [`ghcr.io/acme/stoa@${digest}`, 'stoa:0.1.0'], archive);
  const files: string[] = [];
  await list({ file: archive, onReadEntry: ({ path, type }) => type === 'File' && files.push(path) });
  const expected = (contents.get('stoa:1.0.0') ?? []).map(blobPath);
  expect(files.slice(0, 2)).toEqual(['oci-layout', 'index.json']);
  expect(files.slice(2).toSorted()).toEqual(expected.toSorted());
  const target = join(folder, 'unpacked');
  await mkdir(target);
  await extract({ file: archive, cwd: target });
  const { manifests } = JSON.parse(await readFile(join(target, 'index.json'), 'utf8'));
  expect(manifests).toMatchObject([
    { digest, annotations: { 'io.containerd.image.name': `ghcr.io/acme/stoa@${digest}` } },
    { digest, annotations: { 'io.containerd.image.name': 'docker.io/library/stoa:0.1.0' } },
  ]);
});

it('a name or a digest that the layout lacks, and a folder that is none, are refused', async () => {
  await expect(digestOf(layout, 'stoa:2.0.0')).rejects.toThrow('has no stoa:2.0.0');
  await expect(archiveImage(layout, 'sha256:0', [], join(folder, 'x.tar'))).rejects.toThrow('sha256:0');
  await expect(namesIn(folder)).rejects.toThrow('--release is the folder of a release');
});
