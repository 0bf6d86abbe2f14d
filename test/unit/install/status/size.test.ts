import { expect, it } from 'vitest';
import type { InventoryItem } from '../../../../src/api/marketinstall.ts';
import { bytesWith, withoutRoom } from '../../../../src/install/status/size.ts';
import { IN_PLACE, NOW } from '../../../support/installstatus.ts';
import { installOf } from '../../../support/plans.ts';

const UID = '00000000-0000-0000-0000-000000000000';

/** Items of ConfigMaps with names of 240 characters. */
function items(count: number, head: string, uid?: string): readonly InventoryItem[] {
  return Array.from({ length: count }, (_, at) => ({
    group: '',
    version: 'v1',
    kind: 'ConfigMap',
    name: `${head}${at}-`.padEnd(240, 'x'),
    ...(uid === undefined ? {} : { uid }),
  }));
}

it('counts the uids that the objects of an inventory will have', () => {
  const bytes = (uid?: string) => bytesWith(installOf(), { inventory: [...items(7, 'a', uid)] });
  expect(bytes()).toBe(bytes(UID));
});

it.each<[string, number, number, boolean]>([
  ['the largest first version with long names', 0, 3_000, true],
  ['another version of the same size', 1_400, 1_400, true],
  ['the same 2,400 objects by other names, and more', 2_400, 2_900, false],
])('%s', (_, before, added, fits) => {
  const known = [...items(before, 'a', UID)];
  const install = installOf({}, { inventory: known });
  const draft = withoutRoom(install, IN_PLACE, { inventory: [...known, ...items(added, 'b')] }, NOW);
  expect(draft === undefined).toBe(fits);
  if (draft !== undefined) {
    expect(draft.outcome).toEqual({ type: 'stalled', reason: 'StatusTooLarge' });
    expect(draft.verdict.message).toContain('the 2400 objects that it has and 2900 others');
    expect(draft.verdict.message).toContain('go there by a version between');
  }
});
