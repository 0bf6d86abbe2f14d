import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type SecureVersion } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { present } from '../../../../src/base/fields.ts';
import { askStream } from '../../../../src/gateway/probe/askstream.ts';
import { authorityOf, serverOf } from '../../../support/authorities.ts';
import { freePort } from '../../../support/freeport.ts';

const { signal } = new AbortController();
const HOST = 'db.example.com';

/** Port of a server on this machine, in place of a gateway with a component behind it. */
async function portOf(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    open.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of open) {
      socket.destroy();
    }
  });
  return (server.address() as AddressInfo).port;
}

async function answerAt(port: number, host?: string) {
  return await askStream({ target: { address: '127.0.0.1', port }, ...present({ host }) }, signal);
}

const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 40]);

describe('a connection', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['with a greeting', (socket) => socket.write('220 ready\r\n'), 'answered'],
    ['with a greeting and its end', (socket) => socket.end('go away'), 'answered'],
    ['that stays open', () => undefined, 'answered'],
    ['that ends at once', (socket) => socket.end(), 'refused-or-reset'],
    ['that is reset at once', (socket) => socket.resetAndDestroy(), 'refused-or-reset'],
    ['that ends a moment later', (socket) => setTimeout(() => socket.end(), 100), 'refused-or-reset'],
  ])('%s', async (_, listener, answer) => {
    expect(await answerAt(await portOf(createServer(listener)))).toBe(answer);
  });

  it('that nobody takes tells nothing of the component', async () => {
    expect(await answerAt(await freePort())).toBe('untold');
  });

  it('of an operator that ends tells nothing', async () => {
    const port = await portOf(createServer());
    const target = { address: '127.0.0.1', port };
    expect(await askStream({ target }, AbortSignal.abort())).toBe('untold');
  });
});

describe('a handshake', () => {
  const onHello = (then: (socket: Socket) => void) => (socket: Socket) =>
    void socket.once('data', () => then(socket));

  it.each<[string, (socket: Socket) => void, string]>([
    ['that ends in an alert', onHello((socket) => socket.end(ALERT)), 'answered'],
    [
      'that meets plain text',
      onHello((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      'answered',
    ],
    ['that breaks off in a record', onHello((socket) => socket.end(Buffer.from([22, 3]))), 'answered'],
    ['that nobody answers', () => undefined, 'answered'],
    ['that ends at once', (socket) => socket.end(), 'refused-or-reset'],
    ['that ends after the first words', onHello((socket) => socket.end()), 'refused-or-reset'],
    ['that is reset after them', onHello((socket) => socket.resetAndDestroy()), 'refused-or-reset'],
  ])('%s', async (_, listener, answer) => {
    expect(await answerAt(await portOf(createServer(listener)), HOST)).toBe(answer);
  });

  it('that nobody takes tells nothing of the component', async () => {
    expect(await answerAt(await freePort(), HOST)).toBe('untold');
  });

  /** Names and errors of handshakes with a server by one version of TLS. */
  async function handshake(version: SecureVersion, requestCert: boolean) {
    const { pem: cert, key } = await serverOf(await authorityOf('Root'), { hosts: ['other.example.com'] });
    const ended: unknown[] = [];
    const server = createTlsServer({ cert, key, requestCert, minVersion: version, maxVersion: version });
    server.on('secureConnection', ({ servername }) => ended.push(servername));
    server.on('tlsClientError', ({ code }: NodeJS.ErrnoException) => ended.push(code));
    return { answer: await answerAt(await portOf(server), HOST), ended };
  }

  it.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])(
    'names the host, and ends in order, by %s',
    async (version) => {
      const { answer, ended } = await handshake(version, false);
      expect(answer).toBe('answered');
      await expect.poll(() => ended).toEqual([HOST]);
    },
  );

  it.each<SecureVersion>(['TLSv1.2', 'TLSv1.3'])(
    'is answered by who wants a certificate of clients, by %s',
    async (version) => {
      const { answer, ended } = await handshake(version, true);
      expect(answer).toBe('answered');
      await expect.poll(() => ended).toEqual(['ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE']);
    },
  );
});
