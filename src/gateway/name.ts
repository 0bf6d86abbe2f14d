import { createHash } from 'node:crypto';

/** Longest readable part of a name; with the hash it stays below the 63 characters of a label value. */
const READABLE = 40;

/**
 * Name of the route for a host and path: a readable part and 16 hexadecimal digits of a hash of both, so
 * that no two hosts and paths share a name.
 */
export function routeName(host: string, path: string): string {
  const readable = `${host}${path}`
    .toLowerCase()
    .replaceAll('*', 'any')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, READABLE)
    .replaceAll(/^-+|-+$/g, '');
  const hash = createHash('sha256').update(`${host}\n${path}`).digest('hex').slice(0, 16);
  return `${readable}-${hash}`;
}
