import { expect, it } from 'vitest';
import { type ManagerState, unready } from '../../../src/controller/health.ts';

const well: ManagerState = {
  phase: 'leading',
  sources: [{ name: 'services', synced: true, silentMs: 300_000 }],
  permissions: { type: 'known', missing: [] },
};

it.each<[string, Partial<ManagerState>, readonly string[]]>([
  ['all is well', {}, []],
  ['a warm standby', { phase: 'standby' }, []],
  ['not started', { phase: 'new' }, ['not started']],
  ['stopping', { phase: 'ending' }, ['stopping']],
  [
    'not synced',
    { phase: 'syncing', sources: [{ name: 'services', synced: false }] },
    ['no list of services yet'],
  ],
  [
    'a silent watch',
    { sources: [{ name: 'services', synced: true, silentMs: 361_000 }] },
    ['no news of services for 361 s'],
  ],
  ['rights not known', { permissions: { type: 'unknown' } }, ['permissions are not checked yet']],
  [
    'rights missing',
    { permissions: { type: 'known', missing: ['patch x', 'get y'] } },
    ['may not patch x', 'may not get y'],
  ],
])('%s', (_, part, expected) => {
  expect(unready({ ...well, ...part })).toEqual(expected);
});
