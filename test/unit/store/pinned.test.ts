import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import type { Allowed } from '../../../src/store/guard.ts';
import { localClient, localStore } from './support.ts';

const PUBLIC: Allowed = { type: 'public' };

function at(...addresses: string[]) {
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

it('a name is resolved once, and the connection goes to the result', async () => {
  const hosts: (string | undefined)[] = [];
  const store = await localStore({ onRequest: ({ headers }) => hosts.push(headers.host) });
  const { port } = new URL(store.url);
  const resolve = vi.fn().mockResolvedValueOnce(at('127.0.0.1')).mockResolvedValue(at('127.0.0.9'));
  const url = `http://hub.example.com:${port}`;
  const fetched = await localClient({ resolve }).fetchApp({ url, domain: 'd' }, 'shop');
  expect(fetched.type).toBe('found');
  expect(resolve.mock.calls).toEqual([['hub.example.com']]);
  expect(hosts).toEqual([`hub.example.com:${port}`]);
});

it('of several addresses, only those that are allowed are dialled', async () => {
  const onRequest = vi.fn();
  const allowed = await localStore({ host: '127.0.0.3' });
  const { port } = new URL(allowed.url);
  await localStore({ host: '127.0.0.2', port: Number(port), onRequest });
  const stores: Allowed[] = [{ type: 'range', address: '127.0.0.3', prefix: 32 }];
  const client = localClient({ stores, resolve: async () => at('127.0.0.2', '127.0.0.3') });
  const fetched = await client.fetchApp({ url: `http://hub.example.com:${port}`, domain: 'd' }, 'shop');
  expect(fetched.type).toBe('found');
  expect(onRequest).not.toHaveBeenCalled();
});

it.each([
  ['a name for loopback', 'hub.example.com', at('127.0.0.1')],
  ['a name for loopback in the form of IPv6', 'hub.example.com', at('::ffff:127.0.0.1')],
  ['the address itself', '127.0.0.1', at('127.0.0.1')],
  ['the address as a number', '2130706433', at('127.0.0.1')],
])('without configuration, %s is not dialled', async (_, host, addresses) => {
  const onRequest = vi.fn();
  const store = await localStore({ onRequest });
  const { port } = new URL(store.url);
  const client = localClient({ stores: [PUBLIC], resolve: async () => addresses });
  for (const scheme of ['http', 'https']) {
    const fetched = await client.fetchApp({ url: `${scheme}://${host}:${port}`, domain: 'd' }, 'shop');
    expect(fetched).toMatchObject({ refusal: { type: 'not-allowed', wayOut: 'configuration' } });
  }
  expect(onRequest).not.toHaveBeenCalled();
});

it('a public address is allowed over https alone, and the message says so', async () => {
  const client = localClient({ stores: [PUBLIC], resolve: async () => at('1.1.1.1') });
  expect(await client.fetchApp({ url: 'http://hub.example.com', domain: 'd' }, 'shop')).toEqual({
    type: 'refused',
    refusal: { type: 'not-allowed', host: 'hub.example.com', wayOut: 'https' },
  });
});

it('a name without addresses is unreachable', async () => {
  const resolve = async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  };
  const client = localClient({ resolve });
  expect(await client.fetchApp({ url: 'https://hub.example.com', domain: 'd' }, 'shop')).toEqual({
    type: 'refused',
    refusal: { type: 'unreachable', code: 'ENOTFOUND' },
  });
});

it('an IPv6 address is resolved without brackets', async () => {
  const resolve = vi.fn(async () => at('::1'));
  await localClient({ resolve }).fetchApp({ url: 'http://[::1]:1', domain: 'd' }, 'shop');
  expect(resolve).toHaveBeenCalledWith('::1');
});

it('the certificate is checked for the name, not for the address', async () => {
  const authority = await createAuthority();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, authority.certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
  const { certificate: cert, key } = await issueServer(authority, 'hub.example.com', ['hub.example.com']);
  const names: unknown[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    names.push('servername' in request.socket ? request.socket.servername : undefined);
    response.end('{"name": "Shop"}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = localClient({ resolve: async () => at('127.0.0.1') });
  const ask = (host: string) => client.fetchApp({ url: `https://${host}:${port}`, domain: 'd' }, 'shop');
  expect(await ask('hub.example.com')).toMatchObject({ type: 'found', value: { name: 'Shop' } });
  expect(names).toEqual(['hub.example.com']);
  for (const host of ['other.example.com', '127.0.0.1']) {
    expect(await ask(host)).toMatchObject({
      refusal: { type: 'unreachable', code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    });
  }
});
