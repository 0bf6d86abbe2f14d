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
