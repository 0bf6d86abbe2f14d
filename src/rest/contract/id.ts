import { hash } from 'node:crypto';

/** Id of an object in paths: its uid without dashes. */
export function idOf(uid: string): string {
  return uid.replaceAll('-', '');
}

/** Stable number of an object: positive, of 31 bits. */
export function numericId(uid: string): number {
  const digest = hash('sha256', uid, 'buffer').readUInt32BE(0);
  return digest & 0x7fffffff || 1;
}
