import { hash } from 'node:crypto';

/** The first hexadecimal digits of the SHA-256 hash of a text. */
export function shortHash(text: string, digits: number): string {
  return hash('sha256', text).slice(0, digits);
}

/** Digest of some bytes: `sha256:` and 64 hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${hash('sha256', bytes)}`;
}
