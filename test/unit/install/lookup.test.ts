import { beforeEach, expect, it } from 'vitest';
import { LABELS } from '../../../src/api/group.ts';
import {
  allOwned,
  findOwned,
  installsOf,
  isLeftBehind,
  type MarketCaches,
} from '../../../src/install/caches.ts';
import { leaveValues, readKept, type StoredKept, writeKept } from '../../../src/install/plan/keptsecret.ts';
import type { Writer } from '../../../src/install/writer.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { SECRETS, type Secret } from '../../../src/objects/core.ts';
import { secretData } from '../../../src/objects/secret.ts';
import { NOTHING_KEPT } from '../../../src/source/kept.ts';
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

/** Secret with allocations of an install, and what it tells of these. */
function keptSecret(uid: string, some: Partial<Secret> = {}, annotations = {}): Secret {
  const { metadata, ...secret } = labelled('team', uid, 'shop-kept', 'stoa.dev/kept');
  const data = secretData({ 'kept.json': JSON.stringify({ ...NOTHING_KEPT, secrets: { db: 'letmein' } }) });
  return { ...secret, metadata: { ...metadata, annotations }, data, ...some };
}

/** Writer whose API server has a Secret, and what is written over it. */
function writerOver(secret: Secret | undefined) {
  const other = installOf();
  caches.installs.wrote({ ...other, metadata: { ...other.metadata, name: 'aa', uid: 'aa' } });
  const written: Secret[] = [];
  const write = async (_resource: unknown, draft: Secret) => {
    written.push(draft);
    return {
      ...draft,
      metadata: { ...draft.metadata, uid: 'u', resourceVersion: '8', creationTimestamp: 't' },
    };
  };
  const get = async () => {
    if (secret === undefined) {
      throw new KubeError({ type: 'not-found' }, 'gone');
    }
    return secret;
  };
  const account = { get, replace: write, create: write };
  return { writer: { account, caches } as unknown as Writer, written };
}

const LEFT = { 'stoa.dev/values-left': 'true' };
const UNLABELLED = {
  name: 'shop-kept',
  namespace: 'team',
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: 't',
};

it.each<[string, Secret, StoredKept['type'] | 'conflict', boolean]>([
  ['its own', keptSecret('install-uid'), 'kept', false],
  ['values that a deleted install has left beside its volumes', keptSecret('gone', {}, LEFT), 'kept', true],
  ['one of a backup, which its identity names next', keptSecret('gone'), 'conflict', false],
  ['one of an install that lives', keptSecret('aa'), 'foreign', false],
  ['one of an install that lives, as if it were left', keptSecret('aa', {}, LEFT), 'foreign', false],
  ['a Secret of another type', keptSecret('gone', { type: 'Opaque' }), 'foreign', false],
  [
    'an empty one, by which a user wants new values',
    keptSecret('', { data: {}, metadata: UNLABELLED }),
    'kept',
    true,
  ],
  ['one of no install', keptSecret('', { metadata: UNLABELLED }), 'foreign', false],
])('an install finds as the Secret with its allocations %s', async (_, secret, type, isLeft) => {
  const { writer } = writerOver(secret);
  const stored = await readKept(writer, installOf()).catch((error: KubeError) => error.failure);
  expect(stored.type).toBe(type);
  if (stored.type === 'kept') {
    expect(stored.isLeft).toBe(isLeft);
  }
});

it.each([
  [
    'takes over values that are left, and forgets the record of the install before',
    keptSecret('gone', {}, LEFT),
    1,
  ],
  ['writes nothing where nothing changes', keptSecret('install-uid'), 0],
  ['keeps even that there is nothing to keep', undefined, 1],
])('a plan %s', async (_, secret, writes) => {
  const recorded = secret && { ...secret, data: { ...secret.data, 'record.json': 'e30=' } };
  const { writer, written } = writerOver(recorded);
  const stored = await readKept(writer, installOf());
  if (stored.type !== 'kept') {
    throw new Error(stored.type);
  }
  await writeKept(writer, installOf(), stored, stored.kept);
  expect(written).toHaveLength(writes);
  for (const { metadata, data } of written) {
    expect(metadata.labels).toEqual(expect.objectContaining({ [LABELS.install]: 'install-uid' }));
    expect(metadata.annotations ?? {}).toEqual({});
    expect(metadata.ownerReferences).toBeUndefined();
    expect(Object.keys(data ?? {})).toEqual(['kept.json']);
  }
});

it('a write of allocations leaves the record beside them', async () => {
  const secret = keptSecret('install-uid');
  const { writer, written } = writerOver({ ...secret, data: { ...secret.data, 'record.json': 'e30=' } });
  const stored = await readKept(writer, installOf());
  if (stored.type !== 'kept') {
    throw new Error(stored.type);
  }
  await writeKept(writer, installOf(), stored, { ...stored.kept, secrets: { db: 'other' } });
  expect(written[0]?.data?.['record.json']).toBe('e30=');
});

it('a deleted install leaves its values without the record, and none where it has none', async () => {
  const { writer, written } = writerOver(keptSecret('install-uid', {}));
  expect(await leaveValues(writer, installOf())).toBe('shop-kept');
  expect(written[0]?.metadata.annotations).toEqual(LEFT);
  const deleted: string[] = [];
  const empty = keptSecret('install-uid', {
    data: secretData({ 'kept.json': JSON.stringify(NOTHING_KEPT) }),
  });
  const { writer: other, written: none } = writerOver(empty);
  Object.assign(other.account, {
    delete: async (_resource: unknown, { name }: { readonly name: string }) => void deleted.push(name),
  });
  expect(await leaveValues(other, installOf())).toBeUndefined();
  expect([none, deleted]).toEqual([[], ['shop-kept']]);
});
