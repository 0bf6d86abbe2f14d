import { expect, it } from 'vitest';
import { LABELS } from '../../../src/api/group.ts';
import { type Writer, writeExclusively } from '../../../src/install/writer.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { ENDPOINT_SLICES } from '../../../src/objects/endpointslice.ts';
import { installOf, plannedObject } from '../../support/plans.ts';

const SLICE = plannedObject(ENDPOINT_SLICES, 'ext-db-ipv4', { addressType: 'IPv4' });
const { draft } = SLICE;

/** Labels of the EndpointSlice of an install; those of Kubernetes have the label of another manager. */
const labelsOf = (owner: string, manager = 'stoa.dev') => ({
  [LABELS.install]: owner,
  'endpointslice.kubernetes.io/managed-by': manager,
});

/** Stored EndpointSlice with labels. */
function sliceOf(uid: string, owner?: string, manager?: string): KubeObject {
  const labels = owner === undefined ? {} : labelsOf(owner, manager);
  const metadata = { resourceVersion: '1', creationTimestamp: '2026-06-01T12:00:00Z', uid, labels };
  return { ...draft, metadata: { ...draft.metadata, ...metadata } };
}

/** Result and calls of a write in a cluster that holds an object of the name, while the cache holds `cached`. */
async function write(there: KubeObject | undefined, cached?: KubeObject) {
  const calls: string[] = [];
  const client = {
    create: async () => {
      calls.push('create');
      if (there !== undefined) {
        throw new KubeError({ type: 'already-exists' }, 'exists');
      }
      return sliceOf('new', 'install-uid');
    },
    listMetadata: async (_: unknown, { fieldSelector }: { readonly fieldSelector: string }) => {
      calls.push(`list ${fieldSelector}`);
      return there === undefined ? [] : [there];
    },
    apply: async (_: unknown, { metadata }: KubeObject) => {
      calls.push(`apply to ${metadata.uid}`);
      if (metadata.uid !== (there?.metadata.uid ?? 'new')) {
        throw new KubeError({ type: 'conflict' }, 'uid');
      }
      return { ...draft, metadata };
    },
  } as unknown as KubeClient;
  const writer = { client, signal: AbortSignal.timeout(60_000) } as Writer;
  const error = await writeExclusively(writer, installOf(), SLICE, cached).then(
    () => undefined,
    (reason: KubeError) => reason.failure.type,
  );
  return { calls, error };
}

const LIST = 'list metadata.name=ext-db-ipv4';

it.each<[string, KubeObject | undefined, KubeObject | undefined, string[], string | undefined]>([
  ['creates what is not there', undefined, undefined, ['create', 'apply to new'], undefined],
  [
    'applies to its own that the cache does not have yet',
    sliceOf('a', 'install-uid'),
    undefined,
    ['create', LIST, 'apply to a'],
    undefined,
  ],
  ['applies to its own', sliceOf('a', 'install-uid'), sliceOf('a', 'install-uid'), ['apply to a'], undefined],
  ['leaves that of nobody', sliceOf('b'), undefined, ['create', LIST], 'invalid'],
  ['leaves that of another install', sliceOf('b', 'other'), undefined, ['create', LIST], 'invalid'],
  [
    'leaves that of Kubernetes, which has the labels of a Service',
    sliceOf('b', 'install-uid', 'endpointslice-controller.k8s.io'),
    undefined,
    ['create', LIST],
    'invalid',
  ],
  [
    'leaves one that has replaced its own meanwhile',
    sliceOf('b'),
    sliceOf('a', 'install-uid'),
    ['apply to a'],
    'conflict',
  ],
])('the operator %s', async (_, there, cached, calls, error) => {
  expect(await write(there, cached)).toEqual({ calls, error });
});
