import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Cache, type Origin } from '../../../src/controller/cache.ts';
import type { WatchEvent } from '../../../src/kube/client.ts';
import type { KubeObject, ObjectList } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { silent } from '../../support/log.ts';

const THINGS: Resource = { group: '', version: 'v1', plural: 'things', kind: 'Thing', namespaced: false };

/** A server in memory whose watch shows what happens only when it is let to. */
class SlowServer {
  readonly objects = new Map<string, KubeObject>();
  readonly #events: WatchEvent<KubeObject>[] = [];
  #version = 1;
  #shown = 0;
  #allowed = 0;

  put(name: string): KubeObject {
    this.#version += 1;
    const known = this.objects.get(name);
    const uid = known?.metadata.uid ?? `${name}-${this.#version}`;
    const resourceVersion = String(this.#version);
    const metadata = { name, uid, resourceVersion, creationTimestamp: 't' };
    const object = { apiVersion: 'v1', kind: 'Thing', metadata };
    this.objects.set(name, object);
    this.#events.push({ type: known ? 'MODIFIED' : 'ADDED', object });
    return object;
  }

  delete(name: string): KubeObject | undefined {
    const object = this.objects.get(name);
    if (object !== undefined) {
      this.#version += 1;
      this.objects.delete(name);
      const metadata = { ...object.metadata, resourceVersion: String(this.#version) };
      this.#events.push({ type: 'DELETED', object: { ...object, metadata } });
    }
    return object;
  }

  /** Lets the watch show one event more, or all. */
  allow(count: number): void {
    this.#allowed = Math.min(this.#allowed + count, this.#events.length);
  }

  get pending(): boolean {
    return this.#shown < this.#events.length;
  }

  async *pages(): AsyncGenerator<ObjectList<never>> {
    yield { metadata: { resourceVersion: '1' }, items: [] };
  }

  async *watch(
    _: Resource,
    __: string,
    options?: { signal?: AbortSignal | undefined },
  ): AsyncGenerator<never> {
    while (!options?.signal?.aborted) {
      const event = this.#shown < this.#allowed ? this.#events[this.#shown] : undefined;
      if (event === undefined) {
        await nextTurn();
      } else {
        this.#shown += 1;
        yield event as never;
      }
    }
  }
}

function versions(objects: Iterable<KubeObject>): string[] {
  return [...objects].map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).toSorted();
}

it('shows its own writes at once, never goes behind them, and ends as the server', async () => {
  const action = fc.record({
    what: fc.constantFrom('foreign put', 'foreign delete', 'own put', 'own delete', 'show one'),
    name: fc.constantFrom('a', 'b'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (script) => {
      const server = new SlowServer();
      const cache = new Cache({ client: server, resource: THINGS, indexes: {}, log: silent });
      const stop = new AbortController();
      const running = cache.run(stop.signal);
      await cache.synced;
      const play = {
        'foreign put': (name: string) => void server.put(name),
        'foreign delete': (name: string) => void server.delete(name),
        'own put': (name: string) => {
          const written = server.put(name);
          cache.wrote(written);
          expect(cache.store.get(name)).toEqual(written);
        },
        'own delete': (name: string) => {
          const seen = cache.store.get(name);
          if (seen?.metadata.uid === server.objects.get(name)?.metadata.uid && seen !== undefined) {
            server.delete(name);
            cache.deleted(seen);
            expect(cache.store.get(name)).toBeUndefined();
          }
        },
        'show one': () => server.allow(1),
      };
      for (const { what, name } of script) {
        play[what as keyof typeof play](name);
        await nextTurn();
        await nextTurn();
      }
      server.allow(1000);
      while (server.pending) {
        await nextTurn();
      }
      await nextTurn();
      expect(versions(cache.store.list())).toEqual(versions(server.objects.values()));
      stop.abort();
      await running;
    }),
    { numRuns: 60 },
  );
});

it('tells each change once, whether its own write or the watch was first', async () => {
  const server = new SlowServer();
  const cache = new Cache({ client: server, resource: THINGS, indexes: {}, log: silent });
  const told: [string, Origin][] = [];
  cache.onChange(({ after }, origin) => told.push([after?.metadata.resourceVersion ?? '', origin]));
  const stop = new AbortController();
  const running = cache.run(stop.signal);
  await cache.synced;
  cache.wrote(server.put('a'));
  server.allow(1);
  while (server.pending) {
    await nextTurn();
  }
  const late = server.put('a');
  server.allow(1);
  while (server.pending) {
    await nextTurn();
  }
  await nextTurn();
  cache.wrote(late);
  expect(told).toEqual([
    ['2', 'write'],
    ['3', 'watch'],
  ]);
  stop.abort();
  await running;
});

/** A stored object with a spec, in some version. */
function specified(name: string, resourceVersion: string, color: string, ready = false) {
  const metadata = { name, uid: name, resourceVersion, creationTimestamp: 't' };
  return { apiVersion: 'v1', kind: 'Thing', metadata, spec: { color }, status: { ready } };
}

it('keeps what has not changed: the object that a watch repeats, and a spec that says the same', async () => {
  const server = new SlowServer();
  const cache = new Cache({ client: server, resource: THINGS, indexes: {}, log: silent });
  const stop = new AbortController();
  const running = cache.run(stop.signal);
  await cache.synced;
  const spec = () => (cache.store.get('a') as ReturnType<typeof specified> | undefined)?.spec;
  cache.wrote(specified('a', '5', 'red'));
  const first = spec();
  cache.wrote(specified('a', '6', 'red', true));
  expect(spec()).toBe(first);
  cache.wrote(specified('a', '7', 'blue', true));
  expect(spec()).toEqual({ color: 'blue' });
  stop.abort();
  await running;
});

it('ends a first list that broke and was begun anew with what the second one shows', async () => {
  const page = (version: string, items: readonly KubeObject[]): ObjectList<never> => ({
    metadata: { resourceVersion: version },
    items: items as never[],
  });
  let lists = 0;
  const client = {
    async *pages(): AsyncGenerator<ObjectList<never>> {
      lists += 1;
      if (lists === 1) {
        const { metadata, items } = page('5', [specified('gone', '2', 'red'), specified('kept', '3', 'red')]);
        yield { metadata: { ...metadata, continue: 'more' }, items };
        throw new Error('cut');
      }
      yield page('9', [specified('kept', '3', 'red'), specified('new', '8', 'red')]);
    },
    watch: (_: Resource, __: string, options?: { signal?: AbortSignal | undefined }) =>
      new SlowServer().watch(THINGS, '', options),
  };
  const cache = new Cache({ client, resource: THINGS, indexes: {}, log: silent });
  const told: string[] = [];
  cache.onChange(({ before, after }) =>
    told.push(after ? `+${after.metadata.name}` : `-${before?.metadata.name}`),
  );
  const stop = new AbortController();
  const running = cache.run(stop.signal);
  await cache.synced;
  expect(versions(cache.store.list())).toEqual(['kept@3', 'new@8']);
  expect(told).toEqual(['+gone', '+kept', '+new', '-gone']);
  stop.abort();
  await running;
});
