import { expect, it } from 'vitest';
import { firstRights, planRights } from '../../../../src/install/account/rights.ts';
import { INSTALLABLE } from '../../../../src/objects/installable.ts';
import { oneByOne, words } from '../../../support/access.ts';
import { component, installOf, planOf } from '../../../support/plans.ts';

const texts = (rights: ReturnType<typeof firstRights>) => oneByOne(rights).map(words);

const OF_SECRETS = ['get', 'update', 'create', 'patch', 'delete'].map((verb) => `${verb} secrets in team`);

const writes = (kind: string) => ['create', 'patch', 'delete'].map((verb) => `${verb} ${kind} in team`);

it('every install needs the rights on Secrets', () => {
  expect(texts(firstRights(installOf()))).toEqual(OF_SECRETS);
});

it('an install with values in ConfigMaps needs the right to read them', () => {
  const install = installOf({ valuesFrom: [{ kind: 'ConfigMap', name: 'values' }] });
  expect(texts(firstRights(install))).toEqual([...OF_SECRETS, 'get configmaps in team']);
  const other = installOf({ valuesFrom: [{ kind: 'Secret', name: 'values' }] });
  expect(texts(firstRights(other))).toEqual(OF_SECRETS);
});

it('a plan needs the rights on its kinds, and on those of older versions', () => {
  const inventory = [
    { group: '', version: 'v1', kind: 'Secret', name: 'a' },
    { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget', name: 'b' },
  ];
  const install = installOf({}, { inventory });
  const plan = planOf([[component('web')], [component('db')]], { rules: ['web'] });
  expect(texts(planRights(install, plan, INSTALLABLE)).toSorted()).toEqual(
    [
      ...OF_SECRETS,
      ...writes('services'),
      ...writes('deployments.apps'),
      ...writes('poddisruptionbudgets.policy'),
      ...writes('gatewayrules.stoa.dev'),
    ].toSorted(),
  );
});
