import { expect, it } from 'vitest';
import { type Standing, unready } from '../../../src/controller/health.ts';

const well: Standing = {
  phase: 'leading',
  sources: [{ name: 'services', synced: true, silentMs: 300_000 }],
  rights: { type: 'known', missing: [] },
};

it.each<[string, Partial<Standing>, readonly string[]]>([
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
  ['rights not known', { rights: { type: 'unknown' } }, ['permissions are not checked yet']],
  [
    'rights missing',
    { rights: { type: 'known', missing: ['patch x', 'get y'] } },
    ['may not patch x', 'may not get y'],
  ],
])('%s', (_, part, expected) => {
  expect(unready({ ...well, ...part })).toEqual(expected);
});
