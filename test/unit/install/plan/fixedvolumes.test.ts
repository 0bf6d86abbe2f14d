import { expect, it } from 'vitest';
import { blockedBy } from '../../../../src/install/plan/problem.ts';
import { fixedVolumes } from '../../../../src/install/plan/volumes.ts';
import { component } from '../../../support/plans.ts';

const STORED = { storageClassName: 'fast', resources: { requests: { storage: '10Gi' } } };

function messagesOf(claim: { readonly size?: string; readonly storageClass?: string }, stored?: object) {
  const { size, storageClass } = claim;
  const overriddenClaims = [{ path: 'data', name: 'db-data', size, storageClass }];
  const waves = [[{ ...component('db'), overriddenClaims }]];
  const problems = fixedVolumes({ waves }, () => stored as Record<string, unknown> | undefined);
  return problems.map((problem) => blockedBy(problem, 0).verdict.message);
}

it.each([
  [{}, []],
  [{ size: '10Gi', storageClass: 'fast' }, []],
  [{ size: '10240Mi' }, []],
  [
    { size: '5Gi' },
    ['data.size: the volume exists with 10Gi, so set that or leave it out; volumes never shrink'],
  ],
  [
    { size: '20Gi' },
    [
      'data.size: the volume exists with 10Gi, so set that or leave it out; to have more, resize PersistentVolumeClaim db-data',
    ],
  ],
  [
    { storageClass: 'slow' },
    [
      'data.storageClass: the volume exists with fast, so set that or leave it out; the class of a volume cannot change',
    ],
  ],
])('%j of a volume that exists: %j', (claim, messages) => {
  expect(messagesOf(claim, STORED)).toEqual(messages);
});

it('sets anything for a volume that does not exist yet', () => {
  expect(messagesOf({ size: '5Gi', storageClass: 'slow' })).toEqual([]);
});

it('ignores components whose volumes are as the model has them', () => {
  expect(fixedVolumes({ waves: [[component('db')]] }, () => STORED)).toEqual([]);
});
