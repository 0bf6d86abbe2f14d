import { describe, expect, it } from 'vitest';
import type { MarketInstallStatus, Pinned } from '../../../../src/api/marketinstall.ts';
import { replayOf } from '../../../../src/install/template/replay.ts';
import { installOf } from '../../../support/plans.ts';

const BY = 'key sha256:1';

function pin(version: string, digest: string, fields: Partial<Pinned> = {}): Pinned {
  return { version, digest, size: 1, secretName: `template-${digest}`, signedBy: BY, ...fields };
}

const entry = (pinned: Pinned, outcome: 'Served' | 'RolledBack' | 'Held') => ({
  ...pinned,
  outcome,
  time: '2026-06-01T12:00:00Z',
});

function why(pinned: Pinned, status: MarketInstallStatus = {}): string | undefined {
  return replayOf(installOf({ appModelVersion: pinned.version }, status), pinned);
}

const ONE = pin('1.0.0', 'sha256:a');
const TWO = pin('2.0.0', 'sha256:b');
const { signedBy: _, ...UNSIGNED } = TWO;
const IN_PLACE: MarketInstallStatus = { template: TWO, serving: TWO, history: [entry(ONE, 'Served')] };

describe('a version is not taken again with other bytes', () => {
  it.each<[string, Pinned, MarketInstallStatus]>([
    ['than it has in place', pin('2.0.0', 'sha256:c'), IN_PLACE],
    ['than it had in place before', pin('1.0.0', 'sha256:c'), IN_PLACE],
    ['in other words', pin('v1.0.0', 'sha256:c'), IN_PLACE],
    ['by a range', pin('^2', 'sha256:c', { resolved: '2.0.0' }), IN_PLACE],
    [
      'where it came by a range',
      pin('2.1.0', 'sha256:c'),
      { serving: pin('^2', 'sha256:b', { resolved: '2.1.0' }) },
    ],
    ['than were given up', pin('1.0.0', 'sha256:c'), { history: [entry(ONE, 'RolledBack')] }],
    ['than were held', pin('1.0.0', 'sha256:c'), { history: [entry(ONE, 'Held')] }],
    [
      'that are no version as charts have them',
      pin('latest', 'sha256:c'),
      { serving: pin('latest', 'sha256:a') },
    ],
  ])('%s', (_title, pinned, status) => {
    expect(why(pinned, status)).toMatch(/^the registry has other bytes for version \S+ \(sha256:c\) than /);
    // The same bytes are.
    const digest = [status.serving, ...(status.history ?? [])].find(
      (each) => each && why({ ...pinned, digest: each.digest }, status) === undefined,
    );
    expect(digest).toBeDefined();
  });
});

describe('a range leads to no older version than the one in place', () => {
  it.each<[string, Pinned, MarketInstallStatus]>([
    ['by an exact version', pin('>=1', 'sha256:c', { resolved: '1.9.0' }), IN_PLACE],
    ['by less than three numbers', pin('1.9', 'sha256:c', { resolved: '1.9.0' }), IN_PLACE],
    ['to one before the release', pin('>=1-0', 'sha256:c', { resolved: '2.0.0-rc.9' }), IN_PLACE],
    ['to bytes that it had', pin('^1', 'sha256:a', { resolved: '1.0.0' }), IN_PLACE],
    [
      'by another range',
      pin('>=1', 'sha256:c', { resolved: '2.0.9' }),
      { serving: pin('^2', 'sha256:b', { resolved: '2.1.0' }) },
    ],
    [
      'by a range that an earlier release of Stoa has pinned',
      pin('>=1', 'sha256:c', { resolved: '2.0.9' }),
      { serving: pin('^2', 'sha256:b'), chart: { name: 'shop', version: '2.1.0' } },
    ],
    ['where nobody verified it', pin('>=1', 'sha256:c', { resolved: '1.9.0' }), { serving: UNSIGNED }],
  ])('%s', (_title, pinned, status) => {
    expect(why(pinned, status)).toMatch(/ is older than version 2\.\d\.0 in place: to go back, name /);
  });
});

describe('taken is', () => {
  it.each<[string, Pinned, MarketInstallStatus]>([
    ['a first version', ONE, {}],
    ['a newer version', pin('3.0.0', 'sha256:c'), IN_PLACE],
    ['an older version that the user names', pin('1.5.0', 'sha256:c'), IN_PLACE],
    ['the same bytes again', pin('1.0.0', 'sha256:a'), IN_PLACE],
    ['a newer version of a range', pin('^2', 'sha256:c', { resolved: '2.0.1' }), IN_PLACE],
    ['the version in place, by a range', pin('^2', 'sha256:b', { resolved: '2.0.0' }), IN_PLACE],
    ['another build of the version', pin('2.0.0+b', 'sha256:c'), IN_PLACE],
    [
      'the bytes that are signed, after others that were not',
      pin('2.0.0', 'sha256:c'),
      { serving: UNSIGNED },
    ],
    ['anything, where nothing has to be signed', { ...UNSIGNED, digest: 'sha256:c' }, IN_PLACE],
  ])('%s', (_title, pinned, status) => {
    expect(why(pinned, status)).toBeUndefined();
  });
});
