import { createHash } from 'node:crypto';

/** The first hexadecimal digits of the SHA-256 hash of a text. */
export function shortHash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
