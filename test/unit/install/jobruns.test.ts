import { expect, it } from 'vitest';
import { inventoryOf, JobRuns } from '../../../src/install/inventory.ts';
import { storedObjects } from '../../../src/install/storedobjects.ts';
import { AppliedObjects } from '../../../src/objects/applies.ts';
import type { MarketInstall } from '../../../src/objects/stoa.ts';
import { JOBS } from '../../../src/objects/workload.ts';
import { plannedObject, planOf } from '../../support/plans.ts';

const ITEM = { group: 'batch', version: 'v1', kind: 'Job', name: 'migrate' };

function jobOf(image: string, suspend = false) {
  return plannedObject(JOBS, 'migrate', {
    spec: { suspend, template: { spec: { containers: [{ name: 'main', image }] } } },
  });
}

function installWith(inventory: MarketInstall['status']): MarketInstall {
  return { metadata: { name: 'i', namespace: 'team', uid: 'i-uid' }, status: inventory } as MarketInstall;
}

/** Ends of a planned Job that is gone, after it was created as `made`. */
function endAfter(made: ReturnType<typeof jobOf>, planned: ReturnType<typeof jobOf>, item: object = ITEM) {
  const install = installWith({ inventory: [item] } as never);
  const runs = new JobRuns();
  const stored = { ...made.draft, metadata: { ...made.draft.metadata, uid: 'new' } };
  runs.note(install, made, stored as never);
  const known = runs.inventoryOf(install);
  const applies = new AppliedObjects('test');
  return { end: storedObjects(() => undefined, known, applies).endOf(planned), known };
}

it('a Job that was created and is gone before a status tells of it has run', () => {
  const { end, known } = endAfter(jobOf('a:1'), jobOf('a:1'));
  expect(end).toBe('done');
  expect(known).toEqual([{ ...ITEM, uid: 'new', template: expect.any(String) }]);
});

it.each([
  ['one that is created for another pod template', jobOf('a:1'), jobOf('a:2'), ITEM],
  ['a suspended one', jobOf('a:1', true), jobOf('a:1', true), ITEM],
])('%s has not', (_which, made, planned, item) => {
  expect(endAfter(made, planned, item).end).toBeUndefined();
});

it('what a status tells of the same Job counts', () => {
  const told = { ...ITEM, uid: 'new', template: 'x', failed: true };
  expect(endAfter(jobOf('a:1'), jobOf('a:1'), told).known).toEqual([told]);
});

it('the inventory keeps it', () => {
  const { known } = endAfter(jobOf('a:1'), jobOf('a:1'));
  const { items } = inventoryOf({ ...planOf([]), objects: [jobOf('a:1')] } as never, known, () => undefined);
  expect(items).toEqual(known);
});

it.each([
  ['stays where the plan withholds it', 'a:1', []],
  ['goes where the plan withholds it with other pods', 'a:2', ['migrate']],
])('a Job that has run %s', (_, image, gone) => {
  const { known } = endAfter(jobOf('a:1'), jobOf('a:1'));
  const { items, surplus } = inventoryOf({ ...planOf([]), withheld: [jobOf(image)] }, known, () => undefined);
  expect(items).toEqual(known);
  expect(surplus.map(({ name }) => name)).toEqual(gone);
});
