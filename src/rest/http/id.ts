import { shortHash } from '../../base/hash.ts';

/** Id of an object in paths: its uid without dashes. */
export function idOf(uid: string): string {
  return uid.replaceAll('-', '');
}

/** Stable number of an object: positive, of 31 bits. */
export function numericId(uid: string): number {
  const start = Number.parseInt(shortHash(uid, 8), 16);
  return start & 0x7fffffff || 1;
}
