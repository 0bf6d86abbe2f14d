import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHART_BOUNDS } from '../../src/chart/bounds.ts';
import { ChartRepositories, type FetchedChart } from '../../src/chart/fetch/repositories.ts';
import type { Renderer } from '../../src/chart/renderer.ts';
import { messageOf } from '../../src/store/message.ts';
import type { StoreRefusal } from '../../src/store/refusal.ts';
import { archiveOf, chartArchive } from '../support/chartarchive.ts';
import { testRenderer } from '../support/charts.ts';
import { type ChartServer, type Handler, startChartServer } from '../support/chartserver.ts';
import { eventually } from '../support/eventually.ts';

/**
 * The owner of a repository wants the memory, the time, the access key and the network of the operator. Only the two
 * servers are allowed; the second one is that of somebody else.
 */
let renderer: Renderer;
let server: ChartServer;
let other: ChartServer;
let repositories: ChartRepositories;
/** Origins that the Secret of the key names for tokens. */
let realms: readonly string[];

const MIB = 2 ** 20;

const KEY = 'canary:canary-password';
const BASIC = `Basic ${Buffer.from(KEY).toString('base64')}`;

const ARCHIVE = chartArchive('shop', { 'templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\n' });

beforeAll(async () => {
  renderer = await testRenderer();
});

beforeEach(async () => {
  [server, other] = [await startChartServer(), await startChartServer()];
  const stores = [server, other].map(({ origin }) => ({ type: 'origin', origin }) as const);
  repositories = new ChartRepositories({ stores }, renderer);
  realms = [];
});

afterEach(() => {
  server.stop();
  other.stop();
});

afterAll(() => renderer.close());

function digestOf(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

async function fetched(url: string, version = '1.0.0'): Promise<FetchedChart> {
  const { signal } = new AbortController();
  const got = await repositories.fetch(
    { url, domain: '', accessKey: KEY, realms },
    { name: 'shop', version },
    signal,
  );
  const told = got.type === 'refused' ? `${JSON.stringify(got)} ${messageOf(got.refusal)}` : '';
  expect(told).not.toMatch(/canary/);
  return got;
}

async function refusalOf(url: string, version?: string) {
  const got = await fetched(url, version);
  return got.type === 'refused' ? got.refusal : got;
}

/** Handler by the path of the request; 404 for others. */
function paths(handlers: Readonly<Record<string, Handler>>): Handler {
  return (request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    const handler = handlers[path] ?? ((_request, to) => void to.writeHead(404).end());
    handler(request, response);
  };
}

function sends(content: Uint8Array | string, headers: Readonly<Record<string, string>> = {}): Handler {
  return (_request, response) => void response.writeHead(200, headers).end(content);
}

function status(code: number, headers: Readonly<Record<string, string>> = {}): Handler {
  return (_request, response) => void response.writeHead(code, headers).end('<html>canary</html>');
}

function redirects(location: string): Handler {
  return (_request, response) => void response.writeHead(302, { location }).end();
}

/** Sends a part of what it announces. */
function breaksOff(content: Uint8Array): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-length': String(content.length) });
    response.write(content.subarray(0, content.length / 2), () => response.destroy());
  };
}

let sent = 0;

/** Sends nothing but lines of comments, as many MiB as are taken. */
const endless: Handler = (_request, response) => {
  const chunk = Buffer.alloc(MIB, `# ${'x'.repeat(61)}\n`);
  const more = (to: ServerResponse) => {
    while (sent < 200 * MIB && !to.destroyed) {
      sent += chunk.length;
      if (!to.write(chunk)) {
        to.once('drain', () => more(to));
        return;
      }
    }
    to.end();
  };
  sent = 0;
  response.writeHead(200);
  more(response);
};

function indexWith(url: string, digest = ''): string {
  return `apiVersion: v1\nentries:\n  shop:\n  - version: 1.0.0\n    digest: "${digest}"\n    urls:\n    - ${url}\n`;
}

const HONEST = indexWith('shop.tgz', digestOf(ARCHIVE));

describe('a repository', () => {
  const shop: Handler = sends(ARCHIVE);

  afterEach(async () => {
    server.answer(paths({ '/index.yaml': sends(HONEST), '/shop.tgz': shop }));
    expect(await fetched(server.origin)).toMatchObject({ type: 'fetched', version: '1.0.0' });
  });

  it.each<[string, Handler, object]>([
    ['an index of 200 MB', endless, { type: 'too-large', mebibytes: 32 }],
    [
      'an index that unpacks to far more',
      sends(gzipSync(Buffer.alloc(40 * MIB)), { 'content-encoding': 'gzip' }),
      { type: 'bomb' },
    ],
    ['an index that is not packed', sends(HONEST, { 'content-encoding': 'gzip' }), { type: 'index-invalid' }],
    ['half an index', breaksOff(Buffer.from(HONEST)), { type: 'unreachable', code: 'UND_ERR_SOCKET' }],
    ['a page', sends('<html>canary</html>'), { type: 'index-invalid' }],
    ['no index', status(404), { type: 'index-not-found' }],
    ['a wait', status(429, { 'retry-after': '5' }), { type: 'failed', status: 429 }],
    ['an error', status(503), { type: 'failed', status: 503 }],
    ['another error', status(418), { type: 'rejected', status: 418 }],
    ['itself, again', redirects('/index.yaml'), { type: 'redirected-astray' }],
    ['a file', redirects('file:///etc/passwd'), { type: 'redirected-astray' }],
    ['a user', redirects('http://canary:x@127.0.0.1/'), { type: 'redirected-astray' }],
    [
      'the cloud',
      redirects('http://169.254.169.254/latest'),
      { type: 'not-allowed', host: '169.254.169.254' },
    ],
    ['this machine', redirects('http://127.0.0.1:1/'), { type: 'not-allowed', host: '127.0.0.1:1' }],
    [
      'a bomb of aliases',
      sends(
        `entries:\n  shop:\n  - &v { version: 1.0.0, urls: [${'x,'.repeat(20_000)}] }\n${'  - *v\n'.repeat(20_000)}`,
      ),
      { type: 'index-invalid', problem: expect.stringContaining('excessive aliasing') },
    ],
    ['a deep index', sends(`entries: ${'['.repeat(100_000)}`), { type: 'index-invalid' }],
  ])('answers with %s', async (_title, handler, refusal) => {
    server.answer(paths({ '/index.yaml': handler }));
    expect(await refusalOf(server.origin)).toMatchObject(refusal);
  });

  it('sends an index of 200 MB, of which no more than the bound is taken', async () => {
    server.answer(paths({ '/index.yaml': endless }));
    await refusalOf(server.origin);
    expect(sent).toBeLessThan(100 * MIB);
  });

  it('has large indexes, of which two are read at once, however slow it is', async () => {
    const padding = `#${' '.repeat(CHART_BOUNDS.smallIndex)}\n`;
    const held: ServerResponse[] = [];
    const slowly: Handler = (_, response) => {
      held.push(response);
      response.write(padding);
    };
    server.answer(paths({ '/index.yaml': slowly, '/shop.tgz': shop }));
    const slow = [fetched(server.origin), fetched(server.origin)];
    // Each asks once for a small index, and again for a large one.
    await eventually(() => expect(server.seen).toHaveLength(4));
    expect(await refusalOf(server.origin)).toMatchObject({ type: 'renderer-busy' });
    for (const response of held) {
      response.end(HONEST);
    }
    expect(await Promise.all(slow)).toMatchObject([{ type: 'fetched' }, { type: 'fetched' }]);
  });

  it('has a large index, of which the chart is a small part', async () => {
    const entry = `  - version: 1.0.0\n    digest: ${'0'.repeat(64)}\n    urls:\n    - https://example.com/x.tgz\n`;
    const charts = Array.from({ length: 200 }, (_, at) => `  chart-${at}:\n${entry.repeat(1100)}`);
    const index = HONEST.replace('entries:\n', `entries:\n${charts.join('')}`);
    expect(index.length).toBeGreaterThan(0.9 * CHART_BOUNDS.index);
    expect(index.length).toBeLessThan(CHART_BOUNDS.index);
    server.answer(paths({ '/index.yaml': sends(index), '/shop.tgz': shop }));
    expect(await fetched(server.origin)).toMatchObject({ type: 'fetched' });
  });

  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/shop.tgz',
    'http://',
    'oci://127.0.0.1/Shop:1.0.0',
    'http://canary:x@127.0.0.1/shop.tgz',
  ])('names an archive at %s', async (url) => {
    server.answer(paths({ '/index.yaml': sends(indexWith(url)) }));
    expect(await refusalOf(server.origin)).toEqual({ type: 'archive-without-url' });
  });

  it.each([
    ['http://10.0.0.1/shop.tgz', '10.0.0.1'],
    ['//127.0.0.1:1/shop.tgz', '127.0.0.1:1'],
    ['http://2130706433:1/shop.tgz', '127.0.0.1:1'],
    ['https://[::1]:1/shop.tgz', '[::1]:1'],
    ['oci://127.0.0.1:1/shop:1.0.0', '127.0.0.1:1'],
  ])('names an archive at %s', async (url, host) => {
    server.answer(paths({ '/index.yaml': sends(indexWith(url)) }));
    expect(await refusalOf(server.origin)).toMatchObject({ type: 'not-allowed', host });
  });

  it.each<[string, Handler, object]>([
    ['another archive', sends(Buffer.from('other')), { type: 'digest-mismatch' }],
    ['half of it', breaksOff(ARCHIVE), { type: 'unreachable', code: 'UND_ERR_SOCKET' }],
    ['none', status(404), { type: 'archive-not-found' }],
    ['too much', sends(Buffer.alloc(CHART_BOUNDS.archive + 1)), { type: 'too-large', mebibytes: 10 }],
    ['the way to the cloud', redirects('http://169.254.169.254/'), { type: 'not-allowed' }],
  ])('has %s for an archive', async (_title, handler, refusal) => {
    server.answer(paths({ '/index.yaml': sends(HONEST), '/shop.tgz': handler }));
    expect(await refusalOf(server.origin)).toMatchObject(refusal);
  });

  it.each([
    ['another chart', 'hello', '1.0.0', 'is the chart hello 1.0.0: '],
    ['another version', 'shop', '9.9.9', 'is the chart shop 9.9.9: '],
    ['other metadata of the version', 'shop', '1.0.0+x', 'is the chart shop 1.0.0+x: '],
    ['a chart with markup for a name', '"<b>canary"', '1.0.0', 'is another chart: '],
  ])('has %s for an archive, with its digest or without', async (_title, name, version, told) => {
    const content = `apiVersion: v2\nname: ${name}\nversion: ${version}\n`;
    const archive = archiveOf([{ path: 'shop/Chart.yaml', content }]);
    for (const digest of ['', digestOf(archive)]) {
      const index = indexWith('shop.tgz', digest);
      server.answer(paths({ '/index.yaml': sends(index), '/shop.tgz': sends(archive) }));
      for (const asked of ['1.0.0', '^1']) {
        const refusal = await refusalOf(server.origin, asked);
        expect(refusal).toMatchObject({ type: 'other-chart' });
        expect(messageOf(refusal as StoreRefusal)).toContain(`what the store sends for this version ${told}`);
      }
    }
  });

  it('says that an archive is compressed, which it is', async () => {
    const handler = sends(ARCHIVE, { 'content-encoding': 'gzip' });
    server.answer(paths({ '/index.yaml': sends(HONEST), '/shop.tgz': handler }));
    expect(await fetched(server.origin)).toMatchObject({ type: 'fetched' });
  });

  it.each(['the index', 'a redirect', 'two redirects'])('wants the key sent elsewhere by %s', async (way) => {
    const away = `${other.origin}/shop.tgz`;
    const back = `${server.origin}/back.tgz`;
    server.answer(
      paths({
        '/index.yaml': sends(way === 'the index' ? indexWith(away) : HONEST),
        '/shop.tgz': redirects(away),
        '/back.tgz': shop,
      }),
    );
    other.answer(way === 'two redirects' ? redirects(back) : shop);
    expect(await fetched(server.origin)).toMatchObject({ type: 'fetched' });
    expect(server.seen.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/index.yaml', BASIC],
      ...(way === 'the index' ? [] : [['/shop.tgz', BASIC]]),
      ...(way === 'two redirects' ? [['/back.tgz', undefined]] : []),
    ]);
    expect(other.seen).toEqual([{ url: '/shop.tgz', authorization: undefined }]);
  });
});

describe('a registry', () => {
  const DIGEST = `sha256:${digestOf(ARCHIVE)}`;
  const CONFIG = 'application/vnd.cncf.helm.config.v1+json';
  const CONTENT = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
  const TAG = '/v2/team/shop/manifests/1.0.0';
  const TAGS = '/v2/team/shop/tags/list';
  const BLOB = `/v2/team/shop/blobs/${DIGEST}`;

  function manifest(config = CONFIG, layer: object = {}): string {
    const content = { mediaType: CONTENT, digest: DIGEST, size: ARCHIVE.length, ...layer };
    return JSON.stringify({ config: { mediaType: config, digest: DIGEST, size: 2 }, layers: [content] });
  }

  const url = () => `oci://${server.address}/team`;

  const honest = () => ({
    [TAG]: sends(manifest()),
    [BLOB]: sends(ARCHIVE),
    [TAGS]: sends('{"tags": ["1.0.0"]}'),
  });

  afterEach(async () => {
    server.answer(paths(honest()));
    expect(await fetched(url())).toMatchObject({ type: 'fetched', version: '1.0.0' });
    expect(await fetched(url(), '^1')).toMatchObject({ type: 'fetched', version: '1.0.0' });
  });

  it.each<[string, string, Handler, object]>([
    ['a wait', TAG, status(429, { 'retry-after': '5' }), { type: 'failed', status: 429 }],
    ['a page', TAG, sends('<html>canary</html>'), { type: 'not-json' }],
    ['another document', TAG, sends('{"canary": 1}'), { type: 'malformed' }],
    [
      'an image',
      TAG,
      sends(manifest('application/vnd.oci.image.config.v1+json')),
      { type: 'not-a-chart-manifest' },
    ],
    [
      'a layer of another kind',
      TAG,
      sends(manifest(CONFIG, { mediaType: 'text/plain' })),
      { type: 'not-a-chart-manifest' },
    ],
    ['an odd digest', TAG, sends(manifest(CONFIG, { digest: 'sha256:../../x' })), { type: 'malformed' }],
    [
      'a tag that moves',
      TAG,
      sends(manifest(), { 'docker-content-digest': `sha256:${'0'.repeat(64)}` }),
      { type: 'digest-mismatch' },
    ],
    ['a large manifest', TAG, sends(Buffer.alloc(5 * MIB, ' ')), { type: 'too-large', mebibytes: 4 }],
    ['a larger archive than it says', TAG, sends(manifest(CONFIG, { size: 5 })), { type: 'digest-mismatch' }],
    [
      'a large archive',
      TAG,
      sends(manifest(CONFIG, { size: 11 * MIB })),
      { type: 'too-large', mebibytes: 10 },
    ],
    ['half an archive', BLOB, breaksOff(ARCHIVE), { type: 'unreachable', code: 'UND_ERR_SOCKET' }],
    ['a part of one', BLOB, sends(ARCHIVE.subarray(9)), { type: 'digest-mismatch' }],
    ['another archive', BLOB, sends(Buffer.from(ARCHIVE).fill(1, 9, 10)), { type: 'digest-mismatch' }],
    ['no archive', BLOB, status(404), { type: 'archive-not-found' }],
    ['the way to the cloud', BLOB, redirects('http://169.254.169.254/'), { type: 'not-allowed' }],
    ['itself, again', BLOB, redirects(BLOB), { type: 'redirected-astray' }],
    ['a proxy that wants a key', BLOB, status(407), { type: 'rejected', status: 407 }],
  ])('has %s', async (_title, path, handler, refusal) => {
    server.answer(paths({ ...honest(), [path]: handler }));
    expect(await refusalOf(url())).toMatchObject(refusal);
  });

  it('has an index of manifests, one of them of a chart', async () => {
    const named = (content: string) => ({
      mediaType: 'a',
      size: content.length,
      digest: `sha256:${digestOf(content)}`,
    });
    const [image, chart] = [manifest('application/vnd.oci.image.config.v1+json'), manifest()];
    const at = (content: string) => `/v2/team/shop/manifests/${named(content).digest}`;
    const top = JSON.stringify({ manifests: [named(image), named(chart)] });
    const handlers = { ...honest(), [TAG]: sends(top), [at(image)]: sends(image), [at(chart)]: sends(chart) };
    server.answer(paths(handlers));
    expect(await fetched(url())).toMatchObject({ type: 'fetched' });
    server.answer(paths({ ...handlers, [at(image)]: sends(chart) }));
    expect(await refusalOf(url())).toEqual({ type: 'digest-mismatch' });
    const many = { manifests: Array.from({ length: 1000 }, () => named(image)) };
    server.answer(paths({ ...handlers, [TAG]: sends(JSON.stringify(many)) }));
    const before = server.seen.length;
    expect(await refusalOf(url())).toEqual({ type: 'not-a-chart-manifest' });
    expect(server.seen.length - before).toBe(9);
  });

  it.each<[string, Handler, object]>([
    ['no end', sends('{"tags": []}', { link: `<${TAGS}?n=1000>; rel="next"` }), { type: 'too-many-tags' }],
    [
      'another server',
      sends('{"tags": ["2.0.0"]}', { link: '<http://127.0.0.1:1/>; rel="next"' }),
      { type: 'chart-version-not-found', versions: ['2.0.0'] },
    ],
    ['a page', sends('<html>canary</html>'), { type: 'not-json' }],
    ['no tags', sends('{"tags": null}'), { type: 'chart-version-not-found', versions: [] }],
    ['a wait', status(429), { type: 'failed', status: 429 }],
  ])('has a list of tags with %s', async (_title, handler, refusal) => {
    server.answer(paths({ ...honest(), [TAGS]: handler }));
    expect(await refusalOf(url(), '^1')).toMatchObject(refusal);
    expect(server.seen.length).toBeLessThanOrEqual(50);
  });

  /** Handlers that want a token of this realm first. */
  function locked(realm: string): Handler {
    const open = paths(honest());
    return (request, response) => {
      if (request.headers.authorization === 'Bearer right') {
        open(request, response);
      } else {
        const challenge = `Bearer realm="${realm}",service="s",scope="repository:team/shop:pull"`;
        response.writeHead(401, { 'www-authenticate': challenge }).end();
      }
    };
  }

  it.each([
    ['another host', () => `http://localhost:${other.address.split(':')[1]}`],
    ['another port of its host', () => other.origin],
    ['another port by TLS', () => other.origin.replace('http:', 'https:')],
    ['its own port by TLS', () => server.origin.replace('http:', 'https:')],
  ])('has its tokens given by %s, which the Secret of the key does not name', async (_title, originOf) => {
    realms = ['https://auth.example.com', `${originOf()}0`];
    server.answer(locked(`${originOf()}/token`));
    other.answer(sends('{"token": "right"}'));
    expect(await refusalOf(url())).toEqual({ type: 'realm-not-named', realm: originOf() });
    expect([...server.seen, ...other.seen].map(({ authorization }) => authorization)).not.toContain(BASIC);
    expect(other.seen).toEqual([]);
  });

  it('has its tokens given by itself', async () => {
    const open = locked(`${server.origin}/token`);
    const gives = sends('{"token": "right"}');
    server.answer((request, response) =>
      request.url?.startsWith('/token') ? gives(request, response) : open(request, response),
    );
    expect(await fetched(url())).toMatchObject({ type: 'fetched' });
    expect(server.seen.filter(({ authorization }) => authorization === BASIC)).toHaveLength(1);
  });

  it.each([
    ['http://169.254.169.254/', { type: 'realm-not-named', realm: 'http://169.254.169.254' }],
    ['https://169.254.169.254/', { type: 'realm-not-named', realm: 'https://169.254.169.254' }],
    ['file:///etc/passwd', { type: 'malformed' }],
    ['https://a$(reboot).example.com/', { type: 'malformed' }],
    ['', { type: 'malformed' }],
  ])('has its tokens given by %s', async (realm, refusal) => {
    server.answer(locked(realm));
    expect(await refusalOf(url())).toMatchObject(refusal);
  });

  it('has its tokens given by an address that is named, but no store', async () => {
    realms = ['https://169.254.169.254'];
    server.answer(locked('https://169.254.169.254/'));
    expect(await refusalOf(url())).toMatchObject({ type: 'not-allowed', host: '169.254.169.254' });
  });

  it.each<[string, Handler, object]>([
    ['a wrong token', sends('{"token": "wrong"}'), { type: 'unauthorized', keySent: true }],
    ['an odd token', sends('{"token": "a\\r\\nb: c"}'), { type: 'malformed' }],
    ['a page', sends('<html>canary</html>'), { type: 'not-json' }],
    ['a large answer', sends(Buffer.alloc(MIB, ' ')), { type: 'too-large' }],
    ['a wait', status(429), { type: 'failed', status: 429 }],
    ['no', status(403), { type: 'forbidden' }],
  ])('gives for a token %s', async (_title, handler, refusal) => {
    realms = [other.origin];
    server.answer(locked(`${other.origin}/token`));
    other.answer(handler);
    expect(await refusalOf(url())).toMatchObject(refusal);
    expect(server.seen.length).toBeLessThanOrEqual(2);
  });

  it('gets the key where it gives its tokens, and nowhere else', async () => {
    const storage = await startChartServer();
    repositories = new ChartRepositories(
      { stores: [server, other, storage].map(({ origin }) => ({ type: 'origin', origin }) as const) },
      renderer,
    );
    realms = [other.origin];
    const open = locked(`${other.origin}/token`);
    server.answer((request, response) =>
      request.url === BLOB
        ? redirects(`${storage.origin}/x?signed=1`)(request, response)
        : open(request, response),
    );
    other.answer(sends('{"token": "", "access_token": "right"}'));
    storage.answer(sends(ARCHIVE));
    expect(await fetched(url())).toMatchObject({ type: 'fetched' });
    expect(other.seen).toEqual([
      { url: '/token?service=s&scope=repository%3Ateam%2Fshop%3Apull', authorization: BASIC },
    ]);
    expect(server.seen.map(({ authorization }) => authorization)).toEqual([
      undefined,
      'Bearer right',
      'Bearer right',
    ]);
    expect(storage.seen).toEqual([{ url: '/x?signed=1', authorization: undefined }]);
    storage.stop();
  });

  it('leads to a server that wants the key', async () => {
    server.answer(paths({ ...honest(), [TAG]: redirects(`${other.origin}/x`) }));
    other.answer(status(401, { 'www-authenticate': 'Basic realm="x"' }));
    expect(await refusalOf(url())).toMatchObject({ type: 'unauthorized' });
    expect(other.seen).toEqual([{ url: '/x', authorization: undefined }]);
  });
});
