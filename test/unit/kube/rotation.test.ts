import { mkdtemp, readFile } from 'node:fs/promises';
import type { RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createPki, pkiFiles } from '../../../deploy/local/cluster/pki.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import { createTransport } from '../../../src/kube/transport.ts';
import { eventually } from '../../support/eventually.ts';
import { answer, failure, serve, THING, THINGS, transportTo } from './support.ts';

const TARGET = { namespace: 'n', name: 'a' };

interface Authority {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

async function newAuthority(): Promise<Authority> {
  const files = pkiFiles(await mkdtemp(join(tmpdir(), 'stoa-pki-')));
  const { ca } = await createPki(files, ['127.0.0.1']);
  return {
    ca,
    cert: await readFile(files.serverCertificate, 'utf8'),
    key: await readFile(files.serverKey, 'utf8'),
  };
}

let first: Authority;
let second: Authority;

beforeAll(async () => {
  [first, second] = await Promise.all([newAuthority(), newAuthority()]);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** As much time passes as credentials are trusted for. */
function later(): void {
  vi.advanceTimersByTime(5_000);
}

it('uses a new token without a restart, over the same connection', async () => {
  const seen: (string | undefined)[] = [];
  const served = await serve((request, response) => {
    seen.push(request.headers.authorization);
    answer(response, 200, THING);
  });
  let token = 'old';
  const credentials = vi.fn(async () => ({ headers: { Authorization: `Bearer ${token}` } }));
  const client = new KubeClient(await transportTo(served.url, {}, credentials));
  await client.get(THINGS, TARGET);
  token = 'new';
  await Promise.all([client.get(THINGS, TARGET), client.get(THINGS, TARGET)]);
  expect(credentials).toHaveBeenCalledTimes(1);
  const before = served.connections();
  later();
  await client.get(THINGS, TARGET);
  expect(seen).toEqual(['Bearer old', 'Bearer old', 'Bearer old', 'Bearer new']);
  expect(served.connections()).toBe(before);
});

it('trusts a new authority without a restart, and lets running requests to the old one end', async () => {
  const watching = Promise.withResolvers<(line: string) => void>();
  const served = await serve((request, response) => {
    if (request.url?.includes('watch=1')) {
      response.writeHead(200).flushHeaders();
      watching.resolve((line) => response.end(line));
    } else {
      answer(response, 200, THING);
    }
  }, first);
  let current: RequestOptions = { ca: first.ca };
  const client = new KubeClient(await transportTo(served.url, {}, async () => current));
  const watch = Array.fromAsync(client.watch(THINGS, '1'));
  const end = await watching.promise;
  await client.get(THINGS, TARGET);
  expect(await served.open()).toBe(2);

  served.rotate(second);
  current = { ca: second.ca };
  later();
  expect(await client.create(THINGS, THING, 'm')).toEqual(THING);
  end(JSON.stringify({ type: 'ADDED', object: { metadata: { namespace: 'team', resourceVersion: '2' } } }));
  expect(await watch).toHaveLength(1);
  await eventually(async () => expect(await served.open()).toBe(1));
});

it('sends nothing to a server of another authority', async () => {
  const { url } = await serve((_, response) => answer(response, 201, THING), first);
  const client = new KubeClient(await transportTo(url, {}, async () => ({ ca: second.ca })));
  expect(await failure(client.create(THINGS, THING, 'm'))).toEqual({ type: 'unreachable' });
});

it('fails as unreachable without credentials, and reads them again', async () => {
  const { url } = await serve((_, response) => answer(response, 201, THING));
  const credentials = vi
    .fn(async (): Promise<RequestOptions> => ({}))
    .mockResolvedValueOnce({})
    .mockRejectedValueOnce(new Error('the plugin failed'));
  const client = new KubeClient(await transportTo(url, {}, credentials));
  later();
  expect(await failure(client.create(THINGS, THING, 'm'))).toEqual({ type: 'unreachable' });
  expect(await client.create(THINGS, THING, 'm')).toEqual(THING);
});

it('does not start without credentials', async () => {
  const credentials = () => Promise.reject(new Error('the plugin failed'));
  await expect(createTransport({ server: 'https://127.0.0.1:1', credentials })).rejects.toThrow(
    'the plugin failed',
  );
});
