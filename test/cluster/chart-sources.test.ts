import { createHash, sign, X509Certificate } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ensureBinaries } from '../../deploy/local/binaries/ensure.ts';
import { createAuthority, issueServer } from '../../deploy/local/cluster/pki.ts';
import { present } from '../../src/base/fields.ts';
import { ChartRepositories, type FetchedChart } from '../../src/chart/fetch/repositories.ts';
import type { Renderer } from '../../src/chart/renderer.ts';
import type { Allowed } from '../../src/store/guard.ts';
import type { Store } from '../../src/store/request.ts';
import { testRenderer } from '../support/charts.ts';
import { type ChartServer, startChartServer } from '../support/chartserver.ts';
import { silentProgress } from '../support/progress.ts';
import { type RunningRegistry, startRegistry } from '../support/registry.ts';
import { run } from './support/cli.ts';

const VERSIONS = ['1.2.3', '1.3.0', '1.3.1+build.5', '2.0.0-rc.1', '0.9.0'];

const KEY = 'reader:s3cret';

/** Versions and ranges, each with the version that Helm chooses for it. */
const CHOICES: readonly (readonly [string, string])[] = [
  ['1.2.3', '1.2.3'],
  ['^1.2', '1.3.1+build.5'],
  ['~1.2.0', '1.2.3'],
  ['', '1.3.1+build.5'],
  ['>=2.0.0-0', '2.0.0-rc.1'],
  ['<1.0 || 7.x', '0.9.0'],
  ['1.3.1+build.5', '1.3.1+build.5'],
];

const LOOPBACK: Allowed = { type: 'range', address: '127.0.0.0', prefix: 8 };

let folder: string;
let helm: string;
let renderer: Renderer;
let repositories: ChartRepositories;
const { signal } = new AbortController();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-chart-sources-'));
  renderer = await testRenderer();
  repositories = new ChartRepositories({ stores: [LOOPBACK] }, renderer);
  ({ helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress }));
  await mkdir(join(folder, 'shop/templates'), { recursive: true });
  await mkdir(join(folder, 'charts/nested'), { recursive: true });
  await writeFile(join(folder, 'shop/Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 0.0.0\n');
  await writeFile(join(folder, 'shop/templates/a.yaml'), 'kind: ConfigMap\napiVersion: v1\n');
  for (const version of VERSIONS) {
    await byHelm(
      'package',
      join(folder, 'shop'),
      `--version=${version}`,
      `--destination=${join(folder, 'charts')}`,
    );
  }
});

afterAll(async () => {
  await renderer.close();
  await rm(folder, { recursive: true });
});

/** Runs Helm with no other state than that of the test. */
async function byHelm(...args: readonly string[]): Promise<void> {
  const state = ['repository-cache', 'repository-config', 'registry-config'];
  const { code, stderr } = await run(helm, [
    ...args,
    ...state.map((each) => `--${each}=${join(folder, each)}`),
  ]);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
}

/** Archive that `helm pull` gets. */
async function pulledByHelm(...args: readonly string[]): Promise<Buffer> {
  const target = await mkdtemp(join(folder, 'pulled-'));
  await byHelm('pull', ...args, `--destination=${target}`);
  const [file = ''] = await readdir(target);
  return readFile(join(target, file));
}

function packaged(version: string): Promise<Buffer> {
  return readFile(join(folder, 'charts', `shop-${version}.tgz`));
}

function fetched(
  url: string,
  version: string,
  { accessKey = '', realms = [] }: Pick<Store, 'accessKey' | 'realms'> = {},
): Promise<FetchedChart> {
  return repositories.fetch({ url, domain: '', accessKey, realms }, { name: 'shop', version }, signal);
}

async function expectChart(got: FetchedChart, version: string): Promise<void> {
  const archive = await packaged(version);
  const digest = `sha256:${createHash('sha256').update(archive).digest('hex')}`;
  expect(got).toEqual({ type: 'fetched', archive, version, digest });
}

describe('a repository with an index of Helm', () => {
  let server: ChartServer;

  beforeAll(async () => {
    await byHelm('repo', 'index', join(folder, 'charts'));
    server = await startChartServer();
  });

  beforeEach(() => {
    server.answer(async (request, response) => {
      const expected = `Basic ${Buffer.from(KEY).toString('base64')}`;
      if (request.url?.startsWith('/locked/') && request.headers.authorization !== expected) {
        response.writeHead(401).end();
        return;
      }
      const path = decodeURIComponent((request.url ?? '').replace(/^\/(locked|open)\//, ''));
      const content = await readFile(join(folder, 'charts', path)).catch(() => undefined);
      response.writeHead(content === undefined ? 404 : 200).end(content);
    });
  });

  afterAll(() => server.stop());

  it.each(CHOICES)('gives for %j what Helm gets: %s', async (version, chosen) => {
    const url = `${server.origin}/open`;
    await expectChart(await fetched(url, version), chosen);
    const args = version === '' ? [] : [`--version=${version}`];
    expect(await pulledByHelm('shop', `--repo=${url}`, ...args)).toEqual(await packaged(chosen));
  });

  it('opens with a user and a password', async () => {
    const url = `${server.origin}/locked/`;
    await expectChart(await fetched(url, '^1', { accessKey: KEY }), '1.3.1+build.5');
    expect(await fetched(url, '^1')).toMatchObject({ refusal: { type: 'unauthorized', keySent: false } });
    expect(await fetched(url, '^1', { accessKey: 'reader:other' })).toMatchObject({
      refusal: { type: 'unauthorized', keySent: true },
    });
  });

  it.each([
    ['a chart that there is not', { name: 'shops', version: '' }, { type: 'chart-not-found' }],
    [
      'a version that there is not',
      { name: 'shop', version: '^3' },
      {
        type: 'chart-version-not-found',
        versions: ['2.0.0-rc.1', '1.3.1+build.5', '1.3.0', '1.2.3', '0.9.0'],
      },
    ],
    ['a version that is none', { name: 'shop', version: 'newest!' }, { type: 'version-range-invalid' }],
  ])('has not %s', async (_title, chart, refusal) => {
    const store = { url: `${server.origin}/open`, domain: '' };
    expect(await repositories.fetch(store, chart, signal)).toEqual({ type: 'refused', refusal });
  });

  it('may have its archives in a registry, as an index says', async () => {
    await mkdir(join(folder, 'elsewhere'));
    const registry = await startRegistry(join(folder, 'elsewhere'));
    try {
      await byHelm(
        'push',
        join(folder, 'charts/shop-1.3.1+build.5.tgz'),
        `oci://${registry.address}/a`,
        '--plain-http',
      );
      const text = await readFile(join(folder, 'charts/index.yaml'), 'utf8');
      const index = text.replaceAll(
        /- shop-(.*)\.tgz/g,
        (_match, version: string) => `- oci://${registry.address}/a/shop:${version.replace('+', '_')}`,
      );
      server.answer((_request, response) => response.end(index));
      await expectChart(await fetched(server.origin, ''), '1.3.1+build.5');
      expect(await fetched(server.origin, '1.2.3')).toMatchObject({ refusal: { type: 'archive-not-found' } });
    } finally {
      await registry.stop();
    }
  });
});

describe.each(['that is open', 'with a list of passwords', 'with a server of tokens'])(
  'a registry %s',
  (kind) => {
    let registry: RunningRegistry;
    let tokens: ChartServer | undefined;
    const key = kind === 'that is open' ? undefined : KEY;

    beforeAll(async () => {
      const own = await mkdtemp(join(folder, 'registry-'));
      if (kind === 'with a list of passwords') {
        const path = join(own, 'htpasswd');
        await writeFile(path, 'reader:$2b$05$abcdefghijklmnopqrstuuLK7U1u6pVRmL7L1BBM2aS35PSZnDXlK\n');
        registry = await startRegistry(own, { htpasswd: { realm: 'registry', path } });
      } else if (kind === 'with a server of tokens') {
        const server = await startTokenServer(own);
        tokens = server.server;
        registry = await startRegistry(own, { token: server.settings });
      } else {
        registry = await startRegistry(own);
      }
      if (key !== undefined) {
        const [user, password] = key.split(':');
        await byHelm(
          ...['registry', 'login', registry.address, '--plain-http'],
          ...[`--username=${user}`, `--password=${password}`],
        );
      }
      for (const version of VERSIONS) {
        const archive = join(folder, 'charts', `shop-${version}.tgz`);
        await byHelm('push', archive, `oci://${registry.address}/team/charts`, '--plain-http');
      }
    });

    afterAll(async () => {
      await registry.stop();
      tokens?.stop();
    });

    const url = () => `oci://${registry.address}/team/charts`;
    const withKey = () => present({ accessKey: key, realms: tokens && [tokens.origin] });

    it.each(CHOICES)('gives for %j what Helm gets: %s', async (version, chosen) => {
      await expectChart(await fetched(url(), version, withKey()), chosen);
      const args = version === '' ? [] : [`--version=${version}`];
      expect(await pulledByHelm(`${url()}/shop`, '--plain-http', ...args)).toEqual(await packaged(chosen));
    });

    it('has no version that satisfies a range', async () => {
      expect(await fetched(url(), '^3', withKey())).toEqual({
        type: 'refused',
        refusal: {
          type: 'chart-version-not-found',
          versions: ['2.0.0-rc.1', '1.3.1+build.5', '1.3.0', '1.2.3', '0.9.0'],
        },
      });
      expect(await fetched(url(), '1.2.4', withKey())).toMatchObject({
        refusal: { type: 'chart-version-not-found' },
      });
    });

    it.each(['1.2.3', '^1'])('has no other chart with version %s', async (version) => {
      const store = { url: url(), domain: '', ...withKey() };
      const got = await repositories.fetch(store, { name: 'shops', version }, signal);
      expect(got).toEqual({ type: 'refused', refusal: { type: 'chart-not-found' } });
    });

    if (key !== undefined) {
      it('opens with an access key alone', async () => {
        expect(await fetched(url(), '1.2.3')).toMatchObject({
          refusal: { type: 'unauthorized', keySent: false },
        });
        expect(await fetched(url(), '1.2.3', { ...withKey(), accessKey: 'reader:other' })).toMatchObject({
          refusal: { type: 'unauthorized', keySent: true },
        });
        const auth = Buffer.from(KEY).toString('base64');
        const docker = JSON.stringify({ auths: { [registry.address]: { auth } } });
        await expectChart(await fetched(url(), '1.2.3', { ...withKey(), accessKey: docker }), '1.2.3');
        const other = JSON.stringify({ auths: { 'registry.example.com': { auth } } });
        expect(await fetched(url(), '1.2.3', { ...withKey(), accessKey: other })).toMatchObject({
          refusal: { type: 'key-unusable' },
        });
      });
    }
  },
);

/** Server that gives tokens to who has the access key, and the settings of a registry that trusts it. */
async function startTokenServer(own: string) {
  const authority = await createAuthority();
  const { certificate, key } = await issueServer(authority, 'tokens', ['tokens']);
  const rootcertbundle = join(own, 'tokens.crt');
  await writeFile(rootcertbundle, authority.certificate);
  const server = await startChartServer();
  const [service, issuer] = ['stoa registry', 'stoa tokens'];
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
  server.answer((request, response) => {
    if (request.headers.authorization !== `Basic ${Buffer.from(KEY).toString('base64')}`) {
      response.writeHead(401).end();
      return;
    }
    const query = new URL(request.url ?? '', server.origin).searchParams;
    const access = query.getAll('scope').map((scope) => {
      const [type, name, actions = ''] = scope.split(':');
      return { type, name, actions: actions.split(',') };
    });
    const now = Math.floor(Date.now() / 1000);
    const header = {
      typ: 'JWT',
      alg: 'ES256',
      x5c: [new X509Certificate(certificate).raw.toString('base64')],
    };
    const claims = {
      iss: issuer,
      sub: 'reader',
      aud: query.get('service'),
      nbf: now - 60,
      iat: now,
      exp: now + 300,
      access,
    };
    const signed = `${part(header)}.${part({ ...claims, jti: String(Math.random()) })}`;
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    );
    response.end(JSON.stringify({ token: `${signed}.${signature}` }));
  });
  return { server, settings: { realm: `${server.origin}/token`, service, issuer, rootcertbundle } };
}

describe('an index in another layout', () => {
  const entry = (version: string) => ({ version, urls: [`shop-${version}.tgz`], digest: 'ab' });
  const CHOSEN = { type: 'chosen', entry: entry('1.3.0') };
  const block = (key: string, indent = '  ') =>
    ['1.2.3', '1.3.0']
      .map(
        (version) =>
          `${indent}- version: ${version}\n${indent}  urls:\n${indent}  - shop-${version}.tgz\n${indent}  digest: ab\n`,
      )
      .reduce((text, each) => text + each, `${indent}${key}\n`);

  it.each([
    ['JSON', JSON.stringify({ entries: { other: [], shop: [entry('1.2.3'), null, entry('1.3.0')] } })],
    ['JSON with lines', JSON.stringify({ entries: { shop: [entry('1.2.3'), entry('1.3.0')] } }, null, 2)],
    [
      'of Helm',
      `apiVersion: v1\nentries:\n  a:\n  - version: 9.9.9\n${block('shop:')}  z: []\ngenerated: "x"\n`,
    ],
    ['with the chart last', `entries:\n  a: []\n${block('shop:')}`],
    ['with a deep indent', `entries:\n    a: []\n${block('shop:', '    ')}`],
    ['with quotes', `entries:\n${block("'shop':")}`],
    ['with double quotes', `entries:\n${block('"shop":')}`],
    ['with comments', `# a\nentries:\n# b\n\n${block('shop: # c')}# d\n`],
    ['with lines of Windows', `entries:\n${block('shop:')}`.replaceAll('\n', '\r\n')],
    [
      'with a name in a text',
      `entries:\n  a:\n  - description: |\n      shop:\n      - version: 9.9.9\n${block('shop:')}`,
    ],
    ['in one line', `entries: { shop: [{ version: 1.3.0, urls: [shop-1.3.0.tgz], digest: ab }] }\n`],
    ['with entries in another place', `generated: x\n"entries":\n${block('shop:')}`],
    ['with versions in quotes', `entries:\n${block('shop:')}`.replaceAll(/version: (.*)/g, 'version: "$1"')],
    [
      'with an entry that refers to another',
      `entries:\n  shop:\n  - &a\n    version: 1.2.3\n    digest: ab\n  - <<: *a\n    version: 1.3.0\n    urls: [shop-1.3.0.tgz]\n`,
    ],
    ['with versions that are none', `entries:\n${block('shop:')}  - version: latest\n  - {}\n`],
  ])('%s', async (_title, index) => {
    expect(await renderer.choose(Buffer.from(index), { name: 'shop', version: '^1' })).toEqual(CHOSEN);
    expect(parse(index, { version: '1.1' })).toHaveProperty('entries.shop');
  });

  it.each([
    ['nothing', '', { type: 'index-invalid' }],
    ['a page', '<!DOCTYPE html>\n<html><body>entries:</body></html>', { type: 'index-invalid' }],
    ['no entries', 'apiVersion: v1\n', { type: 'index-invalid', message: 'it has no entries' }],
    ['a list', 'entries:\n- a\n', { type: 'index-invalid', message: 'its entries have another form' }],
    [
      'versions of another kind',
      'entries:\n  shop:\n  - canary\n',
      { type: 'index-invalid', message: 'its entries have another form' },
    ],
    [
      'a broken line',
      `entries:\n  shop:\n  - version: 1\n   urls: [\n`,
      { type: 'index-invalid', message: expect.stringContaining('line 3') },
    ],
    ['no charts', 'entries: {}\n', { type: 'chart-not-found' }],
    ['other charts', `entries:\n${block('shops:')}`, { type: 'chart-not-found' }],
    ['no versions', 'entries:\n  shop: []\n', { type: 'version-not-found', versions: [] }],
  ])('%s', async (_title, index, refusal) => {
    expect(await renderer.choose(Buffer.from(index), { name: 'shop', version: '' })).toMatchObject({
      type: 'refused',
      refusal,
    });
  });
});
