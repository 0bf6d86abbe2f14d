import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import type { MarketInstallSpec } from '../../src/api/marketinstall.ts';
import type { IndexReader } from '../../src/chart/fetch/indexreader.ts';
import { ChartRepositories } from '../../src/chart/fetch/repositories.ts';
import type { Renderer } from '../../src/chart/renderer.ts';
import { fetchArtifact, MODEL_CONFIG_TYPE, MODEL_TYPE, modelAnnotations } from '../../src/model/artifact.ts';
import { createStoreClient } from '../../src/store/client.ts';
import { gateOf } from '../../src/store/exchange.ts';
import { messageOf } from '../../src/store/message.ts';
import type { StoreRefusal } from '../../src/store/refusal.ts';
import { verifySchema } from '../../src/store/signature/policy.ts';
import { archiveOf, chartArchive } from '../support/chartarchive.ts';
import { testRenderer } from '../support/charts.ts';
import { type ChartServer, type Handler, startChartServer } from '../support/chartserver.ts';
import {
  bundleByIdentity,
  bundleByKey,
  payloadByKey,
  payloadFor,
  statementFor,
} from '../support/signatures.ts';
import { bundlesAt, contentDigest, payloadsAt, type RegistryContent } from '../support/signedregistry.ts';
import { createSigstore, keyPair } from '../support/sigstore.ts';
import { app, templateOf } from '../support/template.ts';

/**
 * A stranger who may write to a registry wants a chart installed that the publisher has not signed, or the time of the
 * operator. No case may get to the archive, and the honest signature works in each of them.
 */
const MIB = 2 ** 20;

const publisher = keyPair();
const sigstore = createSigstore();
const { signal } = new AbortController();

const BY_KEY = verifySchema.parse({ keys: [publisher.publicKey.export({ type: 'spki', format: 'pem' })] });
const BY_IDENTITY = verifySchema.parse({
  identities: [{ issuer: 'https://issuer.example.com', subject: 'https://ci.example.com/acme/shop' }],
  trustedRoot: sigstore.trustedRoot,
});

function manifestOf(archive: Uint8Array): string {
  return JSON.stringify({
    config: { mediaType: 'application/vnd.cncf.helm.config.v1+json', digest: contentDigest('{}'), size: 2 },
    layers: [
      {
        mediaType: 'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
        digest: contentDigest(archive),
        size: archive.length,
      },
    ],
  });
}

const ARCHIVE = chartArchive('shop', { 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\n' });
const MANIFEST = manifestOf(ARCHIVE);
const DIGEST = contentDigest(MANIFEST);
const TAG = DIGEST.replace(':', '-');
/** Says of any archive that it is the wanted chart: below, a renderer reads them. */
const identify: IndexReader['identify'] = async (_archive, { name, version }) => ({
  type: 'identified',
  is: { name, version, isWanted: true },
});

const OTHER = contentDigest('another chart');
const CHART = { 'manifests/1.0.0': MANIFEST, [`blobs/${contentDigest(ARCHIVE)}`]: ARCHIVE };

let server: ChartServer;

beforeEach(async () => {
  server = await startChartServer();
});

afterEach(() => server.stop());

/** Registry with a chart and a content; some paths have answers of their own. */
function serve(content: RegistryContent, own: Readonly<Record<string, Handler>> = {}): void {
  const all: RegistryContent = { ...CHART, ...content };
  server.answer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '').replace('/v2/team/shop/', '');
    const handler = own[path];
    if (handler !== undefined) {
      handler(request, response);
      return;
    }
    response.writeHead(all[path] === undefined ? 404 : 200).end(all[path]);
  });
}

async function fetched(policy = BY_KEY) {
  const stores = [
    { type: 'range', address: '127.0.0.1', prefix: 32 },
    { type: 'registry', place: `${server.address}/team`, policy },
  ] as const;
  const choose = () => Promise.reject(new Error('no index is to be parsed'));
  const repositories = new ChartRepositories({ stores }, { choose, identify });
  const store = { url: `oci://${server.address}/team`, domain: '' };
  const got = await repositories.fetch(store, { name: 'shop', version: '1.0.0' }, signal);
  if (got.type === 'fetched') {
    return { type: got.type, signedBy: got.signedBy };
  }
  expect(messageOf(got.refusal)).not.toMatch(/canary|[<>]/);
  return got.refusal;
}

const HONEST = payloadsAt(DIGEST, [payloadByKey(publisher, payloadFor(DIGEST))]);

function status(code: number): Handler {
  return (_request, response) => void response.writeHead(code).end('<html>canary</html>');
}

const HTML = '<script>canary</script>';

it.each<[string, RegistryContent, object]>([
  ['no signature', {}, { type: 'unsigned' }],
  [
    'the signature of another chart, copied',
    payloadsAt(DIGEST, [payloadByKey(publisher, payloadFor(OTHER))]),
    { fault: { type: 'other-digest' } },
  ],
  [
    'the bundle of another chart, copied',
    bundlesAt(DIGEST, [bundleByKey(publisher, statementFor(OTHER))], 'tag'),
    { fault: { type: 'other-digest' } },
  ],
  [
    'a key of its own',
    bundlesAt(DIGEST, [bundleByKey(keyPair(), statementFor(DIGEST))]),
    { fault: { type: 'other-key' } },
  ],
  [
    'pages for signatures',
    { [`referrers/${DIGEST}`]: HTML, [`manifests/${TAG}`]: HTML, [`manifests/${TAG}.sig`]: HTML },
    { type: 'unsigned' },
  ],
  [
    'text of a page in a signature',
    payloadsAt(DIGEST, [
      { payload: payloadFor(DIGEST), annotations: { 'dev.cosignproject.cosign/signature': HTML } },
    ]),
    { fault: { type: 'other-form' } },
  ],
  [
    'an index of 100,000 referrers',
    {
      [`referrers/${DIGEST}`]: JSON.stringify({
        manifests: Array.from({ length: 100_000 }, () => ({ digest: OTHER })),
      }),
    },
    { type: 'too-large', mebibytes: 1 },
  ],
  [
    'as many referrers as are read, of which none is there',
    {
      [`referrers/${DIGEST}`]: JSON.stringify({
        manifests: Array.from({ length: 9_000 }, () => ({ digest: OTHER })),
      }),
    },
    { type: 'unsigned' },
  ],
  [
    '10,000 signatures',
    {
      [`manifests/${TAG}.sig`]: JSON.stringify({
        layers: Array.from({ length: 10_000 }, () => ({
          mediaType: 'application/vnd.dev.cosign.simplesigning.v1+json',
          digest: OTHER,
        })),
      }),
    },
    { type: 'too-large', mebibytes: 1 },
  ],
  [
    'itself as its signature',
    { [`manifests/${TAG}.sig`]: MANIFEST, [`manifests/${TAG}`]: MANIFEST },
    { type: 'unsigned' },
  ],
  ['a deep list', { [`manifests/${TAG}.sig`]: '['.repeat(100_000) }, { type: 'unsigned' }],
])('%s', async (_title, content, refusal) => {
  serve(content);
  const start = performance.now();
  expect(await fetched()).toMatchObject(refusal);
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(server.seen.map(({ url }) => url)).not.toContain(`/v2/team/shop/blobs/${contentDigest(ARCHIVE)}`);
  expect(server.seen.length).toBeLessThan(80);
  serve(HONEST);
  expect(await fetched()).toEqual({ type: 'fetched', signedBy: expect.stringMatching(/^key sha256:/) });
});

it.each([
  ['a subject', 'other-identity', { subject: 'https://evil.example.com/#https://ci.example.com/acme/shop' }],
  ['a subject with more at its end', 'other-identity', { subject: 'https://ci.example.com/acme/shop-evil' }],
  ['a subject with a page', 'not-proved', { subject: `https://ci.example.com/${HTML}` }],
  ['an issuer', 'other-identity', { issuer: 'https://evil.example.com/https://issuer.example.com' }],
])('%s of its own', async (_title, fault, order) => {
  serve(bundlesAt(DIGEST, [bundleByIdentity(sigstore, statementFor(DIGEST), order)]));
  expect(await fetched(BY_IDENTITY)).toMatchObject({ fault: { type: fault } });
  serve(bundlesAt(DIGEST, [bundleByIdentity(sigstore, statementFor(DIGEST))]));
  expect(await fetched(BY_IDENTITY)).toMatchObject({ type: 'fetched' });
});

it.each([
  [401, { type: 'unauthorized' }],
  [403, { type: 'forbidden' }],
  [429, { type: 'failed' }],
  [503, { type: 'failed' }],
])('the status %i leaves open whether there is a signature', async (code, refusal) => {
  for (const path of [`referrers/${DIGEST}`, `manifests/${TAG}`, `manifests/${TAG}.sig`]) {
    serve({}, { [path]: status(code) });
    expect(await fetched()).toMatchObject(refusal);
  }
});

it('a registry that does not know referrers has the tag in their place', async () => {
  const bundles = bundlesAt(DIGEST, [bundleByKey(publisher, statementFor(DIGEST))], 'tag');
  for (const code of [400, 404, 405, 406]) {
    serve(bundles, { [`referrers/${DIGEST}`]: status(code) });
    expect(await fetched()).toMatchObject({ type: 'fetched' });
  }
});

it('a signature without end is not read to its end', async () => {
  const [blob = ''] = Object.keys(HONEST).filter((path) => path.startsWith('blobs/'));
  let sent = 0;
  serve(HONEST, {
    [blob]: (_request, response) => {
      const more = () => {
        while (sent < 100 * MIB && !response.destroyed) {
          sent += MIB;
          if (!response.write(Buffer.alloc(MIB, ' '))) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    },
  });
  expect(await fetched()).toMatchObject({ fault: { type: 'other-form' } });
  expect(sent).toBeLessThan(50 * MIB);
});

it('an archive that the signed manifest does not name', async () => {
  serve({ ...HONEST, [`blobs/${contentDigest(ARCHIVE)}`]: Buffer.from(ARCHIVE).fill(1, 9, 10) });
  expect(await fetched()).toEqual({ type: 'digest-mismatch' });
});

it('another name of the registry', async () => {
  serve({});
  const stores = [
    { type: 'range', address: '127.0.0.1', prefix: 32 },
    { type: 'registry', place: `${server.address}/team`, policy: BY_KEY },
  ] as const;
  const choose = () => Promise.reject(new Error('no index is to be parsed'));
  const repositories = new ChartRepositories({ stores }, { choose, identify });
  for (const url of [
    `oci://${server.address}/x/../team`,
    `oci://${server.address}/%74eam`,
    `oci://2130706433:${server.address.replace(/.*:/, '')}/team`,
  ]) {
    const got = await repositories.fetch({ url, domain: '' }, { name: 'shop', version: '1.0.0' }, signal);
    expect(got.type).toBe('refused');
  }
});

describe('where only entries with verify are listed', () => {
  const HOST = 'registry.example.com';

  /** Reader that finds the chart in any index. */
  const reader: IndexReader = {
    identify,
    choose: async () => ({
      type: 'chosen',
      entry: { version: '1.0.0', urls: ['shop-1.0.0.tgz'], digest: '' },
    }),
  };

  /** Starts a registry by HTTPS with the chart below each path, signed below `team` alone, and pages for a repository. */
  async function startRegistry() {
    const authority = await createAuthority();
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, authority.certificate]);
    onTestFinished(() => setDefaultCACertificates(before));
    const registry = await startChartServer(await issueServer(authority, HOST, [HOST]));
    onTestFinished(() => registry.stop());
    registry.answer(({ url = '' }, response) => {
      const [, team, path = ''] = /^\/v2\/([a-z]+)\/shop\/(.*)$/.exec(url) ?? [];
      const page = /^\/(team|evil)\/(index.yaml|shop-1.0.0.tgz)$/.test(url) ? ARCHIVE : undefined;
      const body = CHART[path as keyof typeof CHART] ?? (team === 'team' ? HONEST[path] : page);
      response.writeHead(body === undefined ? 404 : 200).end(body);
    });
    const place = registry.address.replace('127.0.0.1', HOST);
    const options = {
      stores: [{ type: 'registry', place: `${place}/team`, policy: BY_KEY }],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    } as const;
    return { registry, place, options };
  }

  it('the chart that is signed is fetched', async () => {
    const { place, options } = await startRegistry();
    const got = await new ChartRepositories(options, reader).fetch(
      { url: `oci://${place}/team` },
      { name: 'shop', version: '1.0.0' },
      signal,
    );
    expect(got).toMatchObject({ type: 'fetched', signedBy: expect.stringMatching(/^key sha256:/) });
  });

  it.each([
    ['another path of the registry', 'oci', '/evil'],
    ['a path with the same beginning', 'oci', '/teams'],
    ['a path that leads out', 'oci', '/team/../evil'],
    ['a repository of HTTP at the registry', 'https', '/evil'],
    ['a repository of HTTP at the path itself', 'https', '/team'],
    ['a repository of HTTP among the blobs', 'https', '/v2/team/shop'],
    ['a repository of HTTP without TLS', 'http', '/team'],
  ])('nothing is asked of %s', async (_title, scheme, path) => {
    const { registry, place, options } = await startRegistry();
    const got = await new ChartRepositories(options, reader).fetch(
      { url: `${scheme}://${place}${path}` },
      { name: 'shop', version: '1.0.0' },
      signal,
    );
    const refusal = { type: 'not-allowed', host: place, wayOut: 'configuration' } as const;
    expect(got).toEqual({ type: 'refused', refusal });
    expect(messageOf(refusal)).toContain('list it in market.stores');
    expect(registry.seen).toEqual([]);
  });

  it('nothing is asked of a store of models at the registry', async () => {
    const { registry, place, options } = await startRegistry();
    const got = await createStoreClient(options).fetchApp({ url: `https://${place}/team` }, 'shop');
    expect(got).toMatchObject({ refusal: { type: 'not-allowed', wayOut: 'configuration' } });
    expect(registry.seen).toEqual([]);
  });
});

it('a repository of HTTP does not lead to a registry with verify by other requests than those of registries', async () => {
  const authority = await createAuthority();
  const other = await startChartServer(await issueServer(authority, 'other', ['other']));
  onTestFinished(() => other.stop());
  const stores = [
    { type: 'origin', origin: server.origin },
    { type: 'registry', place: `${other.address}/team`, policy: BY_KEY },
  ] as const;
  server.answer((_request, response) => void response.writeHead(200).end('index'));
  const urls = [`${other.origin}/v2/team/shop/blobs/${contentDigest(ARCHIVE)}`];
  const choose: IndexReader['choose'] = async () => ({
    type: 'chosen',
    entry: { version: '1.0.0', urls, digest: '' },
  });
  const got = await new ChartRepositories({ stores }, { choose, identify }).fetch(
    { url: server.origin },
    { name: 'shop', version: '1.0.0' },
    signal,
  );
  expect(got).toMatchObject({ refusal: { type: 'not-allowed', host: other.address } });
});

describe('the publisher has signed other charts, and whoever may push moves the tags', () => {
  let renderer: Renderer;

  beforeAll(async () => {
    renderer = await testRenderer();
  });

  afterAll(() => renderer.close());

  /** Archive of a chart whose folder, name and version say what they say. */
  const chartOf = (name: string, version: string, folder = name) =>
    archiveOf([
      { path: `${folder}/Chart.yaml`, content: `apiVersion: v2\nname: ${name}\nversion: ${version}\n` },
    ]);

  /** Content of a repository with an archive at a tag, which the publisher has signed by a format of cosign. */
  function signedAt(tag: string, archive: Uint8Array, by: 'payload' | 'bundle'): RegistryContent {
    const manifest = manifestOf(archive);
    const digest = contentDigest(manifest);
    return {
      [`manifests/${tag}`]: manifest,
      [`blobs/${contentDigest(archive)}`]: archive,
      ...(by === 'payload'
        ? payloadsAt(digest, [payloadByKey(publisher, payloadFor(digest))])
        : bundlesAt(digest, [bundleByKey(publisher, statementFor(digest))])),
    };
  }

  /** Fetches a version of the chart `shop` from a registry with `verify`. */
  async function fetchedFrom(content: RegistryContent, version: string) {
    serve(content);
    const stores = [
      { type: 'range', address: '127.0.0.1', prefix: 32 },
      { type: 'registry', place: `${server.address}/team`, policy: BY_KEY },
    ] as const;
    const store = { url: `oci://${server.address}/team`, domain: '' };
    const got = await new ChartRepositories({ stores }, renderer).fetch(
      store,
      { name: 'shop', version },
      signal,
    );
    return got.type === 'fetched'
      ? { type: got.type, version: got.version, signedBy: got.signedBy }
      : got.refusal;
  }

  const honest = expect.objectContaining({ type: 'fetched', signedBy: expect.stringMatching(/^key /) });

  it.each<[string, string, Uint8Array, object]>([
    ['an older version as a newer one', '2.0.0', chartOf('shop', '1.0.0'), { what: 'shop 1.0.0' }],
    ['another chart of the same version', '2.0.0', chartOf('oldshop', '2.0.0'), { what: 'oldshop 2.0.0' }],
    ['another chart in the folder of the one', '2.0.0', chartOf('oldshop', '2.0.0', 'shop'), {}],
    ['other metadata of the version', '2.0.0', chartOf('shop', '2.0.0+other'), { what: 'shop 2.0.0+other' }],
    ['other metadata of a version with some', '2.0.0+b', chartOf('shop', '2.0.0+a'), {}],
    ['the version without its metadata', '2.0.0+b', chartOf('shop', '2.0.0'), {}],
    ['a version before the release', '2.0.0', chartOf('shop', '2.0.0-rc.1'), {}],
    ['a name in another case', '2.0.0', chartOf('Shop', '2.0.0'), {}],
    [
      'a chart that a later file of the archive makes another one',
      '2.0.0',
      archiveOf([
        { path: 'shop/Chart.yaml', content: 'apiVersion: v1\nname: shop\nversion: 2.0.0\n' },
        { path: 'shop/requirements.yaml', content: 'version: 1.0.0\n' },
      ]),
      { what: 'shop 1.0.0' },
    ],
    [
      'a chart that has two of its files',
      '2.0.0',
      archiveOf([
        { path: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 2.0.0\n' },
        { path: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 1.0.0\n' },
      ]),
      { what: 'shop 1.0.0' },
    ],
    [
      'a name that reads like something else',
      '2.0.0',
      chartOf('"<script>canary"', '2.0.0'),
      { what: undefined },
    ],
  ])('%s is refused', async (_, version, archive, told) => {
    for (const by of ['payload', 'bundle'] as const) {
      const tag = version.replace('+', '_');
      const got = await fetchedFrom(signedAt(tag, archive, by), version);
      expect(got).toMatchObject({ type: 'other-chart', ...told });
      expect(messageOf(got as StoreRefusal)).not.toMatch(/canary|[<>]/);
      expect(await fetchedFrom(signedAt(tag, chartOf('shop', version), by), version)).toEqual(honest);
    }
  });

  it.each([
    ['with a v in the tag', 'v2.0.0', 'v2.0.0', '2.0.0'],
    ['with a v in the chart', '2.0.0', '2.0.0', 'v2.0.0'],
    ['with metadata', '2.0.0+b.1', '2.0.0_b.1', '2.0.0+b.1'],
    ['with metadata, asked for as a tag', '2.0.0-rc.1_b', '2.0.0-rc.1_b', '2.0.0-rc.1+b'],
  ])('the version %s is the same version', async (_, asked, tag, version) => {
    expect(await fetchedFrom(signedAt(tag, chartOf('shop', version), 'bundle'), asked)).toEqual(honest);
  });
});

describe('the publisher has signed other models, and whoever may push moves the tags', () => {
  const MODEL = Buffer.from(templateOf([app('web')]));

  /** Content of a repository with a model at a tag, which the publisher has signed with these annotations. */
  function modelAt(tag: string, annotations: unknown): RegistryContent {
    const manifest = JSON.stringify({
      config: { mediaType: MODEL_CONFIG_TYPE, digest: contentDigest('{}'), size: 2 },
      layers: [{ mediaType: MODEL_TYPE, digest: contentDigest(MODEL), size: MODEL.length }],
      ...(annotations === undefined ? {} : { annotations }),
    });
    const digest = contentDigest(manifest);
    return {
      [`manifests/${tag}`]: manifest,
      [`blobs/${contentDigest(MODEL)}`]: MODEL,
      ...payloadsAt(digest, [payloadByKey(publisher, payloadFor(digest))]),
    };
  }

  function fetchedModel(appModelVersion: string) {
    const stores = [
      { type: 'range', address: '127.0.0.1', prefix: 32 },
      { type: 'registry', place: `${server.address}/team`, policy: BY_KEY },
    ] as const;
    const means = { gate: gateOf({ stores }), stores, signal };
    const spec = { appModelId: 'shop', appModelVersion } as MarketInstallSpec;
    return fetchArtifact(means, { url: `oci://${server.address}/team` }, spec);
  }

  const honest = { type: 'fetched', content: { signedBy: expect.stringMatching(/^key /) } };

  it.each<[string, unknown, string | undefined]>([
    ['an older version', modelAnnotations('team/shop', '1.0'), 'shop 1.0'],
    ['another model', modelAnnotations('team/oldshop', '2.0_b'), 'oldshop 2.0_b'],
    ['a model that no manifest names', undefined, undefined],
    ['a model whose manifest says half of it', { 'org.opencontainers.image.title': 'shop' }, undefined],
    [
      'a model that is named by other things than texts',
      { ...modelAnnotations('shop', '2.0_b'), 'org.opencontainers.image.title': ['shop'] },
      undefined,
    ],
    ['a model whose annotations are none', 7, undefined],
    ['a model with markup for a name', modelAnnotations('<b>canary', '2.0_b'), undefined],
  ])('%s is refused', async (_title, annotations, what) => {
    serve(modelAt('2.0_b', annotations));
    const got = await fetchedModel('2.0+b');
    expect(got).toEqual({ type: 'refused', refusal: { type: 'other-model', what } });
    expect(JSON.stringify(got)).not.toMatch(/canary/);
    serve(modelAt('2.0_b', modelAnnotations('team/shop', '2.0_b')));
    expect(await fetchedModel('2.0+b')).toMatchObject(honest);
    expect(await fetchedModel('2.0_b')).toMatchObject(honest);
  });
});
