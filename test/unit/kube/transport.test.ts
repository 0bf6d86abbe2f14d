import { text } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { Gate } from '../../../src/base/gate.ts';
import { KubeClient } from '../../../src/kube/client.ts';
import type { ObservedCall } from '../../../src/kube/transport.ts';
import { eventually } from '../../support/eventually.ts';
import { answer, clientOf, failure, hang, serve, THING, THINGS, transportTo } from './support.ts';

const TARGET = { namespace: 'n', name: 'a' };
const SHORT = { timeoutMs: 100 };

it('times out without a response, as unreachable for a read and as ambiguous for a write', async () => {
  const client = await clientOf(hang);
  expect(await failure(client.get(THINGS, TARGET, SHORT))).toEqual({ type: 'unreachable' });
  expect(await failure(client.apply(THINGS, THING, 'm', SHORT))).toEqual({ type: 'ambiguous' });
  expect(await failure(client.create(THINGS, THING, 'm', SHORT))).toEqual({ type: 'ambiguous' });
  const target = { ...TARGET, uid: 'u' };
  expect(await failure(client.delete(THINGS, target, SHORT))).toEqual({ type: 'ambiguous' });
  const dry = { ...SHORT, dryRun: true };
  expect(await failure(client.create(THINGS, THING, 'm', dry))).toEqual({ type: 'unreachable' });
});

it.each([
  ['hangs', 'half'],
  ['is cut', 'cut'],
  ['is no JSON', 'garbage'],
])('treats a response whose body %s as missing', async (_, how) => {
  const client = await clientOf((request, response) => {
    request.resume();
    response.writeHead(200, how === 'garbage' ? {} : { 'content-length': '1000' });
    if (how === 'garbage') {
      response.end('<html>');
    } else {
      response.write('{"metadata":', () => how === 'cut' && response.destroy());
    }
  });
  expect(await failure(client.get(THINGS, TARGET, SHORT))).toEqual({ type: 'unreachable' });
  expect(await failure(client.apply(THINGS, THING, 'm', SHORT))).toEqual({ type: 'ambiguous' });
});

it('fails as unreachable if the request was not sent, even a write', async () => {
  const { url } = await serve(hang);
  const client = new KubeClient(await transportTo(url.replace(/\d+$/, '1')));
  expect(await failure(client.create(THINGS, THING, 'm'))).toEqual({ type: 'unreachable' });
  const plain = new KubeClient(await transportTo(url.replace('http:', 'https:')));
  expect(await failure(plain.create(THINGS, THING, 'm', { timeoutMs: 5_000 }))).toEqual({
    type: 'unreachable',
  });
});

it('fails as unreachable for a write that waited for a connection until its deadline', async () => {
  const received: string[] = [];
  const { url } = await serve((request) => {
    received.push(request.method ?? '');
    hang(request);
  });
  const client = new KubeClient(await transportTo(url));
  const stop = new AbortController();
  const hanging = Array.from({ length: 64 }, () => client.get(THINGS, TARGET, { signal: stop.signal }));
  const ended = Promise.allSettled(hanging);
  expect(await failure(client.create(THINGS, THING, 'm', SHORT))).toEqual({ type: 'unreachable' });
  stop.abort();
  await ended;
  await failure(client.get(THINGS, TARGET, SHORT));
  expect(received).not.toContain('POST');
});

it.each([
  ['before anything', 'GET', 0],
  ['while a read waits', 'GET', 1],
  ['while a write waits', 'POST', 1],
] as const)('rejects with the reason of a caller that aborts %s', async (_, method, after) => {
  const { promise: atServer, resolve: arrived } = Promise.withResolvers<void>();
  const client = await clientOf(() => arrived());
  const stop = new AbortController();
  const reason = new Error('changed my mind');
  if (after === 0) {
    stop.abort(reason);
  }
  const { signal } = stop;
  const work =
    method === 'GET' ? client.get(THINGS, TARGET, { signal }) : client.create(THINGS, THING, 'm', { signal });
  if (after > 0) {
    void atServer.then(() => stop.abort(reason));
  }
  await expect(work).rejects.toBe(reason);
});

it('rejects with the reason of a caller that aborts during the body', async () => {
  const stop = new AbortController();
  const client = await clientOf((_, response) => {
    response.writeHead(200).write('{', () => setTimeout(() => stop.abort('enough'), 20));
  });
  await expect(client.get(THINGS, TARGET, { signal: stop.signal })).rejects.toBe('enough');
});

it.each([
  [429, { 'retry-after': '1' }],
  [429, {}],
  [503, { 'retry-after': '1' }],
])('retries after a %i with %o, even a write', async (status, headers) => {
  let requests = 0;
  const client = await clientOf((_, response) => {
    requests += 1;
    requests === 1 ? answer(response, status, {}, headers) : answer(response, 200, THING);
  });
  expect(await client.create(THINGS, THING, 'm')).toEqual(THING);
  expect(requests).toBe(2);
});

it('reports a Retry-After beyond the deadline', async () => {
  const client = await clientOf((_, response) => answer(response, 429, {}, { 'retry-after': '40' }));
  expect(await failure(client.create(THINGS, THING, 'm'))).toEqual({
    type: 'throttled',
    retryAfterSeconds: 40,
  });
});

it('rejects with the reason of a caller that aborts while it is throttled', async () => {
  const stop = new AbortController();
  const client = await clientOf((_, response) => {
    answer(response, 429, {}, { 'retry-after': '20' });
    response.on('finish', () => setTimeout(() => stop.abort('enough'), 50));
  });
  await expect(client.get(THINGS, TARGET, { signal: stop.signal })).rejects.toBe('enough');
});

it('does not retry other failures', async () => {
  let requests = 0;
  const client = await clientOf((_, response) => {
    requests += 1;
    answer(response, 503, { message: 'no' });
  });
  expect(await failure(client.create(THINGS, THING, 'm'))).toEqual({ type: 'refused', status: 503 });
  expect(requests).toBe(1);
});

it('limits the size of an error body', async () => {
  const client = await clientOf((_, response) => {
    response.writeHead(500);
    const fill = (error?: Error | null) => {
      error ?? response.write('x'.repeat(65_536), fill);
    };
    fill();
  });
  await expect(client.get(THINGS, TARGET)).rejects.toMatchObject({
    failure: { type: 'refused', status: 500 },
    message: 'x'.repeat(500),
  });
});

it('sends every impersonated group, and not the impersonation of the kubeconfig', async () => {
  const seen: string[] = [];
  const { url } = await serve((request, response) => {
    seen.push(...request.rawHeaders);
    answer(response, 200, THING);
  });
  const credentials = async () => ({ headers: { 'Impersonate-User': 'root', Authorization: 'Bearer t' } });
  const client = new KubeClient(await transportTo(url, {}, credentials));
  await client.as({ user: 'ada', groups: ['g1', 'g2'] }).get(THINGS, TARGET);
  const pairs = seen.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), seen[index + 1]]] : [],
  );
  expect(pairs.filter(([name]) => /^impersonate|^authorization/.test(name ?? ''))).toEqual([
    ['authorization', 'Bearer t'],
    ['impersonate-user', 'ada'],
    ['impersonate-group', 'g1'],
    ['impersonate-group', 'g2'],
  ]);
});

it('does not delay calls by many watches, and bounds the connections of calls', async () => {
  const served = await serve((request, response) => {
    if (request.url?.includes('watch=1')) {
      response.writeHead(200).flushHeaders();
    } else {
      setTimeout(() => answer(response, 200, THING), 5);
    }
  });
  const client = new KubeClient(await transportTo(served.url));
  const stop = new AbortController();
  const watches = Array.from({ length: 100 }, () =>
    Array.fromAsync(client.watch(THINGS, '1', { signal: stop.signal })),
  );
  const ended = Promise.allSettled(watches);
  const calls = await Promise.all(Array.from({ length: 500 }, () => client.get(THINGS, TARGET)));
  expect(calls).toHaveLength(500);
  expect(served.connections()).toBeLessThanOrEqual(100 + 64);
  stop.abort('over');
  expect(await ended).toEqual(Array(100).fill({ status: 'rejected', reason: 'over' }));
});

it('reports every attempt', async () => {
  let requests = 0;
  const { url } = await serve((request, response) => {
    requests += 1;
    if (request.method === 'POST' && requests === 1) {
      answer(response, 429, {}, { 'retry-after': '1' });
    } else if (request.method === 'POST') {
      answer(response, 201, THING);
    } else {
      request.socket.destroy();
    }
  });
  const calls: ObservedCall[] = [];
  const client = new KubeClient(await transportTo(url, { onCall: (call) => calls.push(call) }));
  await client.create(THINGS, THING, 'm');
  await failure(client.get(THINGS, TARGET));
  const { host } = new URL(url);
  expect(calls).toEqual([
    { verb: 'POST', host, code: '429', seconds: expect.any(Number) },
    { verb: 'POST', host, code: '201', seconds: expect.any(Number) },
    { verb: 'GET', host, code: '<error>', seconds: expect.any(Number) },
  ]);
});

it('fails running calls when it is closed', async () => {
  const { promise: atServer, resolve: arrived } = Promise.withResolvers<void>();
  const { url } = await serve((request) => {
    hang(request);
    arrived();
  });
  const transport = await transportTo(url);
  const call = failure(new KubeClient(transport).create(THINGS, THING, 'm'));
  await atServer;
  await transport.close();
  expect(await call).toEqual({ type: 'ambiguous' });
  expect(await failure(new KubeClient(transport).create(THINGS, THING, 'm'))).toEqual({
    type: 'unreachable',
  });
});

it('sends bytes as they are, and anything else as JSON', async () => {
  const received: string[] = [];
  const { url } = await serve(async (request, response) => {
    received.push(await text(request));
    answer(response, 200, {});
  });
  const transport = await transportTo(url);
  const request = { method: 'PATCH', path: '/', contentType: 'application/apply-patch+yaml' } as const;
  await transport.call({ ...request, body: Buffer.from('kind: Thing\n') });
  await transport.call({ ...request, body: { kind: 'Thing' } });
  expect(received).toEqual(['kind: Thing\n', '{"kind":"Thing"}']);
});

it('within a gate, makes as many calls at once as there are places, and watches none the less', async () => {
  const waiting: (() => void)[] = [];
  const client = await clientOf((request, response) => {
    if (request.url?.includes('watch=1')) {
      response.writeHead(200).end();
    } else {
      waiting.push(() => answer(response, 200, THING));
    }
  });
  const gated = client.within(new Gate(2, 1));
  const calls = Array.from({ length: 3 }, () => gated.get(THINGS, TARGET));
  expect(await failure(gated.get(THINGS, TARGET))).toEqual({
    type: 'throttled',
    retryAfterSeconds: undefined,
  });
  await eventually(() => expect(waiting).toHaveLength(2));
  expect(await Array.fromAsync(gated.watch(THINGS, '1'))).toEqual([]);
  waiting.shift()?.();
  await eventually(() => expect(waiting).toHaveLength(2));
  for (const release of waiting) {
    release();
  }
  expect(await Promise.all(calls)).toEqual([THING, THING, THING]);
});

it('checks each attempt right before it is sent, and sends nothing where the check fails', async () => {
  let requests = 0;
  const { url } = await serve((_, response) => {
    requests += 1;
    answer(response, 429, {}, { 'retry-after': '1' });
  });
  const transport = await transportTo(url);
  const beforeSend = vi.fn<() => void>().mockImplementationOnce(() => undefined);
  beforeSend.mockImplementationOnce(() => {
    throw new Error('the lease is lost');
  });
  const call = transport.call({ method: 'POST', path: '/', body: THING, beforeSend });
  await expect(call).rejects.toMatchObject({
    failure: { type: 'unreachable' },
    cause: { message: 'the lease is lost' },
  });
  expect(beforeSend).toHaveBeenCalledTimes(2);
  expect(requests).toBe(1);
});

it('does not check a request that waits for a connection until its deadline', async () => {
  const { url } = await serve(hang);
  const transport = await transportTo(url);
  const hanging = Array.from({ length: 64 }, () => failure(transport.call({ method: 'GET', path: '/' })));
  const beforeSend = vi.fn();
  const waiting = transport.call({ method: 'POST', path: '/', body: THING, beforeSend, timeoutMs: 100 });
  expect(await failure(waiting)).toEqual({ type: 'unreachable' });
  await transport.close();
  await Promise.all(hanging);
  expect(beforeSend).not.toHaveBeenCalled();
});

it('keeps its connections beyond a DELETE', async () => {
  const { url, connections } = await serve((request, response) => {
    request.resume();
    answer(response, 200, {});
  });
  const client = new KubeClient(await transportTo(url));
  for (let count = 0; count < 20; count += 1) {
    await client.delete(THINGS, { ...TARGET, uid: 'u' });
  }
  // The next call may begin before the connection of the last one is free.
  expect(connections()).toBeLessThanOrEqual(2);
});
