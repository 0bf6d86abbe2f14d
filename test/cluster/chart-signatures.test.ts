import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ChartRepositories } from '../../src/chart/fetch/repositories.ts';
import type { Renderer } from '../../src/chart/renderer.ts';
import { verifySchema } from '../../src/store/signature/policy.ts';
import { chartArchive } from '../support/chartarchive.ts';
import { testRenderer } from '../support/charts.ts';
import { type RunningRegistry, startRegistry } from '../support/registry.ts';
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
import { pushChart, pushContent } from './support/push.ts';

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

/** Pushes a chart, and returns the digest of its manifest. */
function push(team: string, name: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const archive = join(folder, `${name}-1.0.0.tgz`);
  return pushChart(`${registry.address}/${team}`, archive, chartArchive(name, files));
}

function sign(repository: string, signatures: RegistryContent): Promise<void> {
  return pushContent(`${registry.address}/${repository}`, signatures);
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
  const digest = await push(team, name);
  expect(await fetched(team, name)).toEqual({ type: 'refused', refusal: { type: 'unsigned' } });
  await sign(`${team}/${name}`, signatures(digest));
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
  const [other, digest] = [await push('keys', 'other'), await push('keys', 'copied')];
  const signed = payloadsAt(other, [payloadByKey(publisher, payloadFor(other))]);
  await sign('keys/other', signed);
  await sign('keys/copied', payloadsAt(digest, [payloadByKey(publisher, payloadFor(other))]));
  expect(await fetched('keys', 'other')).toMatchObject({ type: 'fetched' });
  expect(await fetched('keys', 'copied')).toMatchObject({
    refusal: { type: 'signature-untrusted', fault: { type: 'other-digest' } },
  });
});

it('a tag that moves to an unsigned chart is refused, and elsewhere nothing needs a signature', async () => {
  const digest = await push('keys', 'moving');
  await sign('keys/moving', payloadsAt(digest, [payloadByKey(publisher, payloadFor(digest))]));
  expect(await fetched('keys', 'moving')).toMatchObject({ type: 'fetched' });
  for (const team of ['keys', 'anybody']) {
    await push(team, 'moving', { 'templates/evil.yaml': 'kind: Secret\napiVersion: v1\n' });
  }
  expect(await fetched('keys', 'moving')).toMatchObject({ refusal: { type: 'unsigned' } });
  const open = await fetched('anybody', 'moving');
  expect(open).toMatchObject({ type: 'fetched' });
  expect(open).not.toHaveProperty('signedBy');
});
