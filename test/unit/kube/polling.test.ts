import { expect, it } from 'vitest';
import type { KubeClient, WatchEvent } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { PollingListerWatcher } from '../../../src/kube/polling.ts';
import { NAMESPACES } from '../../../src/objects/core.ts';

/** Namespaces by their names, of which those with a label count; each `trouble` is the answer to one question. */
function lookupIn(there: ReadonlyMap<string, KubeObject>, trouble: Error[] = []): PollingListerWatcher {
  const get = async (_: unknown, { name }: { readonly name: string }) => {
    const found = trouble.pop() ?? there.get(name) ?? new KubeError({ type: 'not-found' }, name);
    if (found instanceof Error) {
      throw found;
    }
    return found;
  };
  return new PollingListerWatcher({
    client: { get } as unknown as Pick<KubeClient, 'get'>,
    names: ['a', 'b', 'c'],
    matches: ({ metadata }) => metadata.labels?.team !== undefined,
    intervalMs: 0,
  });
}

function namespace(name: string, resourceVersion: string, labels = { team: 'x' } as object): KubeObject {
  const metadata = { name, uid: name, resourceVersion, creationTimestamp: 't', labels: { ...labels } };
  return { apiVersion: 'v1', kind: 'Namespace', metadata };
}

/** Events of a watch until its next bookmark, as `TYPE name`. */
async function news(events: AsyncGenerator<WatchEvent<KubeObject>>): Promise<string[]> {
  const { value } = await events.next();
  return value.type === 'BOOKMARK'
    ? []
    : [`${value.type} ${value.object.metadata.name}`, ...(await news(events))];
}

it('lists matching objects, and reports additions and deletions', async () => {
  const there = new Map([
    ['a', namespace('a', '1')],
    ['b', namespace('b', '1', {})],
    ['z', namespace('z', '1')],
  ]);
  const lookup = lookupIn(there);
  const pages = await Array.fromAsync(lookup.pages(NAMESPACES, {}));
  expect(pages.flatMap(({ items }) => items)).toEqual([namespace('a', '1')]);
  const events = lookup.watch(NAMESPACES, '', {});
  expect(await news(events)).toEqual(['MODIFIED a']);
  there.set('b', namespace('b', '2'));
  expect(await news(events)).toEqual(['MODIFIED a', 'ADDED b']);
  there.delete('a');
  there.set('b', namespace('b', '3', {}));
  expect(await news(events)).toEqual(['DELETED a', 'DELETED b']);
});

it('rejects with other errors, and continues from the last poll', async () => {
  const there = new Map([['a', namespace('a', '1')]]);
  const trouble: Error[] = [];
  const lookup = lookupIn(there, trouble);
  await Array.fromAsync(lookup.pages(NAMESPACES, {}));
  trouble.push(new Error('away'));
  await expect(lookup.watch(NAMESPACES, '', {}).next()).rejects.toThrow('away');
  there.clear();
  expect(await news(lookup.watch(NAMESPACES, '', {}))).toEqual(['DELETED a']);
});
