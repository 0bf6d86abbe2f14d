import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { ChartRepositories } from '../../src/chart/fetch/repositories.ts';
import type { Renderer } from '../../src/chart/renderer.ts';
import { verifySchema } from '../../src/store/signature/policy.ts';
import { chartArchive } from '../support/chartarchive.ts';
import { testRenderer } from '../support/charts.ts';
import { silentProgress } from '../support/progress.ts';
import { type RunningRegistry, startRegistry, urlOf } from '../support/registry.ts';
import {
  bundleByIdentity,
  bundleByKey,
  payloadByIdentity,
  payloadByKey,
  payloadFor,
  statementFor,
} from '../support/signatures.ts';
import { bundlesAt, payloadsAt, type RegistryContent } from '../support/signedregistry.ts';
import { createSigstore, keyPair } from '../support/sigstore.ts';
import { run } from './support/cli.ts';

/** A registry of Distribution, which has no API for referrers, with charts that Helm has pushed. */
let folder: string;
let registry: RunningRegistry;
let renderer: Renderer;
let repositories: ChartRepositories;

const publisher = keyPair();
const sigstore = createSigstore();
const { signal } = new AbortController();

const SUBJECT = 'https://ci.example.com/acme/shop';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-signed-'));
  renderer = await testRenderer();
  registry = await startRegistry(folder);
  const keys = [publisher.publicKey.export({ type: 'spki', format: 'pem' })];
  const identities = [{ issuer: 'https://issuer.example.com', subject: SUBJECT }];
  const { trustedRoot } = sigstore;
  const stores = [
    { type: 'range', address: '127.0.0.0', prefix: 8 },
    { type: 'registry', place: `${registry.address}/keys`, policy: verifySchema.parse({ keys }) },
    {
      type: 'registry',
      place: `${registry.address}/identities`,
      policy: verifySchema.parse({ identities, trustedRoot }),
    },
  ] as const;
  repositories = new ChartRepositories({ stores }, renderer);
});

afterAll(async () => {
  await registry.stop();
  await renderer.close();
  await rm(folder, { recursive: true });
});

/** Pushes a chart by Helm, and returns the digest of its manifest. */
async function pushChart(team: string, name: string): Promise<string> {
  const { helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress });
  const archive = join(folder, `${name}-1.0.0.tgz`);
  await writeFile(archive, chartArchive(name, {}));
  const pushed = await run(helm, ['push', archive, `oci://${registry.address}/${team}`, '--plain-http']);
  expect(pushed).toMatchObject({ code: 0 });
  return /sha256:[0-9a-f]{64}/.exec(`${pushed.stdout}${pushed.stderr}`)?.[0] ?? '';
}

/** Pushes manifests and blobs, the blobs first. */
async function push(repository: string, content: RegistryContent): Promise<void> {
  const url = urlOf(registry.address, repository);
  const put = async (target: URL | string, type: string, body: string | Uint8Array) => {
    const headers = { 'content-type': type };
    const { status } = await fetch(target, { method: 'PUT', headers, body: Buffer.from(body) });
    expect(status).toBe(201);
  };
  const blob = async (path: string, body: string | Uint8Array) => {
    const { headers } = await fetch(`${url}/blobs/uploads/`, { method: 'POST' });
    const target = new URL(headers.get('location') ?? '', url);
    target.searchParams.set('digest', path.replace('blobs/', ''));
    await put(target, 'application/octet-stream', body);
  };
  await blob('blobs/sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', '{}');
  const entries = Object.entries(content);
  for (const [path, body] of entries.filter(([each]) => each.startsWith('blobs/'))) {
    await blob(path, body);
  }
  const isTag = ([path]: readonly [string, unknown]) => !path.includes(':');
  const manifests = entries.filter(([path]) => path.startsWith('manifests/'));
  for (const [path, body] of manifests.toSorted((one, other) => Number(isTag(one)) - Number(isTag(other)))) {
    await put(`${url}/${path}`, (JSON.parse(String(body)) as { mediaType: string }).mediaType, body);
  }
}

function fetched(team: string, name: string, version = '1.0.0') {
  return repositories.fetch(
    { url: `oci://${registry.address}/${team}`, domain: '' },
    { name, version },
    signal,
  );
}

it.each<[string, (digest: string) => RegistryContent, string]>([
  ['keys', (digest) => payloadsAt(digest, [payloadByKey(publisher, payloadFor(digest))]), 'key sha256:'],
  [
    'keys',
    (digest) => bundlesAt(digest, [bundleByKey(publisher, statementFor(digest))], 'tag'),
    'key sha256:',
  ],
  ['identities', (digest) => payloadsAt(digest, [payloadByIdentity(sigstore, payloadFor(digest))]), SUBJECT],
  [
    'identities',
    (digest) => bundlesAt(digest, [bundleByIdentity(sigstore, statementFor(digest))], 'tag'),
    SUBJECT,
  ],
])('a chart is fetched once it is signed: %s, %#', async (team, signatures, by) => {
  const name = `shop-${expect.getState().currentTestName?.replace(/\D/g, '')}`;
  const digest = await pushChart(team, name);
  expect(await fetched(team, name)).toEqual({ type: 'refused', refusal: { type: 'unsigned' } });
  await push(`${team}/${name}`, signatures(digest));
  for (const version of ['1.0.0', '^1']) {
    expect(await fetched(team, name, version)).toMatchObject({
      type: 'fetched',
      version: '1.0.0',
      archive: await readFile(join(folder, `${name}-1.0.0.tgz`)),
      signedBy: expect.stringContaining(by),
    });
  }
});

it('a signature that was copied from another chart is for that one', async () => {
  const [other, digest] = [await pushChart('keys', 'other'), await pushChart('keys', 'copied')];
  const signed = payloadsAt(other, [payloadByKey(publisher, payloadFor(other))]);
  await push('keys/other', signed);
  await push('keys/copied', payloadsAt(digest, [payloadByKey(publisher, payloadFor(other))]));
  expect(await fetched('keys', 'other')).toMatchObject({ type: 'fetched' });
  expect(await fetched('keys', 'copied')).toMatchObject({
    refusal: { type: 'signature-untrusted', fault: { type: 'other-digest' } },
  });
});

it('a tag that moves to an unsigned chart is refused, and elsewhere nothing needs a signature', async () => {
  const digest = await pushChart('keys', 'moving');
  await push('keys/moving', payloadsAt(digest, [payloadByKey(publisher, payloadFor(digest))]));
  expect(await fetched('keys', 'moving')).toMatchObject({ type: 'fetched' });
  const { helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress });
  const archive = join(folder, 'moving-1.0.0.tgz');
  await writeFile(
    archive,
    chartArchive('moving', { 'templates/evil.yaml': 'kind: Secret\napiVersion: v1\n' }),
  );
  for (const team of ['keys', 'anybody']) {
    await run(helm, ['push', archive, `oci://${registry.address}/${team}`, '--plain-http']);
  }
  expect(await fetched('keys', 'moving')).toMatchObject({ refusal: { type: 'unsigned' } });
  const open = await fetched('anybody', 'moving');
  expect(open).toMatchObject({ type: 'fetched' });
  expect(open).not.toHaveProperty('signedBy');
});
