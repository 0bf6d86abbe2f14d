import { expect, it } from 'vitest';
import { FINALIZER, releaseInstalls, removeFinalizer } from '../../../../src/install/remove/finalizer.ts';
import type { Writer } from '../../../../src/install/writer.ts';
import type { KubeClient, PatchOperation } from '../../../../src/kube/client.ts';
import { KubeError } from '../../../../src/kube/error.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import type { MarketInstall } from '../../../../src/objects/stoa.ts';
import { installOf } from '../../../support/plans.ts';

/** Install of the API server, with finalizers of some writers. */
function held(finalizers: readonly string[], name = 'shop'): MarketInstall {
  const { metadata, ...install } = installOf();
  return { ...install, metadata: { ...metadata, name, finalizers } };
}

/** Object after operations on its finalizers. Throws KubeError where a test among them fails. */
function patched(before: KubeObject, operations: readonly PatchOperation[]): KubeObject {
  const finalizers = [...(before.metadata.finalizers ?? [])];
  for (const operation of operations) {
    const at = Number(operation.path.split('/').at(-1));
    const found = operation.path === '/metadata/uid' ? before.metadata.uid : finalizers[at];
    if (operation.op === 'test' && found !== operation.value) {
      throw new KubeError({ type: 'invalid', causes: [] }, 'testing value failed');
    }
    if (operation.op === 'remove') {
      finalizers.splice(at, 1);
    }
  }
  return { ...before, metadata: { ...before.metadata, finalizers } };
}

/** Server with installs, which takes patches as the API server does; `refuse` says why it refuses one. */
function serverOf(
  installs: readonly MarketInstall[],
  refuse: (attempt: number, operations: readonly PatchOperation[]) => KubeError | undefined = () => undefined,
) {
  const stored = new Map<string, KubeObject>(installs.map((each) => [each.metadata.name, each]));
  const patches: (readonly PatchOperation[])[] = [];
  const client = {
    read: async () => ({
      items: [
        {
          metadata: { name: 'stoa.dev' },
          versions: [{ version: 'v1alpha1', resources: [{ resource: 'marketinstalls' }] }],
        },
      ],
    }),
    listMetadata: async (_resource: unknown, { fieldSelector = '' }: { readonly fieldSelector?: string }) =>
      [...stored.values()].filter(({ metadata }) =>
        fieldSelector === '' ? true : fieldSelector === `metadata.name=${metadata.name}`,
      ),
    patch: async (
      _resource: unknown,
      { name }: { readonly name: string },
      operations: readonly PatchOperation[],
    ) => {
      patches.push(operations);
      const refusal = refuse(patches.length, operations);
      if (refusal !== undefined) {
        throw refusal;
      }
      const before = stored.get(name);
      if (before === undefined) {
        throw new KubeError({ type: 'not-found' }, 'gone');
      }
      const after = patched(before, operations);
      stored.set(name, after);
      return after;
    },
  } as unknown as KubeClient;
  const left = (name = 'shop') => stored.get(name)?.metadata.finalizers;
  const change = (install: MarketInstall) => stored.set(install.metadata.name, install);
  return { client, stored, patches, left, change };
}

function writerOf(client: KubeClient) {
  const wrote: KubeObject[] = [];
  const caches = { installs: { wrote: (object: KubeObject) => wrote.push(object) } };
  const writer = { client, caches, signal: new AbortController().signal } as unknown as Writer;
  return { writer, wrote };
}

it.each([
  ['alone', [FINALIZER], []],
  [
    'among those of others',
    ['a.example.com/x', FINALIZER, 'b.example.com/y'],
    ['a.example.com/x', 'b.example.com/y'],
  ],
])('a finalizer goes, whoever has written it: %s', async (_, before, after) => {
  const { client, left } = serverOf([held(before)]);
  const { writer, wrote } = writerOf(client);
  await removeFinalizer(writer, held(before));
  expect(left()).toEqual(after);
  expect(wrote).toHaveLength(1);
});

it('finds the finalizer at its new place, and leaves those that others have added meanwhile', async () => {
  const { client, left } = serverOf([held(['a.example.com/x', FINALIZER])]);
  await removeFinalizer(writerOf(client).writer, held([FINALIZER]));
  expect(left()).toEqual(['a.example.com/x']);
});

it('leaves another install of the name as it is', async () => {
  const { client, left, change } = serverOf([]);
  const other = held([FINALIZER]);
  change({ ...other, metadata: { ...other.metadata, uid: 'other' } });
  await removeFinalizer(writerOf(client).writer, held([FINALIZER]));
  expect(left()).toEqual([FINALIZER]);
});

it('makes an object smaller that is too large to be written', async () => {
  const tooLarge = new KubeError({ type: 'refused', status: 500 }, 'etcdserver: request is too large');
  const isCut = (operations: readonly PatchOperation[]) =>
    operations.some(({ op, path }) => op === 'replace' && path === '/metadata/managedFields');
  const { client, left } = serverOf([held([FINALIZER])], (_, each) => (isCut(each) ? undefined : tooLarge));
  await removeFinalizer(writerOf(client).writer, held([FINALIZER]));
  expect(left()).toEqual([]);
});

it('keeps what is known of the writers of an object that is not too large', async () => {
  const { client, patches } = serverOf([held([FINALIZER])]);
  await removeFinalizer(writerOf(client).writer, held([FINALIZER]));
  expect(patches.flat().map(({ path }) => path)).not.toContain('/metadata/managedFields');
});

it('tells which installs are released, and fails where one is not', async () => {
  const refused = new KubeError({ type: 'forbidden' }, 'a policy says no');
  const installs = ['one', 'two', 'three'].map((name) => held([FINALIZER], name));
  const { client, left } = serverOf(installs, (attempt) => (attempt === 2 ? refused : undefined));
  const released: string[] = [];
  const releasing = releaseInstalls(client, [], ({ metadata }) => released.push(metadata.name));
  await expect(releasing).rejects.toThrow('a policy says no');
  expect(released).toEqual(['one', 'three']);
  expect(left('two')).toEqual([FINALIZER]);
});
