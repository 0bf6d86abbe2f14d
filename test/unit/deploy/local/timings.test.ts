import { expect, test } from 'vitest';
import { packageTimings, secondsSinceCommand, timingTable } from '../../../../deploy/local/timings.ts';

test('the table has a line for each piece of work, and the total below', () => {
  const timings = [
    { what: 'npm packages', seconds: 24.2 },
    { what: '✓ Building etcd', seconds: 261 },
  ];
  expect(timingTable(timings, { what: 'in all', seconds: 300 })).toEqual([
    '  npm packages           24 s',
    '  ✓ Building etcd  4 min 21 s',
    '  ---------------------------',
    '  in all                5 min',
  ]);
});

test('the command tells when it began, and what the packages took', () => {
  expect(secondsSinceCommand({ STOA_BEGAN: String(Date.now() - 5_000) })).toBeGreaterThanOrEqual(5);
  expect(packageTimings({ STOA_PACKAGES_SECONDS: '24.2' })).toEqual([
    { what: 'npm packages', seconds: 24.2 },
  ]);
  expect(packageTimings({})).toEqual([]);
});
