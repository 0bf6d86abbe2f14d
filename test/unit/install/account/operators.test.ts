import { expect, it } from 'vitest';
import {
  isOperators,
  marketPermissions,
  operatorRightMissing,
  verbsMissing,
} from '../../../../src/install/account/operators.ts';
import { planRights } from '../../../../src/install/account/rights.ts';
import type { MarketCaches } from '../../../../src/install/caches.ts';
import type { KubeClient } from '../../../../src/kube/client.ts';
import { ENDPOINT_SLICES } from '../../../../src/objects/endpointslice.ts';
import { INSTALLABLE } from '../../../../src/objects/installable.ts';
import { component, installOf, plannedObject, planOf } from '../../../support/plans.ts';

const SLICE = plannedObject(ENDPOINT_SLICES, 'ext-db-ipv4', {});
const PLAN = { ...planOf([[component('web')]]), shared: [SLICE] };
const ALL = ['list', 'watch', 'create', 'patch', 'delete'];

/** Operator that has verbs on EndpointSlices, and may watch them. */
function operatorWith(verbs: readonly string[], isWatching: boolean) {
  const rule = { verbs, apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'] };
  const post = async (path: string) =>
    path.endsWith('/selfsubjectrulesreviews')
      ? { status: { resourceRules: [rule] } }
      : { status: { allowed: false } };
  const made = isWatching ? [{ resource: ENDPOINT_SLICES, cache: {} }] : [];
  return { client: { post } as unknown as KubeClient, caches: { made } as unknown as MarketCaches };
}

it.each<[string, readonly string[], boolean, readonly string[]]>([
  ['all', ALL, true, []],
  ['all, since a moment ago', ALL, false, ['list', 'watch']],
  ['reading only', ['list', 'watch'], true, ['create', 'patch', 'delete']],
  ['none', [], false, ALL],
])('tells the verbs that the operator lacks: it has %s', async (_, verbs, isWatching, missing) => {
  const operator = operatorWith(verbs, isWatching);
  expect(await verbsMissing(operator, installOf(), PLAN)).toEqual(missing);
  expect(await verbsMissing(operator, installOf(), planOf([[component('web')]]))).toEqual([]);
});

it('names the right and the setting of the chart', () => {
  expect(operatorRightMissing(['create', 'patch'])).toMatchObject({
    verdict: {
      type: 'Applied',
      reason: 'RightMissing',
      message: expect.stringMatching(
        /the operator may not create, patch endpointslices\.discovery\.k8s\.io: .* config\.market\.endpoints$/,
      ),
    },
    outcome: { type: 'waiting' },
  });
});

it('the operator alone writes EndpointSlices, and the account everything else', () => {
  const kinds = [...INSTALLABLE, ENDPOINT_SLICES];
  expect(kinds.filter(isOperators)).toEqual([ENDPOINT_SLICES]);
  expect(INSTALLABLE).not.toContain(ENDPOINT_SLICES);
  expect(planRights(installOf(), PLAN, kinds).map(({ resource }) => resource)).not.toContain(
    'endpointslices',
  );
  const ofOperator = (all: typeof kinds) =>
    marketPermissions(all).filter(({ group }) => group === 'discovery.k8s.io');
  expect(ofOperator(kinds)).toEqual([{ group: 'discovery.k8s.io', resource: 'endpointslices', verbs: ALL }]);
  expect(ofOperator([...INSTALLABLE])).toEqual([]);
});
