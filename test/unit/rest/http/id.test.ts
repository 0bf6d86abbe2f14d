import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numericId } from '../../../../src/rest/http/id.ts';

it('numbers objects by positive integers of 31 bits', () => {
  fc.assert(
    fc.property(fc.uuid(), (uid) => {
      expect(numericId(uid)).toBeGreaterThan(0);
      expect(numericId(uid)).toBeLessThan(2 ** 31);
      expect(numericId(uid)).toBe(numericId(uid));
    }),
  );
});

it('a number begins as the SHA-256 hash of the uid, in FIPS 180-2, B.1, as clients have stored it', () => {
  expect(numericId('abc')).toBe(0xba7816bf & 0x7fffffff);
});
