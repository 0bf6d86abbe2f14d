import {
  createPrivateKey,
  generateKeyPairSync,
  KeyObject,
  type KeyPairKeyObjectResult,
  X509Certificate,
} from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Authority, createAuthority, issueServer } from '../../../deploy/local/cluster/pki.ts';
import { coveringName, readTls } from '../../../src/content/certificate.ts';
import { withoutData } from '../../../src/objects/core.ts';
import { authorityOf, serverOf, tlsData } from '../../support/authorities.ts';
import { pemOf } from '../../support/certificateparts.ts';
import { type CostlyKey, costlyKey } from '../../support/costlykeys.ts';

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
      alsoFor: [],
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      starts: expect.toSatisfy((starts) => starts < new Date()),
      expires: inAYear,
      key: { type: 'P-256' },
      forServers: true,
      wantsStaple: false,
      issuers: [],
      gap: expect.stringContaining('stoa-local-ca'),
    });
  });

  it('of a type of any length has a short text on it', () => {
    expect(readTls('x'.repeat(1_000_000), {})).toEqual({
      type: 'unusable',
      part: 'tls.crt',
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
      part: 'tls.crt',
      why: 'the certificate in tls.crt is for more than 250 names',
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

const HEAD = '-----BEGIN CERTIFICATE-----';

/** Forms in which people store a certificate, and whether the libraries of all engines read them. */
const FORMS: readonly (readonly [form: string, change: (pem: string) => string | Buffer, usable: boolean])[] =
  [
    ['with line ends of Windows', (pem) => pem.replaceAll('\n', '\r\n'), true],
    ['with blanks at the ends of lines', (pem) => pem.replaceAll('\n', ' \n'), true],
    ['without a line end at the end', (pem) => pem.trimEnd(), true],
    ['behind a text', (pem) => `Certificate:\n  Data: 1\n${pem}`, true],
    ['behind a byte order mark', (pem) => `\uFEFF${pem}`, false],
    ['in lines that are indented', (pem) => pem.replaceAll(/^/gm, '  '), false],
    ['in one line', (pem) => pem.replaceAll('\n', ''), false],
    ['with line ends as two characters', (pem) => pem.replaceAll('\n', String.raw`\n`), false],
    ['with empty lines in between', (pem) => pem.replaceAll('\n', '\n\n'), false],
    ['glued to another one', (pem) => `${pem.trimEnd()}${pem}`, false],
    ['in DER', (pem) => new X509Certificate(pem).raw, false],
    ['with the label of trusted ones', (pem) => pem.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE'), false],
    [
      'with a label of trusted ones beside it',
      (pem) => `${pem.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE')}${pem}`,
      false,
    ],
    [
      'with an old label beside it',
      (pem) => `${pem}${pem.replaceAll('CERTIFICATE', 'X509 CERTIFICATE')}`,
      false,
    ],
    ['with headers', (pem) => pem.replace('\n', '\nName: value\n\n'), false],
    ['behind one without an end', (pem) => `${HEAD}\nAAAA\n${pem}`, false],
    ['behind an end', (pem) => `-----END CERTIFICATE-----\n${pem}`, false],
    [
      'with a blank that is none of ASCII behind its first line',
      (pem) => pem.replace(HEAD, `${HEAD}\u00a0`),
      false,
    ],
    ['with two carriage returns', (pem) => pem.replaceAll('\n', '\r\r\n'), false],
    ['with a blank within a line', (pem) => pem.replace(/\n(.{8})/, '\n$1 '), false],
    [
      'with bits beyond its end',
      (pem) => withinBase64(pem, (bytes) => Buffer.concat([bytes, Buffer.from([0])])),
      false,
    ],
    ['with an old label', (pem) => pem.replaceAll('CERTIFICATE', 'X509 CERTIFICATE'), false],
    ['before one that is broken', (pem) => `${pem}${HEAD}\nAAAA\n-----END CERTIFICATE-----\n`, false],
  ];

function withinBase64(pem: string, change: (bytes: Buffer) => Buffer): string {
  return pemOf(change(new X509Certificate(pem).raw));
}

it.each(FORMS)('a certificate %s is read as all engines do', async (_, change, usable) => {
  const { certificate, key } = await issueServer(authority, 'a', ['a.example.com']);
  const changed = Buffer.from(change(certificate)).toString('base64');
  const read = readTls(TYPE, { 'tls.crt': changed, 'tls.key': encoded(key) });
  expect(read).toMatchObject(usable ? { type: 'usable' } : { type: 'unusable', part: 'tls.crt' });
});

describe('what the gateway would pay for', () => {
  it('a chain of more bytes than each client is to get is unusable', async () => {
    const { certificate, key } = await issueServer(authority, 'a', ['a.example.com']);
    const padded = certificate.replace(HEAD, `${'text\n'.repeat(14_000)}${HEAD}`);
    expect(readTls(TYPE, { 'tls.crt': encoded(padded), 'tls.key': encoded(key) })).toMatchObject({
      type: 'unusable',
      part: 'tls.crt',
      why: expect.stringContaining('more than 65536 bytes'),
    });
  });

  it.each([
    [10, undefined],
    [11, 'tls.crt has 11 certificates, and at most 10 are presented'],
  ])('a chain of %i certificates is judged by their number', async (count, why) => {
    const { certificate, key } = await issueServer(authority, 'a', ['a.example.com']);
    const chain = certificate + authority.certificate.repeat(count - 1);
    expect(readTls(TYPE, { 'tls.crt': encoded(chain), 'tls.key': encoded(key) })).toMatchObject(
      why === undefined ? { type: 'usable' } : { type: 'unusable', why: expect.stringContaining(why) },
    );
  });

  it.each<[CostlyKey, string]>([
    ['rsa4224', 'its RSA key has 4224 bits'],
    ['threeprimes', 'has more than two primes'],
  ])('the key %s is unusable', async (name, why) => {
    const { certificate, key } = await costlyKey(name);
    expect(readTls(TYPE, { 'tls.crt': encoded(certificate), 'tls.key': encoded(key) })).toMatchObject({
      type: 'unusable',
      part: 'tls.key',
      why: expect.stringContaining(why),
    });
  });

  it('a file of a key that is longer than any key is unusable', async () => {
    const { certificate, key } = await issueServer(authority, 'a', ['a.example.com']);
    const padded = `${'text\n'.repeat(1_000)}${key}`;
    expect(readTls(TYPE, { 'tls.crt': encoded(certificate), 'tls.key': encoded(padded) })).toMatchObject({
      type: 'unusable',
      part: 'tls.key',
      why: expect.stringContaining('more than 4096 bytes'),
    });
  });
});

describe('a private key', () => {
  const readWith = async (change: (key: string, other: string) => string) => {
    const [one, other] = await Promise.all(
      ['a', 'b'].map((name) => issueServer(authority, name, [`${name}.example.com`])),
    );
    const key = change(one?.key ?? '', other?.key ?? '');
    return readTls(TYPE, { 'tls.crt': encoded(one?.certificate ?? ''), 'tls.key': encoded(key) });
  };
  const sec1 = (pem: string) => createPrivateKey(pem).export({ type: 'sec1', format: 'pem' }).toString();

  it.each<[string, (key: string, other: string) => string]>([
    ['in the form of SEC 1', sec1],
    [
      'behind the parameters of its curve',
      (key) => `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${sec1(key)}`,
    ],
    ['before another one', (key, other) => key + other],
  ])('%s is read', async (_, change) => {
    expect(await readWith(change)).toMatchObject({ type: 'usable' });
  });

  it.each<[string, (key: string, other: string) => string, RegExp]>([
    ['with a passphrase', (key) => locked(key), /passphrase/],
    ['that is none', () => 'hello', /no private key in PEM/],
    ['that is broken', (key) => key.replace(/\n.{8}/, '\nAAAAAAAA'), /cannot be read/],
    ['behind another one', (key, other) => other + key, /belongs to another certificate/],
  ])('%s is refused, with the reason', async (_, change, why) => {
    const read = await readWith(change);
    expect(read).toMatchObject({ type: 'unusable', part: 'tls.key', why: expect.stringMatching(why) });
  });

  it('of a certificate further down is refused, with its place', async () => {
    const [one, two] = await Promise.all([
      issueServer(authority, 'a', ['a.example.com']),
      issueServer(authority, 'b', ['b.example.com']),
    ]);
    const chain = encoded(two.certificate + one.certificate);
    expect(readTls(TYPE, { 'tls.crt': chain, 'tls.key': encoded(one.key) })).toMatchObject({
      part: 'tls.key',
      why: expect.stringContaining('belongs to certificate 2 of tls.crt'),
    });
  });
});

function locked(key: string): string {
  return createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'p' })
    .toString();
}

describe('a certificate with a key', () => {
  const readOf = async (pair: KeyPairKeyObjectResult) => {
    const { pem, key } = await serverOf(await authorityOf('Test'), { pair });
    return readTls(TYPE, tlsData([pem], key));
  };

  it.each<[string, () => KeyPairKeyObjectResult, object]>([
    [
      'of RSA with 2048 bits',
      () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
      { type: 'rsa', bits: 2048 },
    ],
    [
      'of RSA with 1024 bits',
      () => generateKeyPairSync('rsa', { modulusLength: 1024 }),
      { type: 'rsa', bits: 1024 },
    ],
    ['on P-256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }), { type: 'P-256' }],
    ['on P-384', () => generateKeyPairSync('ec', { namedCurve: 'P-384' }), { type: 'P-384' }],
    ['on P-521', () => generateKeyPairSync('ec', { namedCurve: 'P-521' }), { type: 'P-521' }],
    ['of Ed25519', () => generateKeyPairSync('ed25519'), { type: 'Ed25519' }],
  ])('%s is usable', async (_, pair, key) => {
    expect(await readOf(pair())).toMatchObject({ type: 'usable', key });
  });

  it.each<[string, () => KeyPairKeyObjectResult, string]>([
    ['of RSA with 512 bits', () => generateKeyPairSync('rsa', { modulusLength: 512 }), '512 bits'],
    [
      'of RSA for PSS alone',
      () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 }),
      'of the type rsa-pss',
    ],
    [
      'of DSA',
      () => generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }),
      'of the type dsa',
    ],
    ['of Ed448', () => generateKeyPairSync('ed448'), 'of the type ed448'],
    ['on P-224', () => generateKeyPairSync('ec', { namedCurve: 'P-224' }), 'curve secp224r1'],
    ['on secp256k1', () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }), 'curve secp256k1'],
  ])('%s is unusable: an engine cannot serve with it', async (_, pair, why) => {
    expect(await readOf(pair())).toMatchObject({
      type: 'unusable',
      part: 'tls.key',
      why: expect.stringContaining(why),
    });
  });
});

describe('a chain', () => {
  const made = async () => {
    const root = await authorityOf('Root');
    const [upper, other] = await Promise.all([authorityOf('Upper', root), authorityOf('Other')]);
    const lower = await authorityOf('Lower', upper);
    return { root, upper, lower, other, ...(await serverOf(lower)) };
  };
  type Made = Awaited<ReturnType<typeof made>>;

  it.each<[string, (all: Made) => readonly string[], readonly string[]]>([
    ['up to the root', ({ lower, upper, root }) => [lower.pem, upper.pem, root.pem], ['Lower', 'Upper']],
    ['without its root', ({ lower, upper }) => [lower.pem, upper.pem], ['Lower', 'Upper']],
    [
      'with one more behind it',
      ({ lower, upper, root, other }) => [lower.pem, upper.pem, root.pem, other.pem],
      ['Lower', 'Upper'],
    ],
  ])('%s is complete', async (_, chain, issuers) => {
    const all = await made();
    const read = readTls(TYPE, tlsData([all.pem, ...chain(all)], all.key));
    expect(read).toMatchObject({ type: 'usable', issuers: issuers.map((name) => ({ name })) });
    expect(read).not.toHaveProperty('gap');
  });

  it.each<[string, (all: Made) => readonly string[], RegExp]>([
    ['that is missing', () => [], /without that of its issuer, Lower:/],
    ['of somebody else', ({ other }) => [other.pem], /is followed by the certificate of Other/],
    [
      'without its begin',
      ({ upper, root }) => [upper.pem, root.pem],
      /is followed by the certificate of Upper/,
    ],
    ['upside down', ({ lower, upper, root }) => [root.pem, upper.pem, lower.pem], /not in order/],
    [
      'with something in between',
      ({ lower, other, upper }) => [lower.pem, other.pem, upper.pem],
      /not in order/,
    ],
  ])('%s has a gap', async (_, chain, gap) => {
    const all = await made();
    const read = readTls(TYPE, tlsData([all.pem, ...chain(all)], all.key));
    expect(read).toMatchObject({ type: 'usable', gap: expect.stringMatching(gap) });
  });

  it('of one that signed itself, and of one from a root beside it, is complete', async () => {
    const { pem: self, keys } = await authorityOf('shop.example.com');
    const own = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(readTls(TYPE, tlsData([self], own))).not.toHaveProperty('gap');
    const root = await authorityOf('Root');
    const { pem, key } = await serverOf(root);
    expect(readTls(TYPE, tlsData([pem], key))).toHaveProperty('gap');
    expect(readTls(TYPE, tlsData([pem], key, root.pem))).not.toHaveProperty('gap');
    expect(readTls(TYPE, tlsData([pem, root.pem], key))).not.toHaveProperty('gap');
  });
});
