import { beforeEach, expect, it } from 'vitest';
import { LABELS } from '../../../src/api/group.ts';
import {
  allOwned,
  findOwned,
  installsOf,
  isLeftBehind,
  type MarketCaches,
} from '../../../src/install/caches.ts';
import { readKept, writeKept } from '../../../src/install/plan/keptsecret.ts';
import type { Writer } from '../../../src/install/writer.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { SECRETS, type Secret } from '../../../src/objects/core.ts';
import { marketCaches } from '../../support/marketcaches.ts';
import { installOf } from '../../support/plans.ts';

let caches: MarketCaches;

beforeEach(() => {
  caches = marketCaches([SECRETS]);
  caches.installs.wrote(installOf());
});

/** A Secret with the label of an install. */
function labelled(namespace: string, uid: string, name = 'note', type = 'Opaque'): Secret {
  const labels = { [LABELS.install]: uid };
  const metadata = { name, namespace, uid: `${namespace}-${name}`, resourceVersion: '7', labels };
  return { apiVersion: 'v1', kind: 'Secret', metadata: { ...metadata, creationTimestamp: 't' }, type };
}

it('an object belongs to an install of its own namespace only, whatever its label says', () => {
  const [own, foreign] = [labelled('team', 'install-uid'), labelled('stranger', 'install-uid')];
  for (const secret of [own, foreign]) {
    caches.made[0]?.cache.wrote(secret);
  }
  const names = (objects: readonly KubeObject[]) => objects.map(({ metadata }) => metadata.uid);
  expect(names(allOwned(caches, installOf(), SECRETS))).toEqual(['team-note']);
  expect(findOwned(caches, installOf(), SECRETS, 'note')?.metadata.uid).toBe('team-note');
  expect(names(installsOf(caches, own))).toEqual(['install-uid']);
  expect(installsOf(caches, foreign)).toEqual([]);
  expect([own, foreign, labelled('team', 'gone')].map((each) => isLeftBehind(caches, each))).toEqual([
    false,
    true,
    true,
  ]);
});

it.each<[string, Secret, boolean]>([
  ['deletes allocations of a deleted install', labelled('team', 'gone', 'shop-kept', 'stoa.dev/kept'), true],
  ['keeps allocations of an install that lives', labelled('team', 'aa', 'shop-kept', 'stoa.dev/kept'), false],
  ['keeps a Secret of another type', labelled('team', 'gone', 'shop-kept'), false],
])('an install that finds the Secret with its allocations %s', async (_, secret, isDeleted) => {
  const other = installOf();
  caches.installs.wrote({ ...other, metadata: { ...other.metadata, name: 'aa', uid: 'aa' } });
  const deleted: string[] = [];
  const account = {
    get: async () => secret,
    delete: async (_resource: unknown, { name }: { readonly name: string }) => void deleted.push(name),
  };
  const writer = { account, caches } as unknown as Writer;
  const stored = await readKept(writer, installOf());
  expect(stored.type).toBe(isDeleted ? 'kept' : 'foreign');
  expect(deleted).toEqual([]);
  if (stored.type === 'kept') {
    await writeKept(writer, installOf(), stored, stored.kept);
  }
  expect(deleted).toEqual(isDeleted ? ['shop-kept'] : []);
});
