import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InstalledComponent, InventoryItem } from '../../../../src/api/marketinstall.ts';
import { itemKeyOf } from '../../../../src/install/inventory.ts';
import { nextRemovals } from '../../../../src/install/remove/uninstall.ts';

function item(kind: string, name: string): InventoryItem {
  const group = kind === 'GatewayRule' ? 'stoa.dev' : kind === 'Deployment' ? 'apps' : '';
  return { group, version: 'v1', kind, name, uid: `uid-${name}` };
}

function component(workload: string, wave: number): InstalledComponent {
  return { key: workload, id: workload, name: workload, kind: 'Deployment', workload, wave, ready: true };
}

const INVENTORY = [
  item('Secret', 'envs'),
  item('PersistentVolumeClaim', 'data'),
  item('Deployment', 'db'),
  item('Deployment', 'web'),
  item('Service', 'web'),
  item('GatewayRule', 'web'),
];
const COMPONENTS = [component('db', 1), component('web', 2)];

/** The names that go together, turn by turn, where everything is gone as soon as it is deleted. */
function turns(inventory: readonly InventoryItem[], keepVolumes: boolean): string[][] {
  const gone = new Set<string>();
  const seen: string[][] = [];
  for (;;) {
    const { now, left } = nextRemovals(
      inventory,
      COMPONENTS,
      keepVolumes,
      (each) => !gone.has(itemKeyOf(each)),
    );
    if (left === 0) {
      return seen;
    }
    seen.push(now.map(({ kind, name }) => `${kind} ${name}`));
    for (const each of now) {
      gone.add(itemKeyOf(each));
    }
  }
}

describe('a removal', () => {
  it('deletes rules, workloads from the last wave to the first, then other objects, and keeps volumes', () => {
    expect(turns(INVENTORY, true)).toEqual([
      ['GatewayRule web'],
      ['Deployment web'],
      ['Deployment db'],
      ['Secret envs', 'Service web'],
    ]);
  });

  it('deletes volumes last where they are not kept', () => {
    expect(turns(INVENTORY, false).at(-1)).toEqual(['PersistentVolumeClaim data']);
  });

  it('waits until deleted objects are gone', () => {
    const exists = ({ kind }: InventoryItem) => kind !== 'GatewayRule';
    const { now, left } = nextRemovals(INVENTORY, COMPONENTS, true, exists);
    expect(now.map(({ name }) => name)).toEqual(['web']);
    expect(left).toBe(4);
  });

  it('ends with only kept volumes left, in whatever order the inventory is', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(INVENTORY, { minLength: 0, maxLength: INVENTORY.length }),
        fc.boolean(),
        (inventory, keepVolumes) => {
          const expected = inventory.filter(
            ({ kind }) => !(keepVolumes && kind === 'PersistentVolumeClaim'),
          ).length;
          expect(turns(inventory, keepVolumes).flat()).toHaveLength(expected);
        },
      ),
    );
  });
});
