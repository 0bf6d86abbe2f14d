import { createECDH, type KeyObject } from 'node:crypto';
import {
  bitsOf,
  DER,
  type DerValue,
  demand,
  derContent,
  derElements,
  derValues,
  identifierOf,
  integerOf,
  unlessNotDer,
} from './der.ts';

/** Object identifiers of keys, in DER without their tags. */
const RSA = Buffer.from('2a864886f70d010101', 'hex');
const EC = Buffer.from('2a8648ce3d0201', 'hex');
const ED25519 = Buffer.from('2b6570', 'hex');

/** Curves by their object identifiers in hex, with the name of the curve for OpenSSL and the bytes of a number. */
const CURVES: Readonly<Record<string, { readonly name: string; readonly bytes: number }>> = {
  '2a8648ce3d030107': { name: 'prime256v1', bytes: 32 },
  '2b81040022': { name: 'secp384r1', bytes: 48 },
  '2b81040023': { name: 'secp521r1', bytes: 66 },
};

/** First byte of a point with both of its coordinates. */
const UNCOMPRESSED = 0x04;

/** Greatest public exponent that Go takes. */
const GREATEST_EXPONENT = 2n ** 31n - 1n;

/** Throws NotDer unless the public key of a certificate is one that each library loads; keys of other kinds are opaque to it. */
export function demandPublicKey(key: DerValue | undefined): void {
  const [algorithm, bits, ...more] = derValues(derContent(key, DER.sequence));
  const [type, parameters, ...others] = derValues(derContent(algorithm, DER.sequence));
  const content = bitsOf(bits);
  demand(more.length === 0 && others.length === 0);
  const identifier = identifierOf(type);
  if (identifier.equals(RSA)) {
    demand(derContent(parameters, DER.null).length === 0);
    const [modulus, exponent, ...rest] = derElements(derValues(content), DER.sequence);
    demand(rest.length === 0 && integerOf(modulus) > 0n);
    demand(integerOf(exponent) > 1n && integerOf(exponent) <= GREATEST_EXPONENT);
  } else if (identifier.equals(EC)) {
    identifierOf(parameters);
    demand(content[0] === UNCOMPRESSED);
  }
}

/**
 * Whether a private key in DER is one that each library of the gateway engines loads, and is that of a public key: its
 * numbers agree, and it is encoded as PKCS #1, SEC 1 or PKCS #8 has it. The libraries differ in what else they take.
 */
export function isPlainKey(der: Buffer, publicKey: KeyObject): boolean {
  return unlessNotDer(() => demandKey(der, pointOf(publicKey))) !== undefined;
}

/** Point of a public key on a curve, without compression; undefined for other keys. */
function pointOf(publicKey: KeyObject): Buffer | undefined {
  const { kty, x, y } = publicKey.export({ format: 'jwk' });
  return kty === 'EC'
    ? Buffer.concat([
        Buffer.from([UNCOMPRESSED]),
        ...[x, y].map((each) => Buffer.from(String(each), 'base64url')),
      ])
    : undefined;
}

function demandKey(der: Buffer, point: Buffer | undefined): true {
  const [version, second, third] = derElements(derValues(der), DER.sequence);
  if (integerOf(version) === 0n && second?.tag === DER.sequence) {
    const [type, parameters, ...more] = derValues(second.content);
    demand(more.length === 0);
    demandTyped(identifierOf(type), parameters, derContent(third, DER.octetString), point);
  } else if (second?.tag === DER.octetString) {
    demandPointed(der, undefined, point);
  } else {
    demandNumbers(der);
  }
  return true;
}

/** Demands on the content of a key in PKCS #8. */
function demandTyped(
  type: Buffer,
  parameters: DerValue | undefined,
  content: Buffer,
  point: Buffer | undefined,
): void {
  if (type.equals(RSA)) {
    demand(derContent(parameters, DER.null).length === 0);
    demandNumbers(content);
  } else if (type.equals(EC)) {
    demandPointed(content, identifierOf(parameters), point);
  } else {
    demand(type.equals(ED25519) && parameters === undefined);
    const [seed, ...more] = derValues(content);
    demand(more.length === 0 && derContent(seed, DER.octetString).length === 32);
  }
}

/** Demands on the numbers of an RSA key (RFC 8017, A.1.2) with two primes. */
function demandNumbers(content: Buffer): void {
  const numbers = derElements(derValues(content), DER.sequence).map(integerOf);
  const [version, n = 0n, e = 0n, d = 0n, p = 0n, q = 0n, dp, dq, qi = 0n] = numbers;
  demand(numbers.length === 9 && version === 0n && p > 1n && q > 1n && n === p * q);
  demand(e > 1n && d > 0n && d < n && (d * e) % (p - 1n) === 1n && (d * e) % (q - 1n) === 1n);
  demand(dp === d % (p - 1n) && dq === d % (q - 1n) && qi > 0n && qi < p && (qi * q) % p === 1n);
}

/** Demands on a key on a curve (RFC 5915), whose curve may be named outside of it. */
function demandPointed(content: Buffer, outside: Buffer | undefined, point: Buffer | undefined): void {
  const [version, secret, ...rest] = derElements(derValues(content), DER.sequence);
  demand(
    integerOf(version) === 1n && rest.every(({ tag }) => [0xa0, 0xa1].includes(tag)) && rest.length <= 2,
  );
  const within = rest.find(({ tag }) => tag === 0xa0);
  const named = within === undefined ? undefined : identifierOf(derValues(within.content)[0]);
  const curve = CURVES[(named ?? outside)?.toString('hex') ?? ''];
  demand(curve !== undefined && (named === undefined || outside === undefined || named.equals(outside)));
  const number = derContent(secret, DER.octetString);
  demand(number.length <= curve.bytes);
  const ecdh = createECDH(curve.name);
  const own = publicOf(ecdh, number, curve.bytes);
  demand(own !== undefined && point !== undefined && own.equals(point));
  const told = rest.find(({ tag }) => tag === 0xa1);
  if (told !== undefined) {
    const bits = bitsOf(derValues(told.content)[0]);
    demand([own, ecdh.getPublicKey(null, 'compressed')].some((each) => each.equals(bits)));
  }
}

/** Point of a number on a curve; undefined where it is none of the curve. */
function publicOf(ecdh: ReturnType<typeof createECDH>, number: Buffer, bytes: number): Buffer | undefined {
  try {
    ecdh.setPrivateKey(Buffer.concat([Buffer.alloc(bytes - number.length), number]));
    return ecdh.getPublicKey();
  } catch {
    return undefined;
  }
}
