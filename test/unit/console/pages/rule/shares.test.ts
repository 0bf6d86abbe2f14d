import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOf,
  movedShare,
  type Sharer,
  sharesOf,
  weightsFor,
} from '../../../../../src/console/pages/rule/shares.ts';

const rules = fc
  .array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 6 })
  .map((weights) => weights.map((weight, at) => ({ rule_id: `rule-${at}`, weight })));

function total(shares: ReadonlyMap<string, number>): number {
  return [...shares.values()].reduce((sum, share) => sum + share, 0);
}

describe('shares', () => {
  it('are whole percents that add up to 100, or all 0 where all weights are', () => {
    fc.assert(
      fc.property(rules, (some) => {
        const shares = sharesOf(some);
        expect(total(shares)).toBe(some.every(({ weight }) => weight === 0) ? 0 : 100);
        for (const { rule_id, weight } of some) {
          const exact =
            (weight /
              Math.max(
                some.reduce((sum, each) => sum + each.weight, 0),
                1,
              )) *
            100;
          expect(Math.abs((shares.get(rule_id) ?? 0) - exact)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('add up to 100 after one is moved, which has what it was moved to', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 100 }), (some, percent) => {
        const moved = movedShare(sharesOf(some), 'rule-0', percent);
        expect(total(moved)).toBe(100);
        expect([...moved.values()].every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
        expect(moved.get('rule-0')).toBe(some.length === 1 ? 100 : percent);
        expect(isOf(moved, some)).toBe(true);
      }),
    );
  });

  it('of others keep their proportions', () => {
    const shares = new Map([
      ['a', 40],
      ['b', 40],
      ['c', 20],
    ]);
    expect(Object.fromEntries(movedShare(shares, 'a', 10))).toEqual({ a: 10, b: 60, c: 30 });
  });

  it('are of no use for other rules', () => {
    const shares = new Map([['a', 100]]);
    expect(isOf(shares, [{ rule_id: 'b', weight: 1 }])).toBe(false);
    expect(
      isOf(shares, [
        { rule_id: 'a', weight: 1 },
        { rule_id: 'b', weight: 1 },
      ]),
    ).toBe(false);
  });
});

describe('the new weights', () => {
  it('are none where the shares are those of before', () => {
    fc.assert(
      fc.property(rules, (some) => {
        expect(weightsFor(some, sharesOf(some))).toEqual([]);
      }),
    );
  });

  it('bring about the shares, and somebody gets requests after each write', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 0, max: 100 }), (some, percent) => {
        const wanted = movedShare(sharesOf(some), 'rule-0', percent);
        const writes = weightsFor(some, wanted);
        let now: readonly Sharer[] = some;
        const hadSome = some.some(({ weight }) => weight > 0);
        for (const { ruleId, weight } of writes) {
          now = now.map((each) => (each.rule_id === ruleId ? { ...each, weight } : each));
          expect(!hadSome || now.some((each) => each.weight > 0)).toBe(true);
        }
        expect([...sharesOf(now)]).toEqual([...wanted]);
      }),
    );
  });
});
