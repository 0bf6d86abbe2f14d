import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { createTransport } from '../../../src/kube/transport.ts';
import { authorityOf, serverOf } from '../../support/authorities.ts';
import { startRecorders } from '../../support/recorders.ts';
import { failure, serve } from './support.ts';

async function recorders() {
  const authority = await authorityOf('tunnels');
  const { pem, key } = await serverOf(authority, { hosts: ['localhost', 'api.invalid'] });
  const started = await startRecorders({ cert: pem, key, ca: authority.pem });
  onTestFinished(() => started.close());
  return { ...started, credentials: async () => ({ ca: authority.pem }) };
}

it.each(['proxy', 'secureProxy', 'socks'] as const)('calls and watches through a %s', async (at) => {
  const { ports, taken, credentials } = await recorders();
  const scheme = { proxy: 'http', secureProxy: 'https', socks: 'socks5' }[at];
  const proxy = new URL(`${scheme}://localhost:${ports[at]}`);
  const transport = await createTransport({ server: 'https://api.invalid', proxy, credentials });
  onTestFinished(() => transport.close());
  expect(await transport.call({ method: 'GET', path: '/a' })).toEqual({});
  const stream = await transport.open({ method: 'GET', path: '/b' });
  const bytes = await Array.fromAsync(stream);
  expect(Buffer.concat(bytes).toString()).toBe('{}');
  expect(taken().map((arrival) => arrival.at)).toEqual([at, 'secure', at, 'secure']);
});

it('tells what a proxy answers that does not connect', async () => {
  const server = createServer();
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'));
  const { url } = await serve((_, response) => response.end());
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const proxy = new URL(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
  const transport = await createTransport({
    server: url.replace('http:', 'https:'),
    proxy,
    credentials: async () => ({}),
  });
  onTestFinished(() => transport.close());
  const asked = transport.call({ method: 'GET', path: '/a' });
  await expect(asked).rejects.toThrow(`through ${proxy.host}: the proxy ${proxy.host} answers 407`);
  expect(await failure(transport.call({ method: 'GET', path: '/a' }))).toEqual({ type: 'unreachable' });
});
