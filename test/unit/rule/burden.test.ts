import { expect, it } from 'vitest';
import { burdenOf } from '../../../src/rule/burden.ts';
import type { Conditions } from '../../../src/rule/conditions.ts';

const NONE: Conditions = { cookies: {}, headers: {}, methods: [], query: {} };

it.each<[string, Partial<Conditions>, number]>([
  ['nothing', {}, 0],
  ['headers', { headers: { a: 'b' }, methods: ['GET', 'PUT'], exactPath: '/a' }, 0],
  ['a cookie', { cookies: { a: '1' } }, 8],
  ['two cookies, in either order', { cookies: { a: '1', b: '1' } }, 16],
  ['three cookies, in each order', { cookies: { a: '1', b: '1', c: '1' } }, 48],
  ['two parameters', { query: { a: '1', b: '1' } }, 2],
  ['both, for each of two methods', { cookies: { a: '1' }, query: { b: '1' }, methods: ['GET', 'PUT'] }, 18],
])('%s burden the engine', (_, conditions, burden) => {
  expect(burdenOf({ ...NONE, ...conditions })).toBe(burden);
});
