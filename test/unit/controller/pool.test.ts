import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pool } from '../../../src/controller/pool.ts';

it('shares small parts of values, at any depth', () => {
  const pool = new Pool();
  const made = () => pool.shared({ status: { conditions: [{ type: 'Ready', status: 'True' }] } });
  expect(made().status.conditions[0]).toBe(made().status.conditions[0]);
});

it.each([
  ['with a long text', { message: 'a'.repeat(300) }],
  ['with a long key', { ['a'.repeat(300)]: true }],
  ['with many members', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`m${at}`, at]))],
  ['with an object inside', { inner: { list: [{}] } }],
])('keeps no object %s', (_, value) => {
  const pool = new Pool();
  const before = pool.shared(structuredClone(value));
  expect(pool.shared(structuredClone(value))).not.toBe(before);
});

it('keeps no more than its bound, whatever it is given', () => {
  const pool = new Pool();
  for (let at = 0; at < 20_000; at += 1) {
    pool.shared({ data: { large: `${at}`.repeat(1_000), small: `${at} ${'x'.repeat(250)}` }, at });
    expect(pool.characters).toBeLessThan(4 * 2 ** 20);
  }
});

it('returns an equal value for any value', () => {
  const pool = new Pool();
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(pool.shared(structuredClone(value))).toEqual(value);
    }),
  );
});
