import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { createAuthority, issueServer } from '../../../../deploy/local/cluster/pki.ts';
import { ingressObjects } from '../../../../src/migrate/ingress.ts';
import { type Proof, prove } from '../../../../src/plugin/migrate/prove.ts';
import { ingress } from '../../migrate/support.ts';

/** URL of a server, until the test ends. */
async function opened(server: Server): Promise<URL> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Server that answers bodies above a MiB with 413, without reading them, and counts the bytes of others. */
function limited(received: { bytes: number }): Server {
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received.bytes += chunk.length;
    });
    request.on('end', () => response.end());
  });
  return server.on('checkContinue', (request, response) => {
    if (Number(request.headers['content-length']) > 1024 ** 2) {
      response.writeHead(413, { connection: 'close' }).end();
      return;
    }
    response.writeContinue();
    server.emit('request', request, response);
  });
}

/** Lines and exit code of a proof of Ingresses, of which both entrances have an address by each scheme given. */
async function proved(
  objects: readonly object[],
  [old, recent]: readonly [Proof['old'], Proof['old']],
  bodies = false,
) {
  const lines: string[] = [];
  const session = {
    output: { write: (text: string) => lines.push(...text.trimEnd().split('\n')) },
    untilInterrupted: () => new AbortController().signal,
  };
  const input = { objects: ingressObjects(objects), config: {} };
  const code = await prove(input, { old, new: recent, user: undefined, bodies }, session);
  return { lines, code };
}

it('a body that is refused is not sent, so that its answer arrives', async () => {
  const received = { bytes: 0 };
  const [old, recent] = [await opened(limited(received)), await opened(limited(received))];
  const sized = [ingress({ annotations: { 'proxy-body-size': '1m' } })];
  const { lines, code } = await proved(sized, [{ http: old }, { http: recent }], true);
  expect(lines).toEqual(['10 requests, 0 answered differently']);
  expect(code).toBe(0);
  expect(received.bytes).toBe(2 * 1024 ** 2);
});

it('limits that nobody asks for are named', async () => {
  const [old, recent] = [await opened(limited({ bytes: 0 })), await opened(limited({ bytes: 0 }))];
  const { lines } = await proved(
    [ingress({ annotations: { 'proxy-body-size': '1m' } })],
    [{ http: old }, { http: recent }],
  );
  expect(lines.slice(1)).toEqual(['not asked: limits of bodies: --bodies sends some by POST']);
});

/** Server of events, which it sends one by one, or all at the end of the stream. */
function streaming(isHeld: boolean): Server {
  return createServer((request, response) => {
    if (request.headers.accept !== 'text/event-stream') {
      response.end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const first = 'data: 1\n\n';
    if (!isHeld) {
      response.write(first);
    }
    setTimeout(() => response.end(isHeld ? `${first}data: 2\n\n` : 'data: 2\n\n'), 900);
  });
}

it('events that arrive only at the end of their stream are a difference', async () => {
  const [old, recent] = [await opened(streaming(false)), await opened(streaming(true))];
  const { lines, code } = await proved([ingress()], [{ http: old }, { http: recent }]);
  expect(lines).toEqual([
    'stream: GET http://web.example.com/ accept: text/event-stream: arrival over time → at once',
    '8 requests, 1 answered differently',
  ]);
  expect(code).toBe(1);
});

it('a stream without an end does not hold the proof up', async () => {
  const endless = () =>
    createServer((request, response) => {
      response.writeHead(200).write('data: 1\n\n');
      if (request.headers.accept !== 'text/event-stream') {
        response.end();
      }
    });
  const [old, recent] = [await opened(endless()), await opened(endless())];
  const { lines, code } = await proved([ingress()], [{ http: old }, { http: recent }]);
  expect(lines).toEqual(['8 requests, 0 answered differently']);
  expect(code).toBe(0);
}, 30_000);

it('Ingresses without rules, and HTTPS without an address, are not proved', async () => {
  const plain = () => createServer((_, response) => response.end());
  const [old, recent] = [await opened(plain()), await opened(plain())];
  const refused = ingress({
    name: 'bad',
    host: 'b.example.com',
    annotations: { 'auth-snippet': 'deny all;' },
  });
  const { lines, code } = await proved([ingress({ tls: true }), refused], [{ http: old }, { http: recent }]);
  expect(lines.slice(1)).toEqual([
    'not proved: Ingresses without rules: shop/bad',
    'not proved: HTTPS of web.example.com: give --old and --new an address by https each',
  ]);
  expect(code).toBe(1);
});

it('a host that an entrance does not answer is asked a few times only', async () => {
  const plain = createServer((_, response) => response.end());
  const broken = createServer(({ socket }) => socket.destroy());
  const { lines, code } = await proved(
    [ingress()],
    [{ http: await opened(plain) }, { http: await opened(broken) }],
  );
  expect(lines).toContain(
    'not proved: 4 requests, for hosts that an entrance does not answer: http://web.example.com',
  );
  expect(code).toBe(1);
});

/** Server by HTTPS that says which host it takes a request for: that of the connection, or of the request. */
async function secure(name: string, isByConnection: boolean): Promise<URL> {
  const { certificate: cert, key } = await issueServer(await createAuthority(), name, ['*.example.com']);
  const server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
    const { socket, stream } = request;
    const { servername } = (stream?.session?.socket ?? socket) as TLSSocket;
    const host = request.authority || request.headers.host;
    response.setHeader('x-component', String(isByConnection ? servername : host));
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

it('certificates, and a connection on which another host is asked, are compared', async () => {
  const [old, recent] = [await secure('old.example.com', false), await secure('new.example.com', true)];
  const both = [ingress({ tls: true }), ingress({ name: 'api', host: 'api.example.com', tls: true })];
  const { lines } = await proved(both, [{ https: old }, { https: recent }]);
  expect(lines.find((line) => line.startsWith('path:'))).toContain('certificate old.example.com');
  expect(lines.find((line) => line.startsWith('connection of another host:'))).toMatch(
    /component (api|web)\.example\.com → (web|api)\.example\.com/,
  );
}, 60_000);
