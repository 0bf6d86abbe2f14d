import { expect, it } from 'vitest';
import type { TestResult, TestRun } from '../../../../src/api/testrun.ts';
import {
  decideEnd,
  decideTests,
  type ObservedTests,
  testRequestOf,
} from '../../../../src/install/tests/decide.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { CONFIG_MAPS } from '../../../../src/objects/core.ts';
import { JOBS } from '../../../../src/objects/workload.ts';
import type { PlannedTest } from '../../../../src/source/content.ts';
import { installOf, plannedObject } from '../../../support/plans.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const TIME = '2026-06-01T12:00:00Z';

function test(
  name: string,
  weight: number,
  resource: PlannedTest['planned']['resource'] = JOBS,
): PlannedTest {
  return { planned: plannedObject(resource, name, {}), weight, deletedAfter: [] };
}

const TESTS = [
  test('conf', 0, CONFIG_MAPS),
  test('a', 0),
  test('b', 0),
  test('late', 1, CONFIG_MAPS),
  test('c', 1),
];

type JobState = 'runs' | 'Complete' | 'Failed' | 'suspended';

function stored(name: string, state: JobState, deletedAfter = ''): KubeObject {
  const conditions = ['Complete', 'Failed'].includes(state)
    ? [{ type: state, status: 'True', message: 'it is over' }]
    : [];
  const annotations = { 'stoa.dev/test-deleted-after': deletedAfter };
  const spec = { suspend: state === 'suspended' };
  return {
    ...plannedObject(JOBS, name, {}).draft,
    metadata: { name, annotations },
    spec,
    status: { conditions },
  } as unknown as KubeObject;
}

function running(hooks: Readonly<Record<string, TestResult['result']>>): TestRun {
  const list = Object.entries(hooks).map(([name, result]) => ({ name, result }));
  return { requested: 'now', version: '1.0', startedAt: TIME, result: 'Running', hooks: list };
}

const BEGUN = { a: 'Waiting', b: 'Waiting', c: 'Waiting' } as const;

function decide(fields: Partial<ObservedTests>, jobs: Readonly<Record<string, JobState>> = {}) {
  return decideTests(
    {
      request: 'now',
      run: undefined,
      version: '1.0',
      tests: { type: 'planned', objects: TESTS },
      standing: 'in-place',
      find: ({ planned }) => {
        const { name } = planned.draft.metadata;
        const state = jobs[name];
        return state === undefined ? undefined : stored(name, state);
      },
      ...fields,
    },
    NOW,
  );
}

/** Results by test, and the objects that are created. */
function goesOn(
  hooks: Readonly<Record<string, TestResult['result']>>,
  jobs: Readonly<Record<string, JobState>>,
) {
  const decision = decide({ run: running(hooks) }, jobs);
  if (decision.type === 'none') {
    throw new Error('nothing is decided');
  }
  const results = Object.fromEntries((decision.run.hooks ?? []).map(({ name, result }) => [name, result]));
  const due = decision.type === 'go-on' ? decision.due.map(({ planned }) => planned.draft.metadata.name) : [];
  return { result: decision.run.result, results, due };
}

it('begin with all of them waiting', () => {
  expect(decide({})).toEqual({ type: 'begin', run: running(BEGUN) });
  expect(decide({ run: { requested: 'before', version: '1.0', result: 'Passed' } }).type).toBe('begin');
});

it.each<[string, Partial<ObservedTests>]>([
  ['nobody asks', { request: undefined }],
  ['the version is not in place', { standing: 'not-in-place' }],
  ['the request has its answer', { run: { requested: 'now', version: '1.0', result: 'Failed' } }],
])('do not begin where %s', (_, fields) => {
  expect(decide(fields)).toEqual({ type: 'none' });
});

it.each<[string, Partial<ObservedTests>, string]>([
  ['nothing runs', { standing: 'stopped' }, 'nothing runs: deploy is not true'],
  ['there are none', { tests: undefined }, 'there are no tests: only a chart has some'],
  ['they are not allowed', { tests: { type: 'refused', problems: ['a', 'b'] } }, 'a; b'],
])('are refused where %s', (_, fields, message) => {
  const run = { requested: 'now', version: '1.0', result: 'Refused', message, finishedAt: TIME };
  expect(decide(fields)).toEqual({ type: 'tell', run });
});

const FIRST = { a: 'Running', b: 'Running', c: 'Waiting' } as const;
const THERE = { conf: 'runs', late: 'runs' } as const;

it.each([
  ['the first weight begins with its objects', BEGUN, {}, 'Running', FIRST, ['conf', 'a', 'b']],
  ['what is there is not made again', BEGUN, { ...THERE, a: 'runs' }, 'Running', FIRST, ['b']],
  [
    'others wait for it',
    FIRST,
    { ...THERE, a: 'Complete', b: 'runs' },
    'Running',
    { ...FIRST, a: 'Passed' },
    [],
  ],
  [
    'the next weight follows',
    FIRST,
    { conf: 'runs', a: 'Complete', b: 'Complete' },
    'Running',
    { a: 'Passed', b: 'Passed', c: 'Running' },
    ['late', 'c'],
  ],
  [
    'a failure waits for what runs',
    FIRST,
    { ...THERE, a: 'Failed', b: 'runs' },
    'Running',
    { ...FIRST, a: 'Failed' },
    [],
  ],
  [
    'nothing follows a failure',
    FIRST,
    { ...THERE, a: 'Failed', b: 'Complete' },
    'Failed',
    { a: 'Failed', b: 'Passed', c: 'Waiting' },
    [],
  ],
  [
    'a Job that is gone has failed',
    FIRST,
    { ...THERE, b: 'Complete' },
    'Failed',
    { a: 'Failed', b: 'Passed', c: 'Waiting' },
    [],
  ],
  [
    'a Job that somebody suspends has not passed',
    FIRST,
    { ...THERE, a: 'suspended', b: 'Complete' },
    'Running',
    { ...FIRST, b: 'Passed' },
    [],
  ],
  [
    'all have passed, whose Jobs may be gone',
    { a: 'Passed', b: 'Passed', c: 'Running' },
    { ...THERE, c: 'Complete' },
    'Passed',
    { a: 'Passed', b: 'Passed', c: 'Passed' },
    [],
  ],
] as const)('of a run: %s', (_, hooks, jobs, result, results, due) => {
  expect(goesOn(hooks, jobs)).toEqual({ result, results, due });
});

it('tell why one failed', () => {
  const decision = decide({ run: running({ a: 'Running' }) }, { a: 'Failed', b: 'runs' });
  expect(decision).toMatchObject({
    run: { hooks: expect.arrayContaining([{ name: 'a', result: 'Failed', message: 'it is over' }]) },
  });
});

const ASKED = { 'stoa.dev/tests-requested': 'now' };

function install(annotations: Readonly<Record<string, string>>, tests?: TestRun, version = '1.0') {
  const one = installOf({ appModelVersion: version }, tests === undefined ? undefined : { tests });
  return { ...one, metadata: { ...one.metadata, annotations } };
}

it('are requested by an id', () => {
  expect(testRequestOf(install(ASKED))).toBe('now');
  expect(testRequestOf(install({}))).toBeUndefined();
  expect(testRequestOf(install({ 'stoa.dev/tests-requested': 'x'.repeat(65) }))).toBeUndefined();
});

it.each([
  ['the request is gone', install({}, running(BEGUN)), 'nobody asks for it any longer'],
  [
    'another request is there',
    install({ 'stoa.dev/tests-requested': 'next' }, running(BEGUN)),
    'nobody asks',
  ],
  ['the spec names another version', install(ASKED, running(BEGUN), '2.0'), 'the spec names another version'],
])('are broken off where %s', (_, current, message) => {
  expect(decideEnd(current, [], NOW)).toMatchObject({
    type: 'break-off',
    run: { result: 'Failed', finishedAt: TIME, message: expect.stringContaining(message) },
  });
});

const OBJECTS = [
  stored('kept', 'Complete'),
  stored('passed', 'Complete', 'done'),
  stored('failed', 'Failed', 'done'),
  stored('failed-too', 'Failed', 'done,failed'),
  { ...stored('conf', 'runs', 'failed'), kind: 'ConfigMap' },
];

it.each([
  ['runs', install(ASKED, running(BEGUN)), []],
  ['is over, and somebody reads it', install(ASKED, { ...running({}), result: 'Failed' }), []],
  ['has failed', install({}, { ...running({}), result: 'Failed' }), ['passed', 'failed-too', 'conf']],
  ['has passed', install({}, { ...running({}), result: 'Passed' }), ['passed', 'failed-too']],
  [
    'was refused',
    install({}, { ...running({}), result: 'Refused' }),
    ['kept', 'passed', 'failed', 'failed-too', 'conf'],
  ],
  ['never was', install({}), []],
])('leave objects by their policies, where the run %s', (_, current, names) => {
  const decision = decideEnd(current, OBJECTS, NOW);
  const deleted = decision.type === 'tidy' ? decision.objects.map(({ metadata }) => metadata.name) : [];
  expect(deleted).toEqual(names);
});
