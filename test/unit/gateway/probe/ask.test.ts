import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createAuthority, issueServer } from '../../../../deploy/local/cluster/pki.ts';
import { ask } from '../../../../src/gateway/probe/ask.ts';
import { aQuestion } from '../../../support/probe.ts';

const { signal } = new AbortController();
const QUESTION = aQuestion();
const { hash } = QUESTION;

/** Port of a server until the test ends. */
async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function target(port: number, secure = false) {
  return { address: '127.0.0.1', port, secure };
}

/** Behavior of a gateway that serves the version. */
const answering: RequestListener = ({ headers, url, method }, response) => {
  const asked = headers.host === 'shop.example.com' && headers['x-stoa-probe'] === 'key';
  const location = `http://${asked ? hash : 'fedcba9876543210'}.probe.invalid${url}`;
  response.writeHead(method === 'HEAD' ? 302 : 405, { location }).end();
};

it('asks by host, path and key', async () => {
  const port = await listening(createHttpServer(answering));
  expect(await ask(target(port), QUESTION, signal)).toBe('served');
  expect(await ask(target(port), { ...QUESTION, key: 'other' }, signal)).toBe('not-served');
});

it('asks through guards first, and beside them where one of them refuses', async () => {
  const asked: (string | undefined)[] = [];
  const refusing =
    (status: number): RequestListener =>
    (request, response) => {
      const through = request.headers['x-stoa-probe-guards'];
      asked.push(through?.toString());
      if (through === undefined) {
        answering(request, response);
      } else {
        response.writeHead(status).end();
      }
    };
  const question = { ...QUESTION, guarded: true };
  for (const [status, expected] of [
    [401, 'served'],
    [404, 'not-served'],
    [500, 'unclear'],
  ] as const) {
    const port = await listening(createHttpServer(refusing(status)));
    expect(await ask(target(port), question, signal)).toBe(expected);
  }
  expect(asked).toEqual(['yes', undefined, 'yes', 'yes']);
});

it('asks by TLS with the host as the name, whatever the certificate', async () => {
  const { certificate: cert, key } = await issueServer(await createAuthority(), 'other', [
    'other.example.com',
  ]);
  const names: unknown[] = [];
  const server = createHttpsServer({ cert, key }, (request, response) => {
    names.push((request.socket as TLSSocket).servername);
    answering(request, response);
  });
  const port = await listening(server);
  expect(await ask(target(port, true), QUESTION, signal)).toBe('served');
  expect(names).toEqual(['shop.example.com']);
});

it('does not follow a redirect', async () => {
  const urls: unknown[] = [];
  const port = await listening(
    createHttpServer(({ url }, response) => {
      urls.push(url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    }),
  );
  expect(await ask(target(port), QUESTION, signal)).toBe('unclear');
  expect(urls).toEqual([QUESTION.path]);
});

it.each<[string, string]>([
  ['is no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['has too many headers', `HTTP/1.1 302 Found\r\nx: ${'y'.repeat(10_000)}\r\n\r\n`],
])('reads no more of an answer that %s', async (_, text) => {
  const port = await listening(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(text);
    }),
  );
  expect(await ask(target(port), QUESTION, signal)).toBe('unclear');
});

it('waits a second for an address that accepts connections, and tells it from one that does not', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined));
  const port = await listening(server);
  expect(await ask(target(port), QUESTION, signal)).toBe('silent');
  server.close();
  const free = await listening(createServer());
  const closed = createServer();
  const gone = await listening(closed);
  closed.close();
  await once(closed, 'close');
  expect(free).not.toBe(gone);
  expect(await ask(target(gone), QUESTION, signal)).toBe('unreachable');
});
