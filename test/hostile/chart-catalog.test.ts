import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ChartCatalog } from '../../src/chart/fetch/catalog.ts';
import type { Renderer } from '../../src/chart/renderer.ts';
import { drawApp, drawPage } from '../../src/plugin/store/draw.ts';
import { plain } from '../../src/plugin/text/look.ts';
import { storeAppPage, storeAppRecord } from '../../src/rest/resources/store/record.ts';
import type { CatalogPart } from '../../src/store/catalog.ts';
import { messageOf } from '../../src/store/message.ts';
import { chartArchive } from '../support/chartarchive.ts';
import { testRenderer } from '../support/charts.ts';
import { type ChartServer, startChartServer } from '../support/chartserver.ts';

/** The owner of a repository wants the time of the REST API, its network, and the terminal of who looks into it. */
let renderer: Renderer;
let server: ChartServer;
let catalog: ChartCatalog;

const FIRST: CatalogPart = { query: '', page: 1, pageSize: 100 };

/** Colours, a title of the window, a line of its own, markup, and an override of the direction. */
const EVIL = '\u001b[31mred\u001b]0;title\u0007\r\n<script>alert(1)</script>\u202e';

/** Characters that a terminal acts on. */
const RAW = /[\p{Cc}\p{Cf}]/u;

beforeAll(async () => {
  renderer = await testRenderer();
});

beforeEach(async () => {
  server = await startChartServer();
  catalog = new ChartCatalog({ stores: [{ type: 'origin', origin: server.origin }] }, renderer);
});

afterEach(() => server.stop());

afterAll(() => renderer.close());

function serve(index: string, archive: Uint8Array = Buffer.from('')): void {
  server.answer(({ url = '' }, response) => {
    response.end(url === '/index.yaml' ? index : archive);
  });
}

async function listed(part: Partial<CatalogPart> = {}) {
  const got = await catalog.list({ url: server.origin }, { ...FIRST, ...part });
  return got.type === 'found' ? got.value : messageOf(got.refusal);
}

/** Index in the layout of Helm with many charts. */
function manyCharts(count: number): string {
  const charts = Array.from({ length: count }, (_, at) => {
    const name = `chart-${String(at).padStart(6, '0')}`;
    return `  ${name}:\n  - name: ${name}\n    version: 1.0.${at % 7}\n    description: number ${at}\n    urls: [a.tgz]\n`;
  });
  return `apiVersion: v1\nentries:\n${charts.join('')}`;
}

it('an index of 100,000 charts is listed by pages, as Helm writes it and as JSON', async () => {
  serve(manyCharts(100_000));
  expect(await listed({ page: 1000 })).toMatchObject({
    total: 100_000,
    apps: expect.arrayContaining([
      expect.objectContaining({ id: 'chart-099999', versions: ['1.0.4'], description: 'number 99999' }),
    ]),
  });
  expect(await listed({ query: '04242', pageSize: 3 })).toMatchObject({ total: 11 });
  expect(await listed({ page: 1001 })).toMatchObject({ total: 100_000, apps: [] });
  const entries = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, at) => [`chart-${at}`, [{ version: '1.0.0' }]]),
  );
  serve(JSON.stringify({ entries }));
  expect(await listed()).toMatchObject({ total: 100_000 });
});

it('5,000 versions of a chart are cut, and a description of megabytes is not shown', async () => {
  const versions = Array.from({ length: 5_000 }, (_, at) => `  - version: 1.0.${at}\n    urls: [a.tgz]\n`);
  const long = `  long:\n  - version: 1.0.0\n    description: ${'a'.repeat(3_000_000)}\n`;
  serve(
    `entries:\n${long}  shop:\n${versions.join('')}`,
    chartArchive('shop', { 'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.3\n' }),
  );
  expect(await listed()).toMatchObject({
    total: 2,
    apps: [
      { id: 'long', versions: ['1.0.0'], description: '' },
      { id: 'shop', versions: ['1.0.4999'] },
    ],
  });
  const got = await catalog.show({ url: server.origin }, 'shop', '1.0.3');
  expect(got).toMatchObject({ type: 'found', value: { values: { value: { version: '1.0.3' } } } });
  expect(got.type === 'found' && got.value.versions).toHaveLength(500);
});

it('the values of another chart or version than the index says are not shown', async () => {
  const entries = { shop: [{ version: '1.0.0', urls: ['a.tgz'] }] };
  for (const [name, version, type] of [
    ['shop', '1.0.0', 'found'],
    ['shop', '1.0.1', 'refused'],
    ['hello', '1.0.0', 'refused'],
  ]) {
    serve(
      JSON.stringify({ entries, of: `${name} ${version}` }),
      chartArchive('shop', { 'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: ${version}\n` }),
    );
    const got = await catalog.show({ url: server.origin }, 'shop', '');
    expect(got).toMatchObject({ value: { versions: ['1.0.0'], values: { type } } });
  }
});

it('of 120,000 versions of a chart, one is chosen within the time of a chart', async () => {
  const rest =
    'apiVersion: v2\n    appVersion: 1.0.0\n    created: "2026-01-01T00:00:00Z"\n    description: a chart';
  const versions = Array.from(
    { length: 120_000 },
    (_, at) =>
      `  - ${rest}\n    digest: ${'a'.repeat(64)}\n    name: many\n    urls:\n    - ${at}.tgz\n    version: 1.0.${at}\n`,
  );
  const index = Buffer.from(`apiVersion: v1\nentries:\n  many:\n${versions.join('')}`);
  expect(await renderer.choose(index, { name: 'many', version: '^1' })).toMatchObject({
    entry: { version: '1.0.119999', urls: ['119999.tgz'] },
  });
});

it('names that no chart can have are left out, and nothing that is printed acts on a terminal', async () => {
  const entry = { version: '1.0.0', description: EVIL, urls: ['a.tgz'] };
  const entries = { shop: [entry], [EVIL]: [entry], '../../etc': [entry], __proto__: [entry] };
  // YAML itself has no control characters, but others that change what a line looks like.
  const values = '# red \u202e<b>\u2028\nreplicas: 1\n';
  const schema = JSON.stringify({ required: [EVIL] });
  serve(
    JSON.stringify({ entries }),
    chartArchive('shop', { 'values.yaml': values, 'values.schema.json': schema }),
  );
  const page = await listed();
  if (typeof page === 'string') {
    throw new Error(page);
  }
  expect(page.apps.map(({ id }) => id)).toEqual(['shop']);
  const got = await catalog.show({ url: server.origin }, 'shop', '');
  if (got.type !== 'found') {
    throw new Error(messageOf(got.refusal));
  }
  const record = storeAppRecord(got.value);
  expect(record.values?.required).toEqual([EVIL]);
  const look = plain(undefined);
  const lines = [
    ...drawPage(storeAppPage(page, { page: 1, page_size: 100 }), look),
    ...drawApp(record, look),
  ];
  expect(lines.join('\n')).toContain('red');
  for (const line of lines) {
    expect(line).not.toMatch(RAW);
  }
});

it.each<[string, string, RegExp]>([
  ['is no YAML', 'entries: [', /cannot be read/],
  ['has no entries', '{}', /it has no entries/],
  ['has entries of another form', 'entries: {shop: 1}', /its entries have another form/],
  [
    'refers to itself many times',
    `a: &a [x,x]\nb: &b [*a,*a]\n${'c: [*b,*b,*b]\n'.repeat(9)}`,
    /cannot be read/,
  ],
])('an index that %s is refused', async (_title, index, message) => {
  serve(index);
  expect(await listed()).toMatch(message);
});

it('an archive of another host is not fetched, and the versions are shown all the same', async () => {
  serve('entries: {shop: [{version: 1.0.0, urls: ["http://127.0.0.2:1/shop.tgz"]}]}');
  const got = await catalog.show({ url: server.origin }, 'shop', '');
  expect(got).toMatchObject({
    value: { versions: ['1.0.0'], values: { refusal: { type: 'not-allowed', host: '127.0.0.2:1' } } },
  });
});

it('an archive that was refused once is asked for again, although the index has the same ETag', async () => {
  const index = 'entries:\n  shop:\n  - name: shop\n    version: 1.0.0\n    urls: [shop.tgz]\n';
  const archive = chartArchive('shop', { 'values.yaml': 'replicas: 1\n' });
  let refusals = 1;
  server.answer(({ url, headers }, response) => {
    if (url !== '/index.yaml') {
      response.writeHead(refusals > 0 ? 429 : 200).end(archive);
      refusals -= 1;
    } else if (headers['if-none-match'] === '"1"') {
      response.writeHead(304).end();
    } else {
      response.writeHead(200, { etag: '"1"' }).end(index);
    }
  });
  const shown = async () => await catalog.show({ url: server.origin }, 'shop', '');
  expect(await shown()).toMatchObject({ value: { values: { type: 'refused' } } });
  expect(await shown()).toMatchObject({ value: { values: { type: 'found' } } });
});

it('an answer holds as long as the index has the same ETag, for the same access key alone', async () => {
  let etag = '"one"';
  server.answer(({ headers }, response) => {
    const isSame = headers['if-none-match'] === etag;
    response.writeHead(isSame ? 304 : 200, { etag });
    response.end(isSame ? undefined : `entries: {${etag.slice(1, -1)}: [{version: 1.0.0}]}`);
  });
  const names = async (accessKey?: string) => {
    const store = { url: server.origin, ...(accessKey && { accessKey }) };
    const got = await catalog.list(store, FIRST);
    return got.type === 'found' ? got.value.apps.map(({ id }) => id) : got.refusal;
  };
  expect(await names()).toEqual(['one']);
  expect(await names()).toEqual(['one']);
  etag = '"two"';
  expect(await names('reader:key')).toEqual(['two']);
  expect(await names()).toEqual(['two']);
});
