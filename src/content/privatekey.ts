import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ENGINE_BOUNDS } from '../api/bounds.ts';
import { pemBlocks, unlessBroken } from './pem.ts';

/** The first private key of a file in PEM, or why there is none that can be used. */
export function privateKeyIn(file: string): KeyObject | string {
  const { bytes } = ENGINE_BOUNDS.key;
  if (Buffer.byteLength(file) > bytes) {
    return `tls.key has more than ${bytes} bytes, which no key that a gateway takes needs`;
  }
  const blocks = pemBlocks(file);
  if (typeof blocks === 'string') {
    return `tls.key ${blocks}`;
  }
  const block = blocks.find(({ label }) => /(?:^| )PRIVATE KEY$/.test(label));
  if (block === undefined) {
    return 'tls.key has no private key in PEM';
  }
  if (block.label === 'ENCRYPTED PRIVATE KEY' || /^Proc-Type:.*ENCRYPTED$/m.test(block.text)) {
    return 'its private key has a passphrase, which a gateway does not have: store the key without one';
  }
  const key = unlessBroken(() => createPrivateKey(block.text));
  if (key === undefined) {
    return 'the private key in tls.key cannot be read';
  }
  return hasMorePrimes(key) ? 'its RSA key has more than two primes, which makes it slow: use two' : key;
}

/** Version of an RSA key with two primes (RFC 8017, A.1.2). */
const TWO_PRIMES = 0;

/** Whether an RSA key has more than two primes: engines compute with it more than ten times as long. */
function hasMorePrimes(key: KeyObject): boolean {
  return (
    key.asymmetricKeyType === 'rsa' && versionOf(key.export({ type: 'pkcs1', format: 'der' })) > TWO_PRIMES
  );
}

/** Version of a key in the form of PKCS #1: the first integer of its sequence, one byte long. */
function versionOf(der: Buffer): number {
  const length = der[1] ?? 0;
  const lengthBytes = length < 0x80 ? 0 : length & 0x7f;
  return der[2 + lengthBytes + 2] ?? 0;
}
