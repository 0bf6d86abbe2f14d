import { createPrivateKey, type KeyObject } from 'node:crypto';
import { ENGINE_BOUNDS } from '../api/bounds.ts';
import { pemBlocks, unlessBroken } from './pem.ts';

/** Private key, and its encoding in DER. */
export interface PrivateKey {
  readonly object: KeyObject;
  readonly der: Buffer;
}

/** The first private key of a file in PEM, or why there is none that can be used. */
export function privateKeyIn(file: string): PrivateKey | string {
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
  const object = unlessBroken(() => createPrivateKey(block.text));
  if (object === undefined) {
    return 'the private key in tls.key cannot be read';
  }
  // Libraries differ in whether they read on behind headers of a block, and behind what is no base64.
  if (block.bytes === undefined || blocks.some(({ bytes: each }) => each === undefined)) {
    return 'tls.key has a block of PEM with more than lines in base64, such as headers, which not every gateway reads: leave them out';
  }
  return { object, der: block.bytes };
}
