import { expect, it } from 'vitest';
import {
  fareOf,
  historyOf,
  progressOf,
  shareOf,
  wavesOf,
} from '../../../../../src/console/pages/install/words.ts';

function component(service_id: string, wave: number, ready: boolean) {
  return { service_id, service_cname: service_id, wave, ready };
}

it('waves are those of the components in their order, and each says how far it is', () => {
  const components = [component('web', 2, false), component('db', 1, true), component('jobs', 3, false)];
  const waves = wavesOf({ components: [...components, component('api', 2, true)], wave: '2/3' });
  expect(waves.map(({ number, state }) => [number, state])).toEqual([
    [1, 'done'],
    [2, 'running'],
    [3, 'waiting'],
  ]);
  expect(waves[1]?.components.map(({ service_id }) => service_id)).toEqual(['web', 'api']);
});

it('a component of an earlier wave that fails again is no wave that waits', () => {
  const components = [component('db', 1, false), component('web', 2, false)];
  expect(wavesOf({ components, wave: '2/2' }).map(({ state }) => state)).toEqual(['running', 'running']);
});

it.each([
  ['2/3', '4/7', 'wave 2 of 3, 4 of 7 components are ready'],
  ['', '4/7', '4 of 7 components are ready'],
  ['', '', ''],
])('the progress %j and %j is %j', (wave, components_ready, text) => {
  expect(progressOf({ wave, components_ready })).toBe(text);
});

it.each([
  ['3/3', [3, 3]],
  ['3', undefined],
  ['3/x', undefined],
])('the share %j is %j', (text, share) => {
  expect(shareOf(text)).toEqual(share);
});

function entry(version: string, outcome: 'Served' | 'RolledBack' | 'Progressing' | 'Superseded' | 'Held') {
  return { version, digest: '', time: `2026-01-01T00:00:0${version[0]}Z`, outcome };
}

it('the latest version comes first, and one can go back once to each that was in place', () => {
  const history = [
    entry('1.0', 'Served'),
    entry('2.0', 'Served'),
    entry('1.0', 'Served'),
    entry('3.0', 'RolledBack'),
    entry('4.0', 'Served'),
  ];
  const past = historyOf({ history, app_model_version: '4.0', serving_version: '4.0' });
  expect(past.map(({ version, mayReturn }) => [version, mayReturn])).toEqual([
    ['4.0', false],
    ['3.0', false],
    ['1.0', true],
    ['2.0', true],
    ['1.0', false],
  ]);
  expect(past[0]?.outcome).toBe('is in place');
  expect(past[4]?.outcome).toBe('was in place');
  expect(new Set(past.map(({ id }) => id)).size).toBe(5);
});

it.each([
  [{ ready: true, reason: 'Applied' }, 'True', ['good', 'Ready']],
  [{ ready: false, reason: 'StoreUnreachable' }, 'False', ['bad', 'StoreUnreachable']],
  [{ ready: false, reason: 'Progressing' }, 'Unknown', ['busy', 'Progressing']],
  [{ ready: false, reason: '' }, 'Unknown', ['busy', 'not seen yet']],
] as const)('the install %j that is %s is %j', (record, ready, fare) => {
  expect(fareOf(record, { ready })).toEqual(fare);
});

it('an install that the application does not tell is on its way', () => {
  expect(fareOf({ ready: false, reason: 'Progressing' }, undefined)).toEqual(['busy', 'Progressing']);
});
