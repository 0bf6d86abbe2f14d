import { describe, expect, it } from 'vitest';
import { inventoryOf, namesAll, withoutItems } from '../../../src/install/inventory.ts';
import { plannedObjects } from '../../../src/install/plan/plan.ts';
import { Cluster, component, planOf } from '../../support/plans.ts';

const PLAN = planOf([[component('web')]]);
const CLAIM = { group: '', version: 'v1', kind: 'PersistentVolumeClaim', name: 'data', uid: 'u1' };
const OLD = { group: 'apps', version: 'v1', kind: 'Deployment', name: 'old', uid: 'u2' };

describe('the inventory', () => {
  it('names objects before they are created, without a uid', () => {
    const { items, surplus } = inventoryOf(PLAN, [], () => undefined);
    expect(items).toEqual([
      { group: '', version: 'v1', kind: 'Service', name: 'web' },
      { group: 'apps', version: 'v1', kind: 'Deployment', name: 'web' },
    ]);
    expect(surplus).toEqual([]);
  });

  it('takes uids from existing objects', () => {
    const cluster = new Cluster();
    for (const each of plannedObjects(PLAN)) {
      cluster.apply(each);
    }
    const { items } = inventoryOf(PLAN, [], cluster.find);
    expect(items.map(({ uid }) => uid)).toEqual(['uid-of-Service/web', 'uid-of-Deployment/web']);
  });

  it('keeps objects that a plan no longer has, and lists them as surplus unless they are volumes', () => {
    const { items, surplus } = inventoryOf(PLAN, [OLD, CLAIM], () => undefined);
    expect(items.slice(0, 2)).toEqual([OLD, CLAIM]);
    expect(surplus).toEqual([OLD]);
    expect(withoutItems(items, surplus)).not.toContainEqual(OLD);
    expect(withoutItems(items, surplus)).toContainEqual(CLAIM);
  });

  it('names all objects of a plan, or lacks those that only a later release makes', () => {
    const { items } = inventoryOf(PLAN, [OLD], () => undefined);
    expect(namesAll(items, PLAN)).toBe(true);
    expect(namesAll(items.slice(1), PLAN)).toBe(true);
    expect(namesAll(items.slice(0, -1), PLAN)).toBe(false);
    expect(namesAll([], PLAN)).toBe(false);
  });

  it('stays the same while nothing changes', () => {
    const { items } = inventoryOf(PLAN, [], () => undefined);
    expect(inventoryOf(PLAN, items, () => undefined).items).toEqual(items);
  });
});
