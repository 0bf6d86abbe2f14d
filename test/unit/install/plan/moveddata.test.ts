import { describe, expect, it } from 'vitest';
import type { InstalledComponent } from '../../../../src/api/marketinstall.ts';
import { movedData } from '../../../../src/install/plan/moveddata.ts';
import { problemText } from '../../../../src/install/plan/problem.ts';
import { CLAIMS } from '../../../../src/objects/core.ts';
import type { PlannedObject } from '../../../../src/objects/planned.ts';
import { DEPLOYMENTS, STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import type { StandingMount, StandingVolumes } from '../../../../src/source/surroundings.ts';

/** Workload with a volume at `/d`: of a claim, or of a template. */
function workload(type: 'claim' | 'template', volume: string): PlannedObject {
  const resource = type === 'claim' ? DEPLOYMENTS : STATEFUL_SETS;
  const volumes = [{ name: 'v', persistentVolumeClaim: { claimName: volume } }];
  const name = type === 'claim' ? 'v' : volume;
  const spec = {
    template: {
      spec: {
        containers: [{ name: 'a', image: 'a', volumeMounts: [{ name, mountPath: '/d/' }] }],
        ...(type === 'claim' ? { volumes } : {}),
      },
    },
    ...(type === 'claim' ? {} : { volumeClaimTemplates: [{ metadata: { name: volume } }] }),
  };
  const draft = {
    apiVersion: 'apps/v1',
    kind: resource.kind,
    metadata: { namespace: 'team', name: 'db' },
    spec,
  };
  return { resource, draft };
}

function problems(
  planned: PlannedObject,
  claims: readonly string[],
  mounts: readonly StandingMount[],
  isBrought = false,
  installed: readonly InstalledComponent[] = [],
  id = 'c1',
) {
  const standing: StandingVolumes = {
    mountsOf: (id) => (id === 'c1' ? mounts : []),
    mountsOfBrought: ({ draft }) => (draft.metadata.name === 'db' ? mounts : []),
    hasClaim: (name) => claims.includes(name),
    claimsOf: (template, of) => claims.filter((name) => name.startsWith(`${template}-${of}-`)),
  };
  const component = {
    path: 'apps[0]',
    key: 'db',
    id,
    name: 'db',
    dependsOn: [],
    workload: planned,
    objects: [],
  };
  return movedData(
    isBrought ? { waves: [], shared: [planned] } : { waves: [[component]], shared: [] },
    installed,
    standing,
  );
}

function mountOf(type: 'claim' | 'template', name: string, path = '/d'): StandingMount {
  return { path, volume: { type, name }, workload: 'db' };
}

const [single, perPod] = [mountOf('claim', 'db-data'), mountOf('template', 'data')];

describe('a plan moves no data', () => {
  it.each([
    ['with the claim that stands', workload('claim', 'db-data'), ['db-data'], [single]],
    ['with the templates that stand', workload('template', 'data'), ['data-db-0', 'data-db-1'], [perPod]],
    ['with the claim of the only pod', workload('claim', 'data-db-0'), ['data-db-0'], [perPod]],
    [
      'with a template that finds the claim',
      workload('template', 'data'),
      ['data-db-0'],
      [mountOf('claim', 'data-db-0')],
    ],
    ['where no claim was made', workload('template', 'data'), [], [single]],
    ['of another path', workload('claim', 'other'), ['db-data'], [{ ...single, path: '/e' }]],
    ['at first', workload('claim', 'db-data'), [], []],
  ])('%s', (_, planned, claims, mounts) => {
    expect(problems(planned, claims, mounts)).toEqual([]);
    expect(problems(planned, claims, mounts, true)).toEqual([]);
  });
});

describe('a plan with an empty volume in place of one with data is refused', () => {
  it.each([
    ['for several pods', workload('template', 'data'), ['db-data'], [single], ['db-data']],
    [
      'for all pods',
      workload('claim', 'db-data'),
      ['data-db-0', 'data-db-1'],
      [perPod],
      ['data-db-0', 'data-db-1'],
    ],
    [
      'with older data',
      workload('claim', 'db-data'),
      ['db-data', 'data-db-0', 'data-db-1'],
      [perPod],
      ['data-db-0', 'data-db-1'],
    ],
    ['with another claim', workload('claim', 'empty'), ['db-data'], [single], ['db-data']],
  ])('%s', (_, planned, claims, mounts, expected) => {
    for (const isBrought of [false, true]) {
      expect(problems(planned, claims, mounts, isBrought)).toEqual([
        expect.objectContaining({ type: 'data-elsewhere', path: '/d', claims: expected }),
      ]);
    }
  });

  it('where only names show it', () => {
    expect(problems(workload('template', 'data'), ['db-data'], [])).toMatchObject([{ claims: ['db-data'] }]);
    expect(problems(workload('claim', 'db-data'), ['data-db-0'], [])).toMatchObject([
      { claims: ['data-db-0'] },
    ]);
    expect(problems(workload('claim', 'db-data'), ['data-db-0', 'db-data'], [])).toEqual([]);
  });

  it.each([
    [
      workload('template', 'data'),
      ['db-data'],
      [single],
      'StatefulSet db would give each pod an empty volume at /d, but PersistentVolumeClaim db-data has the data of the version before: with one pod (replicas in spec.overrides) it keeps the data; to begin empty, delete the claim',
    ],
    [
      workload('claim', 'db-data'),
      ['data-db-0', 'data-db-1'],
      [perPod],
      'Deployment db would mount an empty volume at /d, but PersistentVolumeClaims data-db-0, data-db-1 have the data of the version before: to keep the data of one pod, delete the claims of the others; to begin empty, delete all of them',
    ],
    [
      workload('claim', 'empty'),
      ['db-data'],
      [single],
      'Deployment db would mount an empty volume at /d, but PersistentVolumeClaim db-data has the data of the version before: to begin empty, delete the claim',
    ],
  ])('with the way out', (planned, claims, mounts, message) => {
    const [problem] = problems(planned, claims, mounts);
    expect(problem && problemText(problem)).toEqual({ reason: 'DataElsewhere', message });
  });
});

it('the data of a chart are kept by its values, as overrides and matches are for models', () => {
  const ofChart = { type: 'data-elsewhere', object: 'StatefulSet db', path: '/d', perPod: true } as const;
  const moved = problemText({ ...ofChart, claims: ['db-data'], ofChart: true }).message;
  expect(moved).toContain('set the values of the chart');
  expect(moved).not.toContain('spec.');
  const otherKey = { type: 'other-key', object: 'component db', old: 'Deployment/db' } as const;
  const key = problemText({ ...otherKey, key: 'StatefulSet/db', claims: ['d'], ofChart: true }).message;
  expect(key).toContain('set the values of the chart');
  expect(key).not.toContain('spec.match');
});

describe('a component with another key than before', () => {
  const old = {
    key: 'old',
    id: 'c1',
    name: 'db',
    kind: 'StatefulSet',
    workload: 'old',
    wave: 1,
    ready: true,
  };
  const claims = ['data-old-0', 'data-old-1'];
  const ofKey = (planned: PlannedObject, installed: readonly InstalledComponent[]) =>
    problems(planned, claims, [{ ...perPod, workload: 'old' }], false, installed, 'c2');

  it('does not begin empty where one of its name had data at the path, and is gone', () => {
    const [problem] = ofKey(workload('claim', 'new'), [old]);
    expect(problem && problemText(problem)).toEqual({
      reason: 'DataElsewhere',
      message:
        'component db has another key in this version and would begin empty, but PersistentVolumeClaims data-old-0, data-old-1 have the data of the version before: to keep it, set spec.match to {old: db}; to begin empty, delete its claims',
    });
  });

  it.each([
    ['has another name', [{ ...old, name: 'other' }]],
    ['was there before', [old, { ...old, key: 'db', id: 'c2', name: 'other' }]],
    ['had no data', [{ ...old, id: 'c3' }]],
  ])('begins empty where it %s', (_, installed) => {
    expect(ofKey(workload('claim', 'new'), installed)).toEqual([]);
  });
});

it('an object that is no workload has no data', () => {
  const draft = {
    apiVersion: 'v1',
    kind: CLAIMS.kind,
    metadata: { namespace: 'team', name: 'db' },
    spec: {},
  };
  expect(problems({ resource: CLAIMS, draft }, ['db-data'], [single], true)).toEqual([]);
});
