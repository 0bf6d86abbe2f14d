import { describe, expect, it } from 'vitest';
import type { Grants } from '../../../../src/api/grants.ts';
import { LABELS } from '../../../../src/api/group.ts';
import type { MarketCaches } from '../../../../src/install/caches.ts';
import { claimProblems, foreignClaims, mayAdopt } from '../../../../src/install/plan/volumes.ts';
import type { Writer } from '../../../../src/install/writer.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { CLAIMS } from '../../../../src/objects/core.ts';
import { STATEFUL_SETS } from '../../../../src/objects/workload.ts';
import { component, installOf, plannedObject, planOf } from '../../../support/plans.ts';

/** Caches in which the install of the tests and one other exist. */
const CACHES = {
  installs: {
    store: {
      by: (_: string, uid: string) =>
        ['install-uid', 'other'].includes(uid) ? [{ metadata: { namespace: 'team' } }] : [],
    },
  },
  made: [],
} as unknown as MarketCaches;

function set(name: string) {
  const volumeClaimTemplates = [{ metadata: { name: 'data' } }];
  return plannedObject(STATEFUL_SETS, name, { spec: { volumeClaimTemplates } });
}

/** Claim as a list of metadata has it; `owner` is the uid of an install. */
function claim(name: string, owner?: string): KubeObject {
  const labels = owner === undefined ? {} : { [LABELS.install]: owner };
  const metadata = {
    name,
    namespace: 'team',
    uid: name,
    resourceVersion: '1',
    creationTimestamp: '',
    labels,
  };
  return { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata };
}

describe('claims that a new StatefulSet would mount by their names', () => {
  const workloads = { components: [set('shop-db')], brought: [set('mysql')] };

  it.each<[string, KubeObject, 'usable' | 'refused', Grants?]>([
    ['one of nobody', claim('data-shop-db-0'), 'refused'],
    ['one of nobody, granted', claim('data-shop-db-0'), 'usable', { claims: ['data-shop-db-0'] }],
    ['one of nobody, another granted', claim('data-shop-db-0'), 'refused', { claims: ['data-shop-db-1'] }],
    ['one of nobody, for a brought set', claim('data-mysql-7'), 'refused'],
    [
      'one of nobody, for a brought set, granted',
      claim('data-mysql-7'),
      'usable',
      { claims: ['data-mysql-7'] },
    ],
    ['one of another install', claim('data-shop-db-0', 'other'), 'refused'],
    ['an own one', claim('data-mysql-0', 'install-uid'), 'usable'],
    ['one that a deleted install has left to a component', claim('data-shop-db-0', 'gone'), 'usable'],
    ['one that a deleted install has left, for a brought set', claim('data-mysql-0', 'gone'), 'refused'],
    ['one of another set', claim('data-other-0'), 'usable'],
  ])('%s', (_, existing, expected, grants = {}) => {
    const refused = [{ type: 'not-granted', claim: existing.metadata.name }];
    expect(foreignClaims(CACHES, installOf({ grants }), workloads, [existing])).toEqual(
      expected === 'refused' ? refused : [],
    );
  });

  it('are looked for where a plan has such a set, of its components or not', async () => {
    const listed: unknown[] = [];
    const client = {
      listMetadata: async (_: unknown, { namespace }: { readonly namespace: string }) => {
        listed.push(namespace);
        return [claim('data-shop-db-0'), claim('data-mysql-0')];
      },
    };
    const charge = (work: () => unknown) => work();
    const writer = { client, caches: CACHES, charge } as unknown as Writer;
    const without = planOf([[component('web')]]);
    await expect(claimProblems(writer, installOf(), without)).resolves.toEqual([]);
    expect(listed).toEqual([]);
    const plan = { ...planOf([[{ ...component('db'), workload: set('shop-db') }]]), shared: [set('mysql')] };
    await expect(claimProblems(writer, installOf(), plan)).resolves.toEqual([
      { type: 'not-granted', claim: 'data-shop-db-0' },
      { type: 'not-granted', claim: 'data-mysql-0' },
    ]);
  });
});

it('a volume that a model brings along takes over none without a grant, because it has any name', () => {
  const [brought, own] = ['mysql-data', 'shop-web-data'].map((name) => plannedObject(CLAIMS, name, {}));
  if (brought === undefined || own === undefined) {
    throw new Error('unreachable');
  }
  const plan = { ...planOf([[{ ...component('web'), objects: [own] }]]), shared: [brought] };
  const granting = installOf({ grants: { claims: ['mysql-data'] } });
  expect(mayAdopt(installOf(), plan, brought)).toBe(false);
  expect(mayAdopt(granting, plan, brought)).toBe(true);
  expect(mayAdopt(installOf(), plan, own)).toBe(true);
});
