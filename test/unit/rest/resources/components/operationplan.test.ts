import { expect, it } from 'vitest';
import type { MarketInstall } from '../../../../../src/objects/stoa.ts';
import type { Workload, WorkloadKind } from '../../../../../src/objects/workload.ts';
import {
  chosenOf,
  operationPlan,
  scaledDraft,
} from '../../../../../src/rest/resources/components/operationplan.ts';
import { installOf } from '../../../../support/install.ts';
import { workloadOf } from '../../../../support/workloads.ts';

interface ComponentOptions {
  readonly kind?: WorkloadKind;
  readonly install?: string;
  readonly spec?: Partial<Workload['spec']>;
  readonly status?: Workload['status'];
}

function component(name: string, options: ComponentOptions = {}): Workload {
  const { kind = 'Deployment', install, spec = { replicas: 1 }, status = {} } = options;
  const labels = {
    'stoa.dev/app-id': '1',
    'stoa.dev/component-id': name,
    'stoa.dev/component-alias': `gr-${name}`,
    ...(install === undefined ? {} : { 'stoa.dev/install-uid': install }),
  };
  return workloadOf(kind, spec, status, { name, labels });
}

function install(uid: string, spec: Partial<MarketInstall['spec']>): MarketInstall {
  const made = installOf({}, spec);
  return { ...made, metadata: { ...made.metadata, name: uid, uid } };
}

const namesOf = (objects: readonly { readonly metadata: { readonly name: string } }[]) =>
  objects.map(({ metadata }) => metadata.name);

it.each([
  [undefined, ['web', 'db']],
  [['db'], ['db']],
  [
    ['gr-web', 'db', 'db'],
    ['web', 'db'],
  ],
])('of the components, %j names %j', (ids, names) => {
  expect(namesOf(chosenOf([component('web'), component('db')], ids))).toEqual(names);
});

it('a component that the application lacks is an error that names it', () => {
  expect(() => chosenOf([component('web')], ['web', 'other'])).toThrow(/no component other$/);
});

it.each([
  ['starts what is stopped', true, 0, ['web']],
  ['leaves what runs', true, 2, []],
  ['stops what runs', false, 2, ['web']],
  ['leaves what is stopped', false, 0, []],
])('%s', (_, runs, replicas, names) => {
  const components = [component('web', { spec: { replicas } })];
  const plan = operationPlan({ components, chosen: components, installs: [] }, runs);
  expect([plan.runs, namesOf(plan.workloads), plan.installs]).toEqual([runs, names, []]);
});

it.each([
  ['starts an install', true, { deploy: false }, ['i-1']],
  ['starts an install that says nothing', true, {}, ['i-1']],
  ['leaves an install that runs', true, { deploy: true }, []],
  ['stops an install', false, { deploy: true }, ['i-1']],
  ['leaves an install that is stopped', false, {}, []],
])('%s by its spec, and never its workloads', (_, runs, spec, names) => {
  const components = [component('web', { install: 'i-1' }), component('db', { install: 'i-1' })];
  const installs = [install('i-1', spec), install('i-2', { deploy: !runs })];
  const plan = operationPlan({ components, chosen: components, installs }, runs);
  expect([namesOf(plan.installs), plan.workloads]).toEqual([names, []]);
});

it('takes a component for its own where its install is gone', () => {
  const components = [component('web', { install: 'gone' })];
  expect(namesOf(operationPlan({ components, chosen: components, installs: [] }, false).workloads)).toEqual([
    'web',
  ]);
});

it('does not stop a Job that has succeeded', () => {
  const status = { conditions: [{ type: 'Complete', status: 'True' }] };
  const components = [component('web'), component('migrate', { kind: 'Job', spec: {}, status })];
  const plan = operationPlan({ components, chosen: components, installs: [] }, false);
  expect(namesOf(plan.workloads)).toEqual(['web']);
});

const OF_INSTALL = [component('web', { install: 'i-1' }), component('db', { install: 'i-1' })];

type Impossible = [string, Workload[], Workload[], Partial<MarketInstall['spec']>, RegExp];

it.each<Impossible>([
  ['a part of an install', OF_INSTALL, OF_INSTALL.slice(0, 1), { deploy: true }, /as a whole: .* db$/],
  ['a suspended install', OF_INSTALL, OF_INSTALL, { deploy: true, suspend: true }, /suspended/],
  ...(['DaemonSet', 'Job', 'CronJob'] as const).map((kind): Impossible => {
    const other = [component('web', { kind, spec: {}, status: { desiredNumberScheduled: 1 } })];
    return [`a ${kind}`, other, other, {}, new RegExp(`${kind} web has no number of replicas`)];
  }),
])('cannot stop %s', (_, components, chosen, spec, message) => {
  const installs = [install('i-1', spec)];
  expect(() => operationPlan({ components, chosen, installs }, false)).toThrow(message);
});

it('remembers the replicas of what it stops', () => {
  expect(scaledDraft(component('web', { spec: { replicas: 3 } }), false)).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'web',
      namespace: 'team',
      uid: 'w-1',
      annotations: { 'stoa.dev/stopped-replicas': '3' },
    },
    spec: { replicas: 0 },
  });
});

it.each([
  ['3', 3],
  ['9999', 9999],
  ['0', 1],
  ['-1', 1],
  ['10000', 1],
  ['all', 1],
])('a workload that had %s replicas starts with %d, and forgets', (text, replicas) => {
  const annotations = { 'stoa.dev/stopped-replicas': text };
  const stopped = workloadOf('StatefulSet', { replicas: 0 }, {}, { annotations });
  const { metadata, spec } = scaledDraft(stopped, true);
  expect([metadata.annotations, spec]).toEqual([undefined, { replicas }]);
});
