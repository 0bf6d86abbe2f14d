import { expect, it } from 'vitest';
import type { MarketInstallStatus } from '../../../src/api/marketinstall.ts';
import { type InstallReason, REASONS, reasonInfo } from '../../../src/api/reason.ts';
import { installState, postOf } from '../../../src/install/state.ts';
import { waiting } from '../../../src/install/status/verdicts.ts';
import { IN_PLACE, statusAfter } from '../../support/installstatus.ts';
import { installOf, PINNED } from '../../support/plans.ts';

const HERE = { template: PINNED };
const RECORDED = { ...HERE, recorded: PINNED.digest };
const OLDER = { ...PINNED, version: '0.9' };
const UPGRADE = { generation: 1, startedAt: '2026-06-01T12:00:00Z' };

it.each<[string, MarketInstallStatus | undefined]>([
  ['unresolved', undefined],
  ['unresolved', { template: OLDER, recorded: PINNED.digest, serving: OLDER }],
  ['unrecorded', HERE],
  ['unrecorded', { ...HERE, recorded: 'sha256:other' }],
  ['rolling-out', RECORDED],
  ['rolling-out', { ...statusAfter(installOf(), waiting('Applied', 'Progressing', 'wave 1')), ...RECORDED }],
  ['in-place', { ...statusAfter(installOf(), IN_PLACE), ...RECORDED }],
  ['rolling-out', { ...RECORDED, upgrade: UPGRADE }],
  ['going-back', { ...RECORDED, upgrade: { ...UPGRADE, failure: 'late' } }],
  ['rolling-out', { ...RECORDED, upgrade: { ...UPGRADE, generation: 0, failure: 'late' } }],
])('an install is %s by its status, example %#', (state, status) => {
  expect(installState(installOf({}, status)).type).toBe(state);
});

it('an install that is being deleted is removing, whatever its status says', () => {
  const { metadata, ...install } = installOf({}, RECORDED);
  const deletionTimestamp = '2026-06-01T12:00:00Z';
  expect(installState({ ...install, metadata: { ...metadata, deletionTimestamp } }).type).toBe('removing');
});

it('an install whose spec was edited since is no longer in place', () => {
  const { metadata, ...install } = installOf({}, { ...statusAfter(installOf(), IN_PLACE), ...RECORDED });
  const state = installState({ ...install, metadata: { ...metadata, generation: 2 } });
  expect(state).toEqual({ type: 'rolling-out', trouble: undefined });
});

it('trouble is what a status says of the present spec', () => {
  const status = statusAfter(installOf(), waiting('Accepted', REASONS.accountMissing, 'no account'));
  const install = installOf({}, status);
  const trouble = {
    reason: 'AccountMissing',
    message: 'no account',
    storeStatus: undefined,
    post: 'installFailed',
  };
  expect(installState(install)).toEqual({ type: 'unresolved', trouble });
  const edited = { ...install, metadata: { ...install.metadata, generation: 2 } };
  expect(installState(edited)).toEqual({ type: 'unresolved', trouble: undefined });
});

it('a reason that says nothing of a request is none of an install', () => {
  // @ts-expect-error: its meaning has no `post`.
  const reason: InstallReason = REASONS.hostTaken;
  expect(reasonInfo(reason)).not.toHaveProperty('post');
});

it.each([REASONS.pending, REASONS.namespaceWithoutTeam, 'OfAnEngine'])(
  'a request goes on where the reason is %s, which is not of installs alone',
  (reason) => {
    expect(postOf(reason)).toBe('goes-on');
  },
);
