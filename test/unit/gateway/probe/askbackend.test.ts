import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { present } from '../../../../src/base/fields.ts';
import { traefikFailure } from '../../../../src/engines/traefik/failure.ts';
import { askBackend } from '../../../../src/gateway/probe/askbackend.ts';
import { aQuestion } from '../../../support/probe.ts';

const { signal } = new AbortController();

/** Answer of a gateway at a server on this machine for its component. */
async function answerThrough(server: Server, version?: string) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const target = { address: '127.0.0.1', port, secure: false };
  return await askBackend(
    { target, question: { ...aQuestion(), ...present({ version }) } },
    traefikFailure,
    signal,
  );
}

/** Answers HEAD and GET with a status and a text. */
function saying(status: number, text: string): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  };
}

it.each([
  ['200', saying(200, ''), 'answered'],
  ['404', saying(404, 'Not Found'), 'answered'],
  ['a status of its own in the range of errors', saying(503, 'closed for today'), 'answered'],
  ['the error of a gateway', saying(502, 'Bad Gateway'), 'refused-or-reset'],
  ['400 of a server of TLS', saying(400, 'Client sent an HTTP request to an HTTPS server.\n'), 'tls'],
] as const)('reads %s', async (_, listener, answer) => {
  expect(await answerThrough(createServer(listener))).toBe(answer);
});

it.each([
  ['of the component, by its rule', 200, '', { 'x-stoa-probe-version': 'v1' }, 'answered'],
  ['of another component, by another rule', 200, '', {}, 'not-loaded'],
  ['by the rule of another version', 200, '', { 'x-stoa-probe-version': 'v0' }, 'not-loaded'],
  ['of a gateway that has no rule for it', 404, '404 page not found\n', {}, 'not-loaded'],
  ['of a guard of the whole route', 401, 'Unauthorized', {}, 'answered'],
  ['of a guard that sends clients elsewhere', 302, '', {}, 'answered'],
  ['of the gateway that finds nobody', 502, 'Bad Gateway', {}, 'refused-or-reset'],
  ['of the gateway, by the rule', 502, 'Bad Gateway', { 'x-stoa-probe-version': 'v1' }, 'refused-or-reset'],
  ['of the component, an error of its own', 503, 'later', { 'x-stoa-probe-version': 'v1' }, 'answered'],
  ['of nobody known, an error', 500, 'what?', {}, 'not-loaded'],
] as const)('reads an answer %s', async (_, status, text, headers, answer) => {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
  });
  expect(await answerThrough(server, 'v1')).toBe(answer);
});

it('asks by HEAD, and by GET only to read an error; with the key of the route, as a client that names itself', async () => {
  const asked: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.host} ${headers['x-stoa-probe']} ${headers['user-agent']}`);
    response.writeHead(500).end();
  });
  await answerThrough(server);
  expect(asked).toEqual(
    ['HEAD', 'GET'].map((method) => `${method} /.well-known/stoa/route shop.example.com key stoa-probe`),
  );
});

it('reads no more of an error than its beginning', async () => {
  const server = createServer((request, response) => {
    response.writeHead(500);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) {
        // Goes on until the other side is full.
      }
    };
    response.on('drain', more);
    if (request.method === 'GET') {
      more();
    } else {
      response.end();
    }
  });
  expect(await answerThrough(server)).toBe('answered');
});

it('takes an answer that cannot be read for none', async () => {
  const server = createTcpServer((socket) => socket.once('data', () => socket.end('nonsense\r\n\r\n')));
  expect(await answerThrough(server)).toBe('untold');
});
