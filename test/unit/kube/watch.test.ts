import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { KubeClient, type WatchEvent } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { watchEvent } from '../../../src/kube/watchevent.ts';
import { answer, clientOf, serve, THINGS, transportTo } from './support.ts';

function added(resourceVersion: string): string {
  return JSON.stringify({
    type: 'ADDED',
    object: { metadata: { name: 'a', namespace: 'team', resourceVersion } },
  });
}

/** Events of a watch, and the error that ends it. */
async function followed(client: KubeClient): Promise<{ versions: string[]; end: unknown }> {
  const versions: string[] = [];
  try {
    for await (const event of client.watch(THINGS, '1')) {
      versions.push(versionOf(event));
    }
    return { versions, end: 'ended' };
  } catch (error) {
    return { versions, end: error instanceof KubeError ? error.failure : error };
  }
}

function versionOf(event: WatchEvent<KubeObject>): string {
  return event.type === 'BOOKMARK' ? event.resourceVersion : event.object.metadata.resourceVersion;
}

function lines(text: string) {
  return clientOf((_, response) => response.writeHead(200).end(text));
}

const ERROR_410 = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
const UNREACHABLE = { type: 'unreachable' };

it.each([
  ['the server ends it', '', 'ended'],
  ['it ends in half a line', added('4').slice(0, 30), UNREACHABLE],
  ['a line is garbage', `<html>\n${added('4')}\n`, UNREACHABLE],
  ['a line is JSON and no event', `{}\n${added('4')}\n`, UNREACHABLE],
  ['a line is null', `null\n${added('4')}\n`, UNREACHABLE],
  ['an object has no version', `{"type":"ADDED","object":{}}\n`, UNREACHABLE],
  [
    'an object of a namespaced resource has no namespace',
    '{"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":"4"}}}\n',
    UNREACHABLE,
  ],
  ['an event is of no known type', added('4').replace('ADDED', 'SPLIT'), UNREACHABLE],
  ['the version is too old', JSON.stringify({ type: 'ERROR', object: ERROR_410 }), { type: 'gone' }],
  [
    'the server gives up',
    JSON.stringify({ type: 'ERROR', object: { code: 500, message: 'etcd is away' } }),
    { type: 'refused', status: 500 },
  ],
  ['an error says nothing', '{"type":"ERROR","object":{}}', { type: 'refused', status: 500 }],
])('yields all events before the end when %s', async (_, rest, end) => {
  const client = await lines(`${added('2')}\n${added('3')}\n${rest}`);
  expect(await followed(client)).toEqual({ versions: ['2', '3'], end });
});

it('reports an expired version by the HTTP status too', async () => {
  const client = await clientOf((_, response) => answer(response, 410, ERROR_410));
  expect(await followed(client)).toEqual({ versions: [], end: { type: 'gone' } });
});

it('ends as unreachable when the connection breaks', async () => {
  const client = await clientOf((request, response) => {
    response.writeHead(200).write(`${added('2')}\n`, () => setTimeout(() => request.socket.destroy(), 20));
  });
  expect(await followed(client)).toEqual({ versions: ['2'], end: UNREACHABLE });
});

it('does not trust a silent connection', async () => {
  const { url } = await serve((_, response) => response.writeHead(200).write('x'));
  const transport = await transportTo(url);
  const bytes = await transport.open({ method: 'GET', path: '/', timeoutMs: 100 });
  await expect(Array.fromAsync(bytes)).rejects.toMatchObject({ failure: UNREACHABLE });
});

it('requests an end from the server before the connection times out', async () => {
  const { url } = await serve((request, response) => {
    response.end(
      `${added(new URL(request.url ?? '', 'http://x').searchParams.get('timeoutSeconds') ?? '')}\n`,
    );
  });
  const transport = await transportTo(url);
  const opened = vi.spyOn(transport, 'open');
  const { versions } = await followed(new KubeClient(transport));
  expect(Number(versions[0]) * 1000).toBeLessThan(opened.mock.calls[0]?.[0].timeoutMs ?? 0);
});

it('retries a throttled start', async () => {
  let requests = 0;
  const client = await clientOf((_, response) => {
    requests += 1;
    requests === 1
      ? answer(response, 429, {}, { 'retry-after': '1' })
      : response.writeHead(200).end(added('2'));
  });
  expect(await followed(client)).toEqual({ versions: ['2'], end: 'ended' });
});

it('closes the connection when iteration stops', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const client = await clientOf((_, response) => {
    response.on('close', resolve);
    response.writeHead(200).write(`${added('2')}\n`);
  });
  for await (const event of client.watch(THINGS, '1')) {
    expect(versionOf(event)).toBe('2');
    break;
  }
  await closed;
});

it('rejects with the reason of a caller that aborts', async () => {
  const stop = new AbortController();
  const client = await clientOf((_, response) => {
    response.writeHead(200).write(`${added('2')}\n`);
  });
  const watch = client.watch(THINGS, '1', { signal: stop.signal });
  await watch.next();
  const next = watch.next();
  stop.abort('enough');
  await expect(next).rejects.toBe('enough');
  expect(await watch.next()).toEqual({ done: true, value: undefined });
});

it('reads the version of a bookmark', () => {
  const metadata = { resourceVersion: '7' };
  expect(watchEvent(JSON.stringify({ type: 'BOOKMARK', object: { metadata } }))).toEqual({
    type: 'BOOKMARK',
    resourceVersion: '7',
  });
});

it('returns an event or throws a KubeError for any line', () => {
  const type = fc.constantFrom('ADDED', 'DELETED', 'BOOKMARK', 'ERROR', 'OTHER');
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ type, object: fc.jsonValue() }).map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(line, (text) => {
      try {
        expect(watchEvent(text).type).toMatch(/^(ADDED|MODIFIED|DELETED|BOOKMARK)$/);
      } catch (error) {
        expect(error).toBeInstanceOf(KubeError);
      }
    }),
  );
});

it('asks for the objects that the selectors name', async () => {
  const asked: string[] = [];
  const client = await clientOf((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200).end('');
  });
  const selection = { namespace: 'n', labelSelector: 'a=b', fieldSelector: 'metadata.name=c' };
  await Array.fromAsync(client.watch(THINGS, '1', selection));
  const { pathname, searchParams } = new URL(asked[0] ?? '', 'http://none');
  expect([pathname, searchParams.get('labelSelector'), searchParams.get('fieldSelector')]).toEqual([
    '/apis/example.com/v1/namespaces/n/things',
    'a=b',
    'metadata.name=c',
  ]);
});
