import { expect, it } from 'vitest';
import { Claims } from '../../../src/names/claims.ts';
import { claimOf } from '../../support/names.ts';

it('finds the claims of others that go before one: those that stand, then the older ones', () => {
  const claims = new Claims();
  const standing = claimOf('a/standing', 'x.example.com', 9, true);
  const old = claimOf('b/old', '*.example.com', 1);
  for (const claim of [
    old,
    standing,
    claimOf('b/young', 'x.example.com', 8),
    claimOf('c/own', 'x.example.com', 0),
  ]) {
    claims.put(claim);
  }
  expect([...claims.before(claimOf('c/new', 'x.example.com', 5))]).toEqual([standing, old]);
  expect([...claims.before(claimOf('c/new', 'x.example.com', 5, true))]).toEqual([]);
  expect(claims.waitingFor('x.example.com', 'a').map(({ id }) => id)).toEqual(['b/young', 'c/own', 'b/old']);
});

it('counts what a namespace has', () => {
  const claims = new Claims();
  claims.put(claimOf('a/1', 'x.example.com', 1, true));
  claims.put(claimOf('a/2', 'x.example.com', 2, true));
  claims.put(claimOf('a/3', 'port 30000', 3, true));
  claims.put(claimOf('a/4', 'y.example.com', 4));
  expect(claims.holdingsOf('a')).toEqual({ hosts: 1, ports: 1, rules: 3 });
  expect(claims.waitingIn('a').map(({ id }) => id)).toEqual(['a/4']);
  claims.put(claimOf('a/1', 'z.example.com', 1, true));
  expect(claims.holdingsOf('a')).toEqual({ hosts: 2, ports: 1, rules: 3 });
  claims.put(claimOf('a/1', 'z.example.com', 1, false));
  claims.remove('a/3');
  claims.remove('a/none');
  expect(claims.holdingsOf('a')).toEqual({ hosts: 1, ports: 0, rules: 1 });
  expect(claims.isHeld('x.example.com', 'a')).toBe(true);
  expect(claims.isHeld('z.example.com', 'a')).toBe(false);
});

it('goes by the arrival of claims, then by their age, and keeps the arrival of one that wants the same', () => {
  const claims = new Claims();
  const arrived = (id: string, age: number, arrival?: number) =>
    claims.put({ ...claimOf(id, 'x.example.com', age), ...(arrival === undefined ? {} : { arrival }) });
  arrived('a/there-before', 9);
  arrived('b/first', 3, 10);
  arrived('c/second', 1, 11);
  // A new version of it, without a new want.
  arrived('b/first', 3, 12);
  const order = () =>
    [...claims.before({ ...claimOf('z/last', 'x.example.com', 0), arrival: 99 })].map(({ id }) => id);
  expect(claims.get('b/first')?.arrival).toBe(10);
  expect([...claims.before(claims.get('c/second') ?? claimOf('', '', 0))].map(({ id }) => id)).toEqual([
    'a/there-before',
    'b/first',
  ]);
  // Made again under its name.
  arrived('b/first', 4, 13);
  expect([...claims.before(claims.get('b/first') ?? claimOf('', '', 0))].map(({ id }) => id)).toEqual([
    'a/there-before',
    'c/second',
  ]);
  expect(order()).toHaveLength(3);
});
