import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/names/claim.ts';
import { Claims, type ClaimsView } from '../../../src/names/claims.ts';
import { SupposedClaims } from '../../../src/names/supposed.ts';
import { claimOf } from '../../support/names.ts';

const IDS = ['a/1', 'a/2', 'a/3', 'b/1', 'b/2', 'c/1'];
const NAMES = ['x.example.com', 'y.example.com', '*.example.com', 'port 80'];

const claim = fc
  .tuple(fc.constantFrom(...IDS), fc.constantFrom(...NAMES), fc.nat(9), fc.boolean(), fc.option(fc.nat(3)))
  .map(([id, name, age, standing, arrival]) => ({
    ...claimOf(id, name, age, standing),
    ...(arrival === null ? {} : { arrival }),
  }));
const change = fc.oneof(claim, fc.constantFrom(...IDS));

/** Makes changes: claims to put, and ids of those to remove. */
function make(changes: readonly (Claim | string)[], claims: Pick<Claims, 'put' | 'remove'>): void {
  for (const each of changes) {
    typeof each === 'string' ? claims.remove(each) : claims.put(each);
  }
}

/** All that a view says, in an order of its own. */
function saying(view: ClaimsView, asked: readonly Claim[]) {
  const ids = (claims: Iterable<Claim>) => [...claims].map((each) => JSON.stringify(each)).toSorted();
  return {
    stored: IDS.map((id) => view.get(id)),
    before: asked.map((each) => ids(view.before(each))),
    like: asked.map((each) => ids(view.like(each))),
    standing: ['a', 'b', 'c'].map((namespace) => NAMES.map((name) => view.standingFor(name, namespace))),
    holdings: ['a', 'b', 'c'].map((namespace) => view.holdingsOf(namespace)),
  };
}

function claimsOf(changes: readonly (Claim | string)[]): Claims {
  const claims = new Claims();
  make(changes, claims);
  return claims;
}

describe('supposed claims', () => {
  const changes = fc.array(change, { maxLength: 8 });
  const asked = fc.array(claim, { minLength: 1, maxLength: 4 });

  it('say what an index would with the same changes, and leave the one below as it is', () => {
    fc.assert(
      fc.property(changes, changes, changes, asked, (first, second, third, each) => {
        const stored = claimsOf(first);
        const below = new SupposedClaims(stored);
        make(second, below);
        const supposed = new SupposedClaims(below);
        make(third, supposed);
        expect(saying(supposed, each)).toEqual(saying(claimsOf([...first, ...second, ...third]), each));
        expect(saying(stored, each)).toEqual(saying(claimsOf(first), each));
      }),
      { numRuns: 500 },
    );
  });
});
