import { expect, it } from 'vitest';
import { decideName, type NameRefusal } from '../../../src/names/gate.ts';
import { obstacleText, refusalText, warningText } from '../../../src/names/text.ts';
import { claimOf, viewOf } from '../../support/names.ts';

it('says what is in the way, and the way out', () => {
  const claim = claimOf('b/new', '*.example.com', 2);
  const decision = decideName(claim, viewOf([claim, claimOf('a/old', 'x.example.com', 1)]));
  expect(decision.type === 'refused' ? refusalText(claim.name, decision.refusal) : '').toBe(
    '*.example.com is, or overlaps, a name that another team has: use another name, or ask the platform team',
  );
  expect(refusalText('port 1', { type: 'limit', of: 'ports', most: 3 })).toBe(
    'the team may have 3 ports and has them: delete rules, or ask the platform team for a higher limit',
  );
});

const SECRET = { name: '*.their.org', namespace: 'theirs', until: new Date('2026-06-01T00:00:00Z') };

it.each<[NameRefusal, string]>([
  [
    { type: 'declared-for-other', pattern: '*.their.org', owner: 'team theirs' },
    '*.their.org, declared for team theirs',
  ],
  [
    { type: 'declared-twice', pattern: '*.their.org', owner: 'Namespace theirs' },
    '*.their.org, declared for Namespace theirs',
  ],
  [
    { type: 'contested', pattern: '*.their.org', owner: 'team theirs' },
    '*.their.org, declared for team theirs',
  ],
  [{ type: 'held', by: claimOf('theirs/rule', '*.their.org', 1) }, '*.their.org of rule theirs/rule'],
  [{ type: 'kept', release: SECRET }, '*.their.org, kept for Namespace theirs'],
])('tells of others in the log alone: $0.type', (refusal, obstacle) => {
  expect(refusalText('a.their.org', refusal)).not.toMatch(/theirs|\*/);
  expect(obstacleText(refusal)).toBe(obstacle);
});

it('warns of a name that is granted for a time', () => {
  const because = { type: 'declared-for-other', pattern: '*.x', owner: 'team a' } as const;
  const until = new Date('2026-06-01T00:00:00Z');
  expect(warningText('a.x', { type: 'granted-until', until, because })).toBe(
    'until 2026-06-01T00:00:00.000Z; from then on, a.x is, or overlaps, a name that is declared for another team: use another name',
  );
  expect(warningText('a.x', { type: 'granted' })).toBeUndefined();
});
