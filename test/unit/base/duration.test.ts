import { expect, it } from 'vitest';
import { durationMs } from '../../../src/base/duration.ts';

it.each([
  ['1s', 1_000],
  ['90s', 90_000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1h1m1s', 3_661_000],
  ['', undefined],
  ['10', undefined],
  ['1d', undefined],
  ['-1s', undefined],
  ['1.5h', undefined],
  ['500ms', 500],
  ['1h1m1s1ms', 3_661_001],
  ['1s1s1s1s1s', undefined],
  ['123456s', undefined],
])('%j is %s ms', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});
