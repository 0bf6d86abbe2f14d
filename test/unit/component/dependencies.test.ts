import { expect, it } from 'vitest';
import { dependenciesOf } from '../../../src/component/dependencies.ts';
import { workloadOf } from '../../support/workloads.ts';

it.each([
  ['the env of a model', [{ name: 'DEPEND_SERVICE', value: 'shop-api:0e41,shop-db:77aa' }], ['0e41', '77aa']],
  ['its name in newer models', [{ name: '_DEPEND_SERVICE', value: 'shop-api:0e41' }], ['0e41']],
  [
    'both, once',
    [
      { name: 'DEPEND_SERVICE', value: 'a:1' },
      { name: '_DEPEND_SERVICE', value: 'a:1' },
    ],
    ['1'],
  ],
  ['none of a value from elsewhere', [{ name: 'DEPEND_SERVICE' }], []],
  ['none of another form', [{ name: 'DEPEND_SERVICE', value: 'shop-api' }], []],
  ['none without the env', [{ name: 'OTHER', value: 'a:1' }], []],
])('a component has the dependencies of %s', (_, env, found) => {
  const template = { spec: { containers: [{ name: 'main', image: 'i', env }] } };
  expect(dependenciesOf(workloadOf('Deployment', { template }))).toEqual(found);
  expect(dependenciesOf(workloadOf('CronJob', { jobTemplate: { spec: { template } } }))).toEqual(found);
});

it('a workload without a template has none', () => {
  expect(dependenciesOf(workloadOf('Deployment'))).toEqual([]);
});
