import { expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../../src/api/marketinstall.ts';
import type { UpgradeSettings, UpgradeStatus } from '../../../../src/api/upgrade.ts';
import { isGivenUp } from '../../../../src/install/state.ts';
import { clockOf } from '../../../../src/install/upgrade/giveup.ts';
import { installOf } from '../../../support/install.ts';

const NOW = new Date('2026-06-01T12:00:00Z');

const pin = (version: string) => ({ version, digest: version, size: 1, secretName: version });

function clock(
  upgrade: UpgradeSettings | undefined,
  before?: UpgradeStatus,
  status: MarketInstallStatus = { serving: pin('1.0') },
  digest = '2.0',
) {
  const install = installOf(
    { ...status, ...(before === undefined ? {} : { upgrade: before }) },
    upgrade === undefined ? {} : { upgrade },
  );
  const result = clockOf(install, pin(digest), NOW);
  return result.type === 'running' ? [result.upgrade.startedAt, result.leftMs] : result.type;
}

const ROLLBACK = { onFailure: 'rollback' } as const;

it.each<[string, Parameters<typeof clock>, unknown]>([
  ['nothing is said', [undefined], 'none'],
  ['Stoa waits without a limit', [{ onFailure: 'wait' }], 'none'],
  ['the limit is the default', [ROLLBACK], ['2026-06-01T12:00:00Z', 600_000]],
  ['there is a limit', [{ timeout: '1m' }], ['2026-06-01T12:00:00Z', 60_000]],
  [
    'it began before',
    [{ timeout: '1m' }, { generation: 2, startedAt: '2026-06-01T11:59:30Z' }],
    ['2026-06-01T11:59:30Z', 30_000],
  ],
  ['its time is over', [{ timeout: '1m' }, { generation: 2, startedAt: '2026-06-01T11:59:00Z' }], 'over'],
  [
    'the spec has changed since',
    [{ timeout: '1m' }, { generation: 1, startedAt: '2026-06-01T11:00:00Z' }],
    ['2026-06-01T12:00:00Z', 60_000],
  ],
  [
    'another generation was given up',
    [ROLLBACK, { generation: 1, startedAt: '2026-06-01T11:00:00Z', failure: 'x' }],
    ['2026-06-01T12:00:00Z', 600_000],
  ],
  [
    'this generation was given up',
    [ROLLBACK, { generation: 2, startedAt: '2026-06-01T11:00:00Z', failure: 'x' }],
    'none',
  ],
  ['nothing served before', [ROLLBACK, undefined, {}], 'none'],
  ['it is the version that serves', [ROLLBACK, undefined, undefined, '1.0'], 'none'],
])('the clock where %s', (_, inputs, expected) => {
  expect(clock(...inputs)).toEqual(expected);
});

it('an install is given up for one generation of its spec', () => {
  const upgrade = { generation: 2, startedAt: '2026-06-01T11:00:00Z' };
  expect(isGivenUp(installOf({ upgrade }))).toBe(false);
  expect(isGivenUp(installOf({ upgrade: { ...upgrade, failure: 'x' } }))).toBe(true);
  expect(isGivenUp(installOf({ upgrade: { ...upgrade, generation: 1, failure: 'x' } }))).toBe(false);
});
