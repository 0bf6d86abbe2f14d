import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numericId } from '../../../../src/rest/contract/id.ts';

it('numbers objects by positive integers of 31 bits', () => {
  fc.assert(
    fc.property(fc.uuid(), (uid) => {
      expect(numericId(uid)).toBeGreaterThan(0);
      expect(numericId(uid)).toBeLessThan(2 ** 31);
      expect(numericId(uid)).toBe(numericId(uid));
    }),
  );
});
