import { beforeAll, describe, expect, it } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import { coveringName, readTls } from '../../../src/objects/certificate.ts';
import { withoutData } from '../../../src/objects/core.ts';

let authority: Authority;

beforeAll(async () => {
  authority = await createAuthority();
});

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

async function data(hosts: readonly string[]) {
  const { certificate, key } = await issueServer(authority, hosts[0] ?? '', hosts);
  return { 'tls.crt': encoded(certificate), 'tls.key': encoded(key) };
}

const TYPE = 'kubernetes.io/tls';

/** Expiry of the authority's certificates. */
const inAYear = expect.toSatisfy((expires) => {
  const days = (expires.getTime() - Date.now()) / 86_400_000;
  return Math.abs(days - 365) < 2;
});

describe('a TLS Secret', () => {
  it('has the names of its certificate', async () => {
    expect(readTls(TYPE, await data(['shop.example.com', '*.example.org']))).toEqual({
      type: 'usable',
      names: ['shop.example.com', '*.example.org'],
      commonName: expect.stringMatching(/^[^A-Z]+$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      expires: inAYear,
    });
  });

  it('of a type of any length has a short text on it', () => {
    expect(readTls('x'.repeat(1_000_000), {})).toEqual({
      type: 'unusable',
      why: `it is of type ${'x'.repeat(253)}, not kubernetes.io/tls`,
    });
  });

  it('is unusable with the key of another certificate', async () => {
    const [one, two] = [await data(['a.example.com']), await data(['a.example.com'])];
    expect(readTls(TYPE, { ...one, 'tls.key': two['tls.key'] })).toMatchObject({
      type: 'unusable',
      why: expect.stringContaining('another certificate'),
    });
  });

  it('is unusable with more names than any authority issues a certificate for', async () => {
    const names = Array.from({ length: 251 }, (_, index) => `n${index}.example.com`);
    expect(readTls(TYPE, await data(names))).toEqual({
      type: 'unusable',
      why: 'it is for more than 250 names',
    });
  });

  it.each([
    ['of another type', 'Opaque', {}],
    ['without data', TYPE, {}],
    ['that is no PEM', TYPE, { 'tls.crt': encoded('hello'), 'tls.key': encoded('hello') }],
  ])('is unusable %s, and the error does not contain its data', (_, type, content) => {
    const read = readTls(type, content);
    expect(read.type).toBe('unusable');
    expect(JSON.stringify(read)).not.toContain('hello');
  });

  it('is cached without its data', async () => {
    const metadata = { name: 's', namespace: 'n', uid: 'u', resourceVersion: '1', creationTimestamp: 't' };
    const content = await data(['a.example.com']);
    const stored = { apiVersion: 'v1', kind: 'Secret', metadata, type: TYPE, data: content };
    expect(withoutData(stored)).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata,
      tls: expect.objectContaining({ type: 'usable', names: ['a.example.com'], expires: inAYear }),
    });
  });
});

it.each([
  ['shop.example.com', ['*.example.com', 'shop.example.com'], 'shop.example.com'],
  ['shop.example.com', ['*.example.com'], '*.example.com'],
  ['a.shop.example.com', ['*.example.com'], undefined],
  ['example.com', ['*.example.com'], undefined],
  ['*.example.com', ['*.example.com'], '*.example.com'],
  ['*.example.com', ['a.example.com', '*.com'], undefined],
])('%s is covered by %j through %s', (host, names, covering) => {
  expect(coveringName(names, host)).toBe(covering);
});
