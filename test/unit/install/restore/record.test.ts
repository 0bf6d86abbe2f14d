import { expect, it } from 'vitest';
import { POWERS_FORM } from '../../../../src/api/powers.ts';
import { recordIn, recordOfInstall, recordText } from '../../../../src/install/restore/record.ts';
import { installOf, PINNED } from '../../../support/plans.ts';

it('an install of which nothing is made has no record', () => {
  expect(recordOfInstall(installOf())).toBeUndefined();
  expect(recordOfInstall(installOf({}, { observedGeneration: 1, conditions: [] }))).toBeUndefined();
});

it('a record is read as it was written', () => {
  const run = { group: 'batch', version: 'v1', kind: 'Job', name: 'init', template: 'abc' };
  const install = installOf(
    {},
    { template: PINNED, powers: [], powersForm: POWERS_FORM, inventory: [{ ...run, uid: 'u' }] },
  );
  const record = recordOfInstall(install);
  expect(record).toEqual({
    namespace: 'team',
    template: PINNED,
    powers: [],
    powersForm: POWERS_FORM,
    jobs: [run],
  });
  expect(record && recordIn(recordText(record))).toEqual(record);
});

it('a record has one text, in whatever order the API server gives its members', () => {
  const turned = Object.fromEntries(Object.entries(PINNED).toReversed()) as typeof PINNED;
  const texts = [PINNED, turned].map((template) => {
    const record = recordOfInstall(installOf({}, { template }));
    return record && recordText(record);
  });
  expect(texts[0]).toBe(texts[1]);
});

it('an upgrade of an earlier generation is not recorded', () => {
  const upgrade = { generation: 0, startedAt: '2026-06-01T12:00:00Z' };
  expect(recordOfInstall(installOf({}, { template: PINNED, upgrade }))?.upgrade).toBeUndefined();
});

it.each([
  undefined,
  '',
  'null',
  '[]',
  '{}',
  '{"namespace":1}',
  '{"namespace":"a","powers":7}',
  `{"namespace":"a","template":${JSON.stringify({ ...PINNED, digest: 'x'.repeat(100) })}}`,
])('what others have written is no record: %s', (text) => {
  expect(recordIn(text)).toBeUndefined();
});
