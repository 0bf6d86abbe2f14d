import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPlainKey } from '../../../src/content/keyform.ts';
import { der, oid, sequence } from '../../support/der.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const edwards = generateKeyPairSync('ed25519').privateKey;

const isPlain = (bytes: Buffer, key: KeyObject) => isPlainKey(bytes, createPublicKey(key));

function integer(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return der(0x02, Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex'));
}

const NULL = der(0x05);
const RSA = sequence(oid('1.2.840.113549.1.1.1'), NULL);
const CURVE = oid('1.2.840.10045.3.1.7');
const EC = sequence(oid('1.2.840.10045.2.1'), CURVE);
const ZERO = integer(0n);
const pkcs8 = (algorithm: Buffer, content: Buffer, ...more: readonly Buffer[]) =>
  sequence(ZERO, algorithm, der(0x04, content), ...more);

/** Numbers of an RSA key in PKCS #1, some of them changed. */
function numbers(change: (of: Record<string, bigint>) => Record<string, bigint> = () => ({})): Buffer {
  const jwk = rsa.export({ format: 'jwk' });
  const [n = 0n, e = 0n, d = 0n, p = 0n, q = 0n, dp = 0n, dq = 0n, qi = 0n] = (
    ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const
  ).map((name) => BigInt(`0x${Buffer.from(String(jwk[name]), 'base64url').toString('hex')}`));
  const own = { n, e, d, p, q, dp, dq, qi };
  return sequence(ZERO, ...Object.values({ ...own, ...change(own) }).map(integer));
}

const secret = Buffer.from(String(curve.export({ format: 'jwk' }).d), 'base64url');
const point = (of: KeyObject) => createPublicKey(of).export({ type: 'spki', format: 'der' }).subarray(-65);
const bits = (bytes: Buffer) => der(0xa1, der(0x03, Buffer.from([0]), bytes));
const pointed = (number: Buffer, ...more: readonly Buffer[]) =>
  sequence(integer(1n), der(0x04, number), ...more);

describe('a private key', () => {
  it.each<[string, Buffer, KeyObject]>([
    ['for RSA in PKCS #8', rsa.export({ type: 'pkcs8', format: 'der' }), rsa],
    ['for RSA in PKCS #1', rsa.export({ type: 'pkcs1', format: 'der' }), rsa],
    ['of numbers that agree', numbers(), rsa],
    ['on a curve in PKCS #8', curve.export({ type: 'pkcs8', format: 'der' }), curve],
    ['on a curve in SEC 1', curve.export({ type: 'sec1', format: 'der' }), curve],
    ['on a curve without its point', pkcs8(EC, pointed(secret)), curve],
    [
      'on a curve that it names twice',
      pkcs8(EC, pointed(secret, der(0xa0, CURVE), bits(point(curve)))),
      curve,
    ],
    ['of Ed25519', edwards.export({ type: 'pkcs8', format: 'der' }), edwards],
    ...(['P-384', 'P-521'] as const).map((namedCurve): [string, Buffer, KeyObject] => {
      const key = generateKeyPairSync('ec', { namedCurve }).privateKey;
      return [`on ${namedCurve}`, key.export({ type: 'pkcs8', format: 'der' }), key];
    }),
  ])('%s is plain', (_, bytes, key) => {
    expect(createPrivateKey({ key: bytes, format: 'der', type: typeOf(bytes) }).type).toBe('private');
    expect(isPlain(bytes, key)).toBe(true);
  });

  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  it.each<[string, Buffer, KeyObject]>([
    ['for RSA without parameters', pkcs8(sequence(oid('1.2.840.113549.1.1.1')), numbers()), rsa],
    ['with a version of its form that is not 0', sequence(integer(1n), RSA, der(0x04, numbers())), rsa],
    ['with another private exponent', numbers(() => ({ d: 12345n })), rsa],
    ['with a private exponent that is too long', numbers(({ d = 0n, n = 0n }) => ({ d: d + n })), rsa],
    ['with a remainder that is wrong', numbers(({ dp = 0n }) => ({ dp: dp + 2n })), rsa],
    ['with a coefficient that is wrong', numbers(({ qi = 0n }) => ({ qi: qi + 1n })), rsa],
    ['whose primes are exchanged alone', numbers(({ p = 0n, q = 0n }) => ({ p: q, q: p })), rsa],
    ['whose first prime is 1', numbers(({ n = 0n }) => ({ p: 1n, q: n })), rsa],
    ['with bytes behind it', Buffer.concat([numbers(), NULL]), rsa],
    ['on a curve with the point of another one', pkcs8(EC, pointed(secret, bits(point(other)))), curve],
    ['of another number on a curve', pkcs8(EC, pointed(Buffer.from([1, 2, 3]))), curve],
    ['of the number 0 on a curve', pkcs8(EC, pointed(Buffer.alloc(32))), curve],
    [
      'of a number that is longer than its curve',
      pkcs8(EC, pointed(Buffer.concat([Buffer.alloc(8), secret]))),
      curve,
    ],
    ['that names two curves', pkcs8(EC, pointed(secret, der(0xa0, oid('1.3.132.0.34')))), curve],
    ['of a curve that is not named', pointed(secret), curve],
    [
      'of Ed25519 in the form of version 2',
      sequence(integer(1n), sequence(oid('1.3.101.112')), der(0x04, der(0x04, Buffer.alloc(32)))),
      edwards,
    ],
    ['that is cut off', numbers().subarray(0, -1), rsa],
    ['without any bytes', Buffer.alloc(0), rsa],
  ])('%s is not', (_, bytes, key) => {
    expect(isPlain(bytes, key)).toBe(false);
  });
});

function typeOf(bytes: Buffer): 'pkcs1' | 'pkcs8' | 'sec1' {
  const forms = ['pkcs8', 'pkcs1', 'sec1'] as const;
  return (
    forms.find((type) => {
      try {
        return createPrivateKey({ key: bytes, format: 'der', type }).type === 'private';
      } catch {
        return false;
      }
    }) ?? 'pkcs8'
  );
}
