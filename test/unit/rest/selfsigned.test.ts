import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, connect as tlsConnect } from 'node:tls';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { selfSigned, selfSignedPairs } from '../../../src/rest/selfsigned.ts';

const NOW = new Date('2026-11-26T12:00:00Z');

it('is a certificate for its names, signed by its own key, valid for a year', async () => {
  const { cert, key } = await selfSigned(['stoa-rest', 'localhost'], NOW);
  const certificate = new X509Certificate(cert);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.subjectAltName).toBe('DNS:stoa-rest, DNS:localhost');
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkHost('example.com')).toBeUndefined();
  expect([certificate.subject, certificate.issuer]).toEqual(['CN=Stoa', 'CN=Stoa']);
  expect([certificate.validFrom, certificate.validTo].map((each) => Date.parse(each))).toEqual([
    Date.parse('2026-11-26T11:00:00Z'),
    Date.parse('2027-11-26T12:00:00Z'),
  ]);
});

it('has another key and number each time', async () => {
  const [one, other] = await Promise.all([selfSigned(['a'], NOW), selfSigned(['a'], NOW)]);
  expect(one.key).not.toBe(other.key);
  expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(other.cert).serialNumber);
});

it('is one that a client of TLS takes who trusts it', async () => {
  const { cert, key } = await selfSigned(['localhost'], new Date());
  const server = createServer({ cert, key }, (socket) => socket.end('served'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { readonly port: number };
  const socket = tlsConnect({ host: '127.0.0.1', port, servername: 'localhost', ca: cert });
  const [data] = await once(socket, 'data');
  expect(String(data)).toBe('served');
  expect(socket.authorized).toBe(true);
  socket.destroy();
  server.close();
});

it('reads back for any names and any year', async () => {
  const names = fc.array(fc.stringMatching(/^[a-z][a-z0-9]{0,40}(\.[a-z]{1,20}){0,5}$/), {
    minLength: 1,
    maxLength: 20,
  });
  const years = fc.integer({ min: 2026, max: 2100 });
  await fc.assert(
    fc.asyncProperty(names, years, async (dns, year) => {
      const { cert } = await selfSigned(dns, new Date(Date.UTC(year, 0, 31)));
      const certificate = new X509Certificate(cert);
      expect(certificate.subjectAltName).toBe(dns.map((each) => `DNS:${each}`).join(', '));
      expect(certificate.verify(certificate.publicKey)).toBe(true);
      expect(new Date(certificate.validFrom).getUTCFullYear()).toBe(year);
    }),
    { numRuns: 50 },
  );
});

it('stays the same until a month before its end, and is then another one', async () => {
  let now = NOW;
  const source = selfSignedPairs(['a'], () => now);
  const first = await source();
  now = new Date('2027-10-27T11:59:59Z');
  expect(await source()).toBe(first);
  now = new Date('2027-10-27T12:00:00Z');
  const second = await source();
  expect(Date.parse(new X509Certificate(second.cert).validTo)).toBe(Date.parse('2028-10-26T12:00:00Z'));
  expect(await source()).toBe(second);
});

it('gives way to another one when the clock that it was made by turns out to have been ahead', async () => {
  let now = new Date('2026-11-26T14:00:00Z');
  const source = selfSignedPairs(['a'], () => now);
  const first = await source();
  now = new Date('2026-11-26T13:00:00Z');
  expect(await source()).toBe(first);
  now = new Date('2026-11-26T12:59:59Z');
  const second = await source();
  expect(Date.parse(new X509Certificate(second.cert).validFrom)).toBeLessThan(now.getTime());
  expect(await source()).toBe(second);
});
