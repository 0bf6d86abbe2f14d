import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newForm } from '../../../../../src/console/pages/ruleform/form.ts';
import { differencesOf, mergedForm } from '../../../../../src/console/pages/ruleform/merge.ts';

const before = { ...newForm('web', '80'), host: 'a.example.com' };

it('what others have changed is taken in, and what was typed here stays', () => {
  const theirs = { ...before, path: '/theirs', weight: '5', methods: ['GET'] };
  const mine = { ...before, host: 'b.example.com', weight: '7' };
  expect(mergedForm({ before, theirs, mine })).toEqual({ ...theirs, host: 'b.example.com', weight: '7' });
  expect(differencesOf({ before, theirs, mine })).toEqual([
    {
      field: 'host',
      before: 'a.example.com',
      theirs: 'a.example.com',
      mine: 'b.example.com',
      isContested: false,
    },
    { field: 'path', before: '/', theirs: '/theirs', mine: '/', isContested: false },
    { field: 'weight', before: '100', theirs: '5', mine: '7', isContested: true },
    { field: 'methods', before: '', theirs: 'GET', mine: '', isContested: false },
  ]);
});

it('no change is lost but where both have changed one field', () => {
  const edits = fc.record(
    {
      host: fc.string(),
      path: fc.string(),
      weight: fc.string(),
      isAutomatic: fc.boolean(),
      methods: fc.subarray(['GET', 'PUT']),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(edits, edits, (theirEdits, myEdits) => {
      const [theirs, mine] = [
        { ...before, ...theirEdits },
        { ...before, ...myEdits },
      ];
      const merged = mergedForm({ before, theirs, mine });
      for (const field of Object.keys(before) as (keyof typeof before)[]) {
        const isMine = JSON.stringify(mine[field]) !== JSON.stringify(before[field]);
        expect(merged[field]).toEqual(isMine ? mine[field] : theirs[field]);
      }
    }),
  );
});
