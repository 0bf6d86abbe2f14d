import { readFile } from 'node:fs/promises';
import type { CertificateKeyPair } from '../../deploy/local/cluster/pki.ts';

/** Keys for a.example.com with which handshakes take long: of 4,224 bits, and of three primes. */
export type CostlyKey = 'rsa4224' | 'threeprimes';

/** A costly key, with a certificate that it has signed itself. */
export async function costlyKey(name: CostlyKey): Promise<CertificateKeyPair> {
  const read = (part: string) => readFile(new URL(`keys/${name}.${part}`, import.meta.url), 'utf8');
  return { certificate: await read('crt'), key: await read('key') };
}
