import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import { type RestServer, serveRest } from '../../../src/rest/server.ts';
import { type Limits, limitsSchema } from '../../../src/rest/settings.ts';
import { eventually } from '../../support/eventually.ts';
import { RawConnection } from '../../support/socket.ts';

const GET = 'GET / HTTP/1.1\r\nhost: stoa\r\n\r\n';
const POST = 'POST / HTTP/1.1\r\nhost: stoa\r\ncontent-length: 10\r\n\r\n';

/** A server that answers when it has the body, and its port. */
async function serve(
  limits: Partial<Limits> = {},
  handle: RequestListener = echo,
): Promise<RestServer & { readonly port: number }> {
  const rest = await serveRest(handle, { host: '127.0.0.1', port: 0 }, limitsSchema.parse(limits));
  onTestFinished(() => rest.drain(0));
  return { ...rest, port: (rest.server.address() as AddressInfo).port };
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request).catch(() => undefined);
  response.end(body);
}

/** Whether a request is answered now. */
async function serves(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
  return answer.ok;
}

function problemIn({ received }: RawConnection): unknown {
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n')));
}

describe('what arrives too slowly', () => {
  it.each([
    ['a connection that sends nothing', ''],
    ['headers', 'GET / HTTP/1.1\r\nhost: st'],
  ])('%s gets 408 and is closed', async (_, sent) => {
    const { port } = await serve({ headersSeconds: 0.5, requestSeconds: 60 });
    const slow = await RawConnection.to(port);
    slow.send(sent);
    await slow.closed;
    expect(slow.statuses).toEqual([408]);
    expect(problemIn(slow)).toMatchObject({ code: 408, type: 'https://stoa.dev/problems/too-slow' });
    expect(await serves(port)).toBe(true);
  });

  it('a header every now and then does not help', async () => {
    const { port } = await serve({ headersSeconds: 0.5, requestSeconds: 60 });
    const slow = await RawConnection.to(port);
    slow.send('GET / HTTP/1.1\r\n');
    const timer = setInterval(() => slow.send('x-more: 1\r\n'), 50);
    onTestFinished(() => clearInterval(timer));
    await slow.closed;
    expect(slow.statuses).toEqual([408]);
  });

  it('a slow body is closed', async () => {
    const { port } = await serve({ headersSeconds: 0.5, requestSeconds: 0.5 });
    const slow = await RawConnection.to(port);
    slow.send(`${POST}12`);
    await slow.closed;
    expect(slow.statuses).toEqual([408]);
    expect(await serves(port)).toBe(true);
  });

  it('a connection that has been answered is cut without another answer', async () => {
    const { port } = await serve({ headersSeconds: 0.5, requestSeconds: 0.5, keepAliveSeconds: 60 });
    const slow = await RawConnection.to(port);
    slow.send(GET);
    await eventually(() => expect(slow.statuses).toEqual([200]));
    slow.send('GET / HT');
    await slow.closed;
    expect(slow.statuses).toEqual([200]);
  });

  it('an idle connection is closed', async () => {
    const { port } = await serve({ keepAliveSeconds: 0.5 });
    const idle = await RawConnection.to(port);
    idle.send(GET);
    await idle.closed;
    expect(idle.statuses).toEqual([200]);
  });
});

describe('a malformed request', () => {
  it.each([
    ['headers beyond 16 KiB', `GET / HTTP/1.1\r\nhost: stoa\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['a path beyond 16 KiB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: stoa\r\n\r\n`, 431],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: s\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: s\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
    ],
    ['a header of two lines', 'GET / HTTP/1.1\r\nhost: s\r\nx: a\r\n b\nc\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ])('%s is refused', async (_, sent, status) => {
    const { port } = await serve();
    const bad = await RawConnection.to(port);
    bad.send(sent);
    await bad.closed;
    expect(bad.statuses).toEqual([status]);
    expect(await serves(port)).toBe(true);
  });
});

it('has no more connections than it may', async () => {
  const { port, server } = await serve({ connections: 5, headersSeconds: 60, requestSeconds: 60 });
  const first = await Promise.all(Array.from({ length: 5 }, () => RawConnection.to(port)));
  for (const connection of first) {
    connection.send(GET);
  }
  await eventually(() => expect(first.map(({ statuses }) => statuses)).toEqual(Array(5).fill([200])));
  const sixth = await RawConnection.to(port);
  sixth.send(GET);
  await sixth.closed;
  expect(sixth.received).toBe('');
  first[0]?.socket.destroy();
  await eventually(() => expect(serves(port)).resolves.toBe(true));
  server.closeAllConnections();
});

describe('draining', () => {
  /** A server whose requests are answered when the test says so. */
  async function held() {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const arrived: string[] = [];
    const served = await serve({}, async ({ url = '' }, response) => {
      arrived.push(url);
      if (url === '/held') {
        await promise;
      }
      response.end(url);
    });
    return { ...served, release, arrived };
  }

  const ask = (url: string) => `GET ${url} HTTP/1.1\r\nhost: stoa\r\n\r\n`;

  it('lets requests in flight finish, and closes their connections', async () => {
    const { port, drain, release, arrived } = await held();
    const [busy, idle, fresh, half] = await Promise.all([
      RawConnection.to(port),
      RawConnection.to(port),
      RawConnection.to(port),
      RawConnection.to(port),
    ]);
    busy.send(ask('/held'));
    idle.send(ask('/done'));
    half.send('GET /half HT');
    await eventually(() => expect(arrived.toSorted()).toEqual(['/done', '/held']));
    await eventually(() => expect(idle.statuses).toEqual([200]));
    const drained = drain(60_000);
    await Promise.all([idle.closed, fresh.closed, half.closed]);
    await expect(RawConnection.to(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(busy.statuses).toEqual([]);
    release();
    await Promise.all([drained, busy.closed]);
    expect(busy.received).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n.*\/held$/is);
  });

  it('cuts what is not finished in time', async () => {
    const { port, drain, arrived } = await held();
    const busy = await RawConnection.to(port);
    busy.send(ask('/held'));
    await eventually(() => expect(arrived).toEqual(['/held']));
    await drain(100);
    await busy.closed;
    expect(busy.received).toBe('');
  });

  it('ends at once without requests in flight', async () => {
    const { port, drain, server } = await serve();
    const idle = await RawConnection.to(port);
    await drain(3_600_000);
    await idle.closed;
    expect(server.listening).toBe(false);
  });
});

describe('with TLS', () => {
  const authority = createAuthority();

  /** A pair of the authority, and what a client needs to trust it. */
  async function issued() {
    const { certificate: ca } = await authority;
    const { certificate, key } = await issueServer(await authority, 'stoa', ['127.0.0.1']);
    return { ca, pair: { cert: certificate, key } };
  }

  async function serveTls(handle: RequestListener = echo) {
    const { ca, pair } = await issued();
    const rest = await serveRest(handle, { host: '127.0.0.1', port: 0 }, limitsSchema.parse({}), pair);
    onTestFinished(() => rest.drain(0));
    const { port } = rest.server.address() as AddressInfo;
    return { ...rest, ca, port };
  }

  /** A new connection; its errors are events of a test that waits for its end. */
  async function connected(options: ConnectionOptions): Promise<TLSSocket> {
    const socket = connect({ host: '127.0.0.1', ...options });
    await once(socket, 'secureConnect');
    socket.on('error', () => undefined);
    return socket;
  }

  it('serves new connections with a renewed certificate, and keeps the others', async () => {
    const { ca, port, renew } = await serveTls();
    const before = await connected({ ca, port });
    const { pair } = await issued();
    renew(pair);
    const after = await connected({ ca, port });
    expect(after.getPeerX509Certificate()?.toString()).toBe(new X509Certificate(pair.cert).toString());
    expect(before.getPeerX509Certificate()?.toString()).not.toBe(new X509Certificate(pair.cert).toString());
    for (const socket of [before, after]) {
      socket.write(GET);
      const [chunk] = await once(socket, 'data');
      expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it.each(['TLSv1', 'TLSv1.1'] as const)('refuses %s', async (version) => {
    const { ca, port } = await serveTls();
    const old = { ca, port, minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' };
    await expect(connected(old)).rejects.toThrow(/alert|protocol/);
  });

  it('closes a connection that speaks no TLS, and serves the next', async () => {
    const { ca, port } = await serveTls();
    const plain = await RawConnection.to(port);
    plain.send(GET);
    await plain.closed;
    expect(plain.statuses).toEqual([]);
    expect((await connected({ ca, port })).authorized).toBe(true);
  });

  it('lets requests in flight finish when it drains, and closes all other connections', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const arrived: string[] = [];
    const { ca, port, drain } = await serveTls(async ({ url = '' }, response) => {
      arrived.push(url);
      await promise;
      response.end(url);
    });
    const [busy, idle, handshaking] = await Promise.all([
      connected({ ca, port }),
      connected({ ca, port }),
      RawConnection.to(port),
    ]);
    let received = '';
    busy.on('data', (chunk) => {
      received += chunk;
    });
    busy.write('GET /held HTTP/1.1\r\nhost: stoa\r\n\r\n');
    await eventually(() => expect(arrived).toEqual(['/held']));
    const ends = [idle, busy].map((socket) => once(socket, 'close'));
    const drained = drain(60_000);
    await Promise.all([ends[0], handshaking.closed]);
    expect(received).toBe('');
    release();
    await Promise.all([drained, ends[1]]);
    expect(received).toMatch(/^HTTP\/1\.1 200 .*\/held$/s);
  });
});
