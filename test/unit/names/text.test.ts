import { expect, it } from 'vitest';
import { decideName } from '../../../src/names/gate.ts';
import { fieldOf, refusalText, warningText } from '../../../src/names/text.ts';
import { claimOf, viewOf } from '../../support/names.ts';

it('says what is in the way, and the way out', () => {
  const claim = claimOf('b/new', '*.example.com', 2);
  const decision = decideName(claim, viewOf([claim, claimOf('a/old', 'x.example.com', 1)]));
  expect(decision.type === 'refused' ? refusalText(claim.name, decision.refusal) : '').toBe(
    '*.example.com overlaps x.example.com, which is taken by rule a/old of another team',
  );
  expect(refusalText('port 1', { type: 'limit', of: 'ports', most: 3 })).toBe(
    'the team may have 3 ports and has them: delete rules, or ask the platform team for a higher limit',
  );
});

it('warns of a name that is granted for a time', () => {
  const because = { type: 'declared-for-other', pattern: '*.x', owner: 'team a' } as const;
  const until = new Date('2026-06-01T00:00:00Z');
  expect(warningText('a.x', { type: 'granted-until', until, because })).toBe(
    'until 2026-06-01T00:00:00.000Z; from then on, a.x is declared for team a (*.x), which alone may have it: use another name',
  );
  expect(warningText('a.x', { type: 'granted' })).toBeUndefined();
});

it('names the field that wants the name', () => {
  expect([fieldOf('a.x'), fieldOf('port 1')]).toEqual(['spec.http.domainName', 'spec.tcp.endPoint.port']);
});
