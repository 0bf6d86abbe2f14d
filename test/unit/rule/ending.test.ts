import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTls } from '../../../src/rule/candidate.ts';
import { decidesEnding, endingConflicts } from '../../../src/rule/ending.ts';
import { conflictOfWrite, effectiveWrite } from '../../../src/rule/write.ts';
import { competing, ruleOf, tcpRuleOf, tlsRuleOf } from '../../support/rules.ts';

const age = (day: number) => ({ creationTimestamp: new Date(Date.UTC(2026, 0, day)).toISOString() });

const plain = ruleOf({}, { name: 'plain', ...age(1) });
const passing = tlsRuleOf({}, { name: 'passing', ...age(2) });
const secure = ruleOf({ certificateId: 1 }, { name: 'secure', ...age(3) });
const requesting = ruleOf({ autoSsl: true, domainPath: '/a' }, { name: 'requesting', ...age(4) });
const second = tlsRuleOf({}, { name: 'second', ...age(5) });

const losers = (rules: Parameters<typeof competing>[0]) =>
  [...endingConflicts(competing(rules))].map(([uid, { winner }]) => [uid, winner.metadata.name]);

describe('where TLS for a host ends', () => {
  it('matters to rules with a certificate, or a request for one, and to TLS rules', () => {
    const all = competing([plain, passing, secure, requesting, tcpRuleOf()]);
    expect(all.map(({ rule }) => decidesEnding(rule))).toEqual([false, true, true, true, false]);
  });

  it('is decided by the oldest of them', () => {
    expect(losers([second, requesting, secure, passing, plain])).toEqual([
      ['uid-second', 'passing'],
      ['uid-requesting', 'passing'],
      ['uid-secure', 'passing'],
    ]);
    expect(losers([second, requesting, secure, plain])).toEqual([['uid-second', 'secure']]);
    expect(losers([requesting, secure, plain])).toEqual([]);
  });

  it('is one place: the rules that are left are one TLS rule, or rules with certificates', () => {
    const rules = [plain, passing, secure, requesting, second];
    fc.assert(
      fc.property(fc.shuffledSubarray(rules), (some) => {
        const all = competing(some);
        const conflicts = endingConflicts(all);
        const left = all.filter(
          ({ object, rule }) => decidesEnding(rule) && !conflicts.has(object.metadata.uid),
        );
        expect(left.filter(isTls).length === 0 || left.length === 1).toBe(true);
        expect(left.length > 0).toBe(all.some(({ rule }) => decidesEnding(rule)));
      }),
    );
  });
});

describe('a rule that is written', () => {
  const conflictOf = (write: Parameters<typeof effectiveWrite>[0], others: Parameters<typeof competing>[0]) =>
    conflictOfWrite(effectiveWrite(write), { competing: competing(others), burdening: [] }, () => ({
      services: [],
      workloads: [],
    }));

  it('gives way to the one that decides', () => {
    const { spec } = second;
    expect(conflictOf({ spec, namespace: 'team' }, [passing])).toEqual({ type: 'ending', winner: passing });
    expect(conflictOf({ spec, namespace: 'team' }, [plain])).toBeUndefined();
    expect(conflictOf({ spec: secure.spec, namespace: 'team' }, [passing, plain])).toMatchObject({
      type: 'ending',
      winner: passing,
    });
  });

  it('takes nothing from one that is in effect, however old it is itself', () => {
    const { spec } = ruleOf({ certificateId: 1, domainPath: '/b' });
    expect(conflictOf({ spec, namespace: 'team', replaced: plain }, [passing, plain])).toEqual({
      type: 'ending',
      winner: passing,
    });
  });
});
