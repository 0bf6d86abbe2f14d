import { expect, it } from 'vitest';
import { marksOf } from '../../../../../src/console/pages/component/marks.ts';
import { someRule } from '../../topology.ts';

const FROM = Date.parse('2026-01-01T00:00:00Z');
const RANGE = [FROM, FROM + 3_600_000] as const;

it('marks are the upgrades and the changes of rules within the time of a chart, in order', () => {
  const history = [
    { version: '1.0', digest: '', time: '2025-12-31T23:00:00Z', outcome: 'Served' as const },
    { version: '2.0', digest: '', time: '2026-01-01T00:30:00Z', outcome: 'RolledBack' as const },
  ];
  const ready = { type: 'Ready', status: 'False' as const, reason: '', message: '', todo: '' };
  const rule = someRule({
    ready: 'False',
    created_at: '2026-01-01T00:10:00Z',
    conditions: [{ ...ready, since: '2026-01-01T00:40:00Z' }],
  });
  expect(marksOf(history, [rule], RANGE).map(({ text, kind }) => [text, kind])).toEqual([
    ['rule web created', 'rule'],
    ['rolled back from 2.0', 'upgrade'],
    ['rule web not ready', 'rule'],
  ]);
});

it('a rule that nobody has looked at yet has no mark of that', () => {
  expect(marksOf([], [someRule({ created_at: '2026-01-01T00:10:00Z' })], RANGE)).toHaveLength(1);
});
