import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../../deploy/local/store/fault.ts';
import type { LocalStore } from '../../../deploy/local/store/store.ts';
import { messageOf } from '../../../src/store/message.ts';
import type { StoreRefusal } from '../../../src/store/refusal.ts';
import type { Fetched } from '../../../src/store/response.ts';
import { localClient, localStore, modelFolder, TEMPLATE } from './support.ts';

const client = localClient();
const of = ({ url }: LocalStore, accessKey?: string) => ({
  url,
  domain: 'rainbond',
  ...(accessKey === undefined ? {} : { accessKey }),
});

describe('a successful request', () => {
  it('returns the application model', async () => {
    const store = await localStore();
    expect(await client.fetchApp(of(store), 'shop')).toEqual({
      type: 'found',
      value: { name: 'shop' },
    });
  });

  it('returns the template of a version byte for byte', async () => {
    const store = await localStore();
    expect(await client.fetchVersion(of(store), 'shop', '1.0')).toEqual({
      type: 'found',
      value: { template: TEMPLATE },
    });
  });

  it('returns the registry where the store names one', async () => {
    const hub = { hubURL: 'registry.example.com', hubUser: 'reader', hubPassword: 'secret' };
    const [bare, full] = [await localStore(), await localStore({ hub })];
    expect(await client.fetchHub(of(bare), 'shop')).toEqual({ type: 'found', value: undefined });
    expect(await client.fetchHub(of(full), 'shop')).toEqual({
      type: 'found',
      value: { url: 'registry.example.com', user: 'reader', password: 'secret' },
    });
  });

  it('has path, query and headers of the API of stores', async () => {
    const seen: (string | undefined)[][] = [];
    const store = await localStore({
      onRequest: ({ method, originalUrl, headers }) =>
        seen.push([method, originalUrl, headers.authorization, headers['accept-encoding']]),
    });
    await client.fetchVersion({ ...of(store, 'Key of mine'), url: `${store.url}/` }, 'a/b ü', '1.0?');
    await client.fetchHub(of(store, ''), 'shop');
    expect(seen).toEqual([
      [
        'GET',
        '/app-server/openapi/apps/a%2Fb%20%C3%BC/versions/1.0%3F?marketDomain=rainbond&forInstall=true&getTemplate=true',
        'Key of mine',
        'gzip',
      ],
      ['GET', '/app-server/openapi/apps/shop/apphubinfo?marketDomain=rainbond', undefined, 'gzip'],
    ]);
  });

  it('accepts a base path, unknown members and missing ones', async () => {
    const paths: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.end('{"name": "Shop", "versions": null, "desc": 5, "__proto__": {"name": 1}, "more": [{}]}');
    }).listen(0, '127.0.0.1');
    await vi.waitUntil(() => server.listening);
    const { port } = server.address() as { port: number };
    const found = await client.fetchApp({ url: `http://127.0.0.1:${port}/hub/`, domain: 'd' }, 'shop');
    server.close();
    expect(found).toEqual({ type: 'found', value: { name: 'Shop' } });
    expect(paths).toEqual(['/hub/app-server/openapi/apps/shop?marketDomain=d']);
  });
});

describe('a refused request', () => {
  it.each<[Fault, StoreRefusal]>([
    [
      { type: 'status', status: 401 },
      { type: 'unauthorized', keySent: true },
    ],
    [{ type: 'status', status: 403 }, { type: 'forbidden' }],
    [{ type: 'status', status: 404 }, { type: 'version-not-found' }],
    [
      { type: 'status', status: 422 },
      { type: 'rejected', status: 422 },
    ],
    [
      { type: 'status', status: 429 },
      { type: 'failed', status: 429 },
    ],
    [
      { type: 'status', status: 500 },
      { type: 'failed', status: 500 },
    ],
    [
      { type: 'status', status: 503 },
      { type: 'failed', status: 503 },
    ],
    [{ type: 'not-json' }, { type: 'not-json' }],
    [{ type: 'empty' }, { type: 'malformed', problems: 'template is required' }],
    [{ type: 'truncated' }, { type: 'unreachable', code: 'UND_ERR_SOCKET' }],
    [{ type: 'too-large' }, { type: 'too-large', mebibytes: 5 }],
    [{ type: 'bomb' }, { type: 'bomb' }],
    [{ type: 'redirect', location: '/elsewhere' }, { type: 'redirected' }],
  ])('%j: %j', async (fault, refusal) => {
    const store = await localStore();
    store.fail(fault);
    expect(await client.fetchVersion(of(store, 'key'), 'shop', '1.0')).toEqual({ type: 'refused', refusal });
  });

  it('tells a missing model from a missing version', async () => {
    const store = await localStore();
    expect(await client.fetchApp(of(store), 'gone')).toEqual(refused({ type: 'app-not-found' }));
    expect(await client.fetchHub(of(store), 'gone')).toEqual(refused({ type: 'app-not-found' }));
    expect(await client.fetchVersion(of(store), 'shop', '3')).toEqual(refused({ type: 'version-not-found' }));
  });

  it('is not sent with a dot segment in its path', async () => {
    const onRequest = vi.fn();
    const store = await localStore({ onRequest });
    expect(await client.fetchApp(of(store), '..')).toEqual(refused({ type: 'app-not-found' }));
    expect(await client.fetchVersion(of(store), 'shop', '.')).toEqual(refused({ type: 'version-not-found' }));
    expect(onRequest).not.toHaveBeenCalled();
  });

  it('names a missing access key', async () => {
    const store = await localStore({ accessKey: 'right' });
    const ask = async (key?: string) => client.fetchApp(of(store, key), 'shop');
    expect(await ask()).toEqual(refused({ type: 'unauthorized', keySent: false }));
    expect(await ask('wrong')).toEqual(refused({ type: 'forbidden' }));
    expect(await ask('right')).toMatchObject({ type: 'found' });
    expect(await ask('right\n')).toEqual(refused({ type: 'key-unusable' }));
  });

  it('never follows a redirect', async () => {
    const onRequest = vi.fn();
    const [store, other] = [await localStore(), await localStore({ onRequest })];
    store.fail({ type: 'redirect', location: `${other.url}/app-server/openapi/apps/shop?marketDomain=d` });
    expect(await client.fetchApp(of(store), 'shop')).toEqual(refused({ type: 'redirected' }));
    expect(onRequest).not.toHaveBeenCalled();
  });

  it.each([
    ['a template that is no text', { template: {} }, 'template must be of type string'],
    ['an empty template', { template: '' }, 'template must have at least 1 characters'],
    ['a template that is null', { template: null }, 'template must be of type string'],
    ['a template that no bytes stand for', { template: '\ud800' }, 'template must be Unicode'],
    ['no object', 'text', 'answer must be of type object'],
  ])('%s', async (_, answer, problems) => {
    const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
    server.listen(0, '127.0.0.1');
    await vi.waitUntil(() => server.listening);
    const { port } = server.address() as { port: number };
    const store = { url: `http://127.0.0.1:${port}`, domain: 'd' };
    expect(await client.fetchVersion(store, 'shop', '1.0')).toEqual(refused({ type: 'malformed', problems }));
    server.close();
  });

  it('may have another answer the next time', async () => {
    const store = await localStore();
    store.fail({ type: 'changed' });
    const first = await client.fetchVersion(of(store), 'shop', '1.0');
    const second = await client.fetchVersion(of(store), 'shop', '1.0');
    expect(first).toEqual({ type: 'found', value: { template: TEMPLATE } });
    expect(second).toMatchObject({ type: 'found' });
    expect(second).not.toEqual(first);
  });
});

describe('an address without a store', () => {
  it('is unreachable where nothing listens', async () => {
    const store = await localStore();
    await store.close();
    expect(await client.fetchApp(of(store), 'shop')).toEqual(
      refused({ type: 'unreachable', code: 'ECONNREFUSED' }),
    );
  });

  it.each([
    'hub.example.com',
    'ftp://hub.example.com',
    'https://user:pass@hub.example.com',
    'https://hub.example.com/?a=b',
    'https://hub.example.com/#a',
    'http://[fe80::1%25eth0]/',
    '',
  ])('is refused as %j', async (url) => {
    const resolve = vi.fn();
    const found = await localClient({ resolve }).fetchApp({ url, domain: 'd' }, 'shop');
    expect(found).toEqual(refused({ type: 'not-a-url' }));
    expect(resolve).not.toHaveBeenCalled();
  });
});

describe('a request ends in time', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('when a response does not end', async () => {
    const asked = Promise.withResolvers<void>();
    const store = await localStore({ onRequest: () => asked.resolve() });
    store.fail({ type: 'slow' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const fetched = client.fetchApp(of(store), 'shop');
    await asked.promise;
    vi.advanceTimersByTime(10_000);
    expect(await fetched).toEqual(refused({ type: 'too-slow', seconds: 10 }));
  });

  it('when a name does not resolve', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const resolve = () => new Promise<never>(() => undefined);
    const fetched = localClient({ resolve }).fetchApp(
      { url: 'https://hub.example.com', domain: 'd' },
      'shop',
    );
    vi.advanceTimersByTime(10_000);
    expect(await fetched).toEqual(refused({ type: 'too-slow', seconds: 10 }));
  });

  it('when the caller aborts it', async () => {
    const caller = new AbortController();
    const reason = new Error('the process ends');
    const store = await localStore({ onRequest: () => caller.abort(reason) });
    store.fail({ type: 'slow' });
    await expect(client.fetchApp(of(store), 'shop', caller.signal)).rejects.toBe(reason);
  });
});

describe('credentials', () => {
  const KEY = 'canary-access-key';
  const PASSWORD = 'canary-hub-password';
  const FAULTS: readonly Fault[] = [
    ...[400, 401, 403, 404, 422, 429, 500, 503].map((status) => ({ type: 'status', status }) as const),
    ...(['not-json', 'empty', 'truncated', 'too-large', 'bomb'] as const).map((type) => ({ type })),
    { type: 'redirect', location: `https://example.com/${KEY}` },
  ];

  it.each(FAULTS)('are in no refusal: %j', async (fault) => {
    const hub = { hubURL: 'registry.example.com', hubUser: 'reader', hubPassword: PASSWORD };
    const store = await localStore({ accessKey: KEY, hub, folders: [modelFolder({ 'shop.json': KEY })] });
    store.fail(fault);
    const told = [
      await client.fetchApp(of(store, KEY), 'shop'),
      await client.fetchVersion(of(store, KEY), 'shop', '1.0'),
      await client.fetchHub(of(store, KEY), 'shop'),
    ].map(said);
    expect(told.join()).not.toMatch(/canary/);
  });

  it.each([
    { accessKey: `${KEY}\n` },
    { accessKey: KEY, url: `https://${KEY}:${PASSWORD}@hub.example.com` },
    { accessKey: KEY, url: `https://hub.example.com?key=${KEY}` },
    { accessKey: KEY, url: 'http://10.0.0.1' },
  ])('are in no refusal: %j', async (store) => {
    const fetched = await client.fetchHub({ url: 'http://127.0.0.1:1', domain: 'd', ...store }, 'shop');
    expect(fetched.type).toBe('refused');
    expect(said(fetched)).not.toMatch(/canary/);
  });

  function said(fetched: Fetched<unknown>): string {
    return fetched.type === 'found' ? '' : `${JSON.stringify(fetched)} ${messageOf(fetched.refusal)}`;
  }
});

function refused(refusal: StoreRefusal): Fetched<never> {
  return { type: 'refused', refusal };
}
