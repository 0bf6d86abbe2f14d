import { expect, it } from 'vitest';
import { LABELS } from '../../../src/api/group.ts';
import { cacheOf, type MarketCaches } from '../../../src/install/caches.ts';
import { JobRuns } from '../../../src/install/inventory.ts';
import { FIELD_MANAGER } from '../../../src/install/owned.ts';
import { applyAll, deleteObject, type Writer } from '../../../src/install/writer.ts';
import type { ObjectDraft } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { AppliedObjects } from '../../../src/objects/applies.ts';
import { DEPLOYMENTS, STATEFUL_SETS } from '../../../src/objects/workload.ts';
import { marketCaches } from '../../support/marketcaches.ts';
import { installOf, plannedObject } from '../../support/plans.ts';

const INSTALL = installOf();
const SEEN = new Map([['db', 'seen']]);

/** Caches with one StatefulSet of the install; without a selector, none. */
function cachesWith(selector: string | undefined): MarketCaches {
  const caches = marketCaches([STATEFUL_SETS, DEPLOYMENTS]);
  if (selector !== undefined) {
    const { draft } = plannedObject(STATEFUL_SETS, 'db', { spec: specOf(selector) });
    const labels = { [LABELS.install]: INSTALL.metadata.uid };
    const metadata = { uid: 'seen', resourceVersion: '1', creationTimestamp: 't', labels };
    cacheOf(caches, STATEFUL_SETS)?.wrote({ ...draft, metadata: { ...draft.metadata, ...metadata } });
  }
  return caches;
}

function specOf(selector: string, replicas?: number) {
  return { selector: { matchLabels: { app: selector } }, ...(replicas === undefined ? {} : { replicas }) };
}

it.each<[string, string | undefined, Resource, ReadonlyMap<string, string>, string[]]>([
  ['changes the set that the plan has seen', 'db', STATEFUL_SETS, SEEN, ['apply db seen']],
  ['creates none in its place where it is gone', undefined, STATEFUL_SETS, SEEN, ['apply db seen']],
  ['creates the set of a plan that has seen none', undefined, STATEFUL_SETS, new Map(), ['apply db -']],
  ['creates a set again', 'other', STATEFUL_SETS, SEEN, ['delete db seen', 'apply db -']],
  ['creates another workload of the name', undefined, DEPLOYMENTS, SEEN, ['apply db -']],
])('a write %s', async (_, standing, resource, seen, expected) => {
  const calls: string[] = [];
  const account = {
    apply: async (_resource: Resource, draft: ObjectDraft) => {
      const { name, uid } = draft.metadata;
      calls.push(`apply ${name} ${uid ?? '-'}`);
      const metadata = { ...draft.metadata, uid: uid ?? 'new', resourceVersion: '2', creationTimestamp: 't' };
      return { ...draft, metadata };
    },
    delete: async (_resource: Resource, { name, uid }: { readonly name: string; readonly uid: string }) => {
      calls.push(`delete ${name} ${uid}`);
    },
  };
  const signal = new AbortController().signal;
  const applies = new AppliedObjects(FIELD_MANAGER);
  const writer = {
    account,
    caches: cachesWith(standing),
    applies,
    jobs: new JobRuns(),
    signal,
  } as unknown as Writer;
  await applyAll(writer, INSTALL, [plannedObject(resource, 'db', { spec: specOf('db', 1) })], seen);
  expect(calls).toEqual(expected);
});

it('a deletion counts as a write of this process until the cache has it, so that its event wakes nothing', async () => {
  const log: string[] = [];
  const cache = {
    writing: async (key: string, work: () => Promise<void>) => {
      log.push(`begins ${key}`);
      await work();
      log.push('ends');
    },
    deleted: () => log.push('left the cache'),
  };
  const account = { delete: async () => log.push('deleted') };
  const caches = { made: [{ resource: DEPLOYMENTS, cache }] };
  const { draft } = plannedObject(DEPLOYMENTS, 'db', {});
  const metadata = { ...draft.metadata, uid: 'seen', resourceVersion: '1', creationTimestamp: 't' };
  const writer = { account, caches } as unknown as Writer;
  await deleteObject(writer, DEPLOYMENTS, { ...draft, metadata });
  expect(log).toEqual(['begins team/db', 'deleted', 'left the cache', 'ends']);
});
