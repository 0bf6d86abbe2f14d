import { expect, it } from 'vitest';
import { shortHash } from '../../../src/base/hash.ts';

it('begins as the SHA-256 hash of the text, in FIPS 180-2, B.1', () => {
  expect(shortHash('abc', 16)).toBe('ba7816bf8f01cfea');
});
