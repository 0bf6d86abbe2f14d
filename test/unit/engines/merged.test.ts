import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergedParts } from '../../../src/engines/ability.ts';

it('of one part is that part', () => {
  const part = { a: { b: 1 } };
  expect(mergedParts([undefined, part, undefined])).toBe(part);
  expect(mergedParts([])).toEqual({});
});

it('joins the members of maps, and lets the last value of everything else count', () => {
  const parts = [{ a: { b: 1, c: [1] } }, undefined, { a: { c: [2], d: { e: 3 } }, f: 4 }];
  expect(mergedParts(parts)).toEqual({ a: { b: 1, c: [2], d: { e: 3 } }, f: 4 });
});

it('changes no part, and is the same where the first ones were merged before', () => {
  const part = fc.object({ maxDepth: 3, key: fc.constantFrom('a', 'b', 'c'), values: [fc.integer()] });
  fc.assert(
    fc.property(part, part, part, (one, two, three) => {
      const before = JSON.stringify([one, two, three]);
      const whole = mergedParts([one, two, three]);
      expect(JSON.stringify([one, two, three])).toBe(before);
      expect(mergedParts([mergedParts([one, two]), three])).toEqual(whole);
    }),
  );
});
