import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../../src/gateway/probe/ask.ts';
import { callAnswerIn } from '../../../../src/gateway/probe/askcall.ts';
import { aQuestion } from '../../../support/probe.ts';

describe('the answer to a call', () => {
  it.each<[string, number, IncomingHttpHeaders, string]>([
    ['no such method', 200, { 'grpc-status': '12' }, 'served'],
    ['no password', 200, { 'grpc-status': '16' }, 'served'],
    ['no component behind the gateway', 200, { 'grpc-status': '14', 'grpc-message': 'reset' }, 'no-calls'],
    ['no pod', 200, { 'grpc-status': '14', 'grpc-message': 'no healthy upstream' }, 'no-calls'],
    ['no pod, without gRPC', 503, {}, 'no-calls'],
    ['a bad gateway', 502, {}, 'no-calls'],
    ['a gateway that cannot read the component', 500, {}, 'no-calls'],
    ['no route', 404, {}, 'unclear'],
    ['a page', 200, {}, 'unclear'],
  ])('%s', (_, status, headers, answer) => {
    expect(callAnswerIn(status, headers)).toBe(answer);
  });

  it.each<[string, IncomingHttpHeaders, string]>([
    ['by the rule', { 'grpc-status': '12', 'x-stoa-probe-version': 'v1' }, 'served'],
    ['of a gateway that has no route for it', { 'grpc-status': '12' }, 'not-served'],
    ['by the rule of another version', { 'grpc-status': '12', 'x-stoa-probe-version': 'v0' }, 'not-served'],
    ['of a guard', { 'grpc-status': '16' }, 'served'],
    ['of a gateway that does not reach the component', { 'grpc-status': '14' }, 'no-calls'],
  ])('%s, where answers tell the version', (_, headers, answer) => {
    expect(callAnswerIn(200, headers, 'v1')).toBe(answer);
  });
});

/** Answer of a server on this machine to a question for a component. */
async function answerOf(
  server: ReturnType<typeof createPlain> | ReturnType<typeof createServer>,
): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const question = aQuestion({ path: '/stoa.dev.Probe/V0', backend: 'cart:8080' });
    const target = { address: '127.0.0.1', port, secure: false };
    return await ask(target, question, new AbortController().signal);
  } finally {
    server.close();
  }
}

describe('a question for a component', () => {
  it('is a call, which ends with its status', async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer();
    server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      seen.push(headers[':method'], headers[':authority'], headers[':path'], headers['content-type']);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '12' }));
      stream.end();
    });
    expect(await answerOf(server)).toBe('served');
    expect(seen).toEqual(['POST', 'shop.example.com', '/stoa.dev.Probe/V0', 'application/grpc']);
  });

  it('has an answer where the gateway waits for the component', async () => {
    const server = createServer();
    server.on('stream', () => undefined);
    expect(await answerOf(server)).toBe('no-calls');
  });

  it('is not answered by a server of HTTP/1', async () => {
    expect(await answerOf(createPlain((_, response) => response.end()))).toBe('unclear');
  });

  it('finds no connection where nobody listens', async () => {
    const question = aQuestion({ backend: 'cart:8080' });
    const target = { address: '127.0.0.1', port: 1, secure: false };
    expect(await ask(target, question, new AbortController().signal)).toBe('unreachable');
  });
});
