import { expect, it } from 'vitest';
import type { WatchEvent } from '../../../src/kube/client.ts';
import { MatchingListerWatcher } from '../../../src/kube/matching.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { NAMESPACES } from '../../../src/objects/core.ts';
import { namespaceOf } from '../../support/names.ts';

/** Names of the listed objects, and the events of the watch, through a filter on the name. */
async function seen(items: readonly KubeObject[], events: readonly WatchEvent<KubeObject>[]) {
  const client = {
    pages: async function* () {
      yield { metadata: { resourceVersion: '7' }, items };
    },
    watch: async function* () {
      yield* events;
    },
  };
  const matching = new MatchingListerWatcher(client as never, ({ metadata }) => metadata.name !== 'out');
  const [page] = await Array.fromAsync(matching.pages(NAMESPACES, {}));
  const watched = await Array.fromAsync(matching.watch(NAMESPACES, '7', {}));
  return {
    version: page?.metadata.resourceVersion,
    names: page?.items.map(({ metadata }) => metadata.name),
    events: watched.map((event) =>
      event.type === 'BOOKMARK' ? event.type : `${event.type} ${event.object.metadata.name}`,
    ),
  };
}

it('lists and watches what matches, and reports what matches no more as deleted', async () => {
  const [inside, outside] = [namespaceOf('in'), namespaceOf('out')];
  expect(
    await seen(
      [inside, outside],
      [
        { type: 'ADDED', object: inside },
        { type: 'MODIFIED', object: outside },
        { type: 'ADDED', object: outside },
        { type: 'DELETED', object: inside },
        { type: 'BOOKMARK', resourceVersion: '9' },
      ],
    ),
  ).toEqual({
    version: '7',
    names: ['in'],
    events: ['ADDED in', 'DELETED out', 'DELETED out', 'DELETED in', 'BOOKMARK'],
  });
});
