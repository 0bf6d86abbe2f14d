import { expect, it } from 'vitest';
import { ago, fromNow } from '../../../../src/console/parts/time.ts';

const NOW = Date.parse('2026-01-02T00:00:00Z');

it.each([
  ['2026-01-01T23:59:58Z', '2 s ago'],
  ['2026-01-01T23:55:00Z', '5 min ago'],
  ['2026-01-01T21:30:00Z', '2 h ago'],
  ['2025-12-30T00:00:00Z', '3 d ago'],
  ['2026-01-02T00:00:05Z', '0 s ago'],
  ['', ''],
])('%s is %s', (time, expected) => {
  expect(ago(time, NOW)).toBe(expected);
});

it.each([
  ['2026-01-01T23:55:00Z', '5 min ago'],
  ['2026-01-02T00:00:00.400Z', '0 s ago'],
  ['2026-01-02T00:00:05Z', 'in 5 s'],
  ['2026-01-05T12:00:00Z', 'in 3 d'],
  ['', ''],
])('%s is %s, seen from now', (time, expected) => {
  expect(fromNow(time, NOW)).toBe(expected);
});
