import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cache, type Origin } from '../../../src/controller/cache.ts';
import type { WatchEvent } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import { type KubeObject, keyOf, type ObjectList, splitKey } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { silent } from '../../support/log.ts';

const THINGS: Resource = { group: '', version: 'v1', plural: 'things', kind: 'Thing', namespaced: false };

/** Event of a watch, bookmarks aside. */
type ObjectEvent = Exclude<WatchEvent<KubeObject>, { type: 'BOOKMARK' }>;

/** A server in memory whose watches show what happens only when they are let to. */
class SlowServer {
  readonly objects = new Map<string, KubeObject>();
  readonly #events: ObjectEvent[] = [];
  #version = 1;
  /** Number of events that each watch has shown, by its namespace. */
  readonly #shown = new Map<string | undefined, number>();
  #allowed = 0;

  put(key: string): KubeObject {
    this.#version += 1;
    const known = this.objects.get(key);
    const uid = known?.metadata.uid ?? `${key}-${this.#version}`;
    const resourceVersion = String(this.#version);
    const { namespace, name } = splitKey(key);
    const place = namespace === '' ? {} : { namespace };
    const metadata = { name, ...place, uid, resourceVersion, creationTimestamp: 't' };
    const object = { apiVersion: 'v1', kind: 'Thing', metadata };
    this.objects.set(key, object);
    this.#events.push({ type: known ? 'MODIFIED' : 'ADDED', object });
    return object;
  }

  delete(key: string): KubeObject | undefined {
    const object = this.objects.get(key);
    if (object !== undefined) {
      this.#version += 1;
      this.objects.delete(key);
      const metadata = { ...object.metadata, resourceVersion: String(this.#version) };
      this.#events.push({ type: 'DELETED', object: { ...object, metadata } });
    }
    return object;
  }

  /** Lets the watches show one event more, or all. */
  allow(count: number): void {
    this.#allowed = Math.min(this.#allowed + count, this.#events.length);
  }

  get pending(): boolean {
    return [...this.#shown.values()].some((shown) => shown < this.#events.length);
  }

  async *pages(): AsyncGenerator<ObjectList<never>> {
    yield { metadata: { resourceVersion: '1' }, items: [] };
  }

  async versionOf(): Promise<string> {
    return String(this.#version);
  }

  async *watch(
    _: Resource,
    __: string,
    { signal, namespace }: { signal?: AbortSignal | undefined; namespace?: string | undefined } = {},
  ): AsyncGenerator<never> {
    while (!signal?.aborted) {
      const shown = this.#shown.get(namespace) ?? 0;
      const event = shown < this.#allowed ? this.#events[shown] : undefined;
      this.#shown.set(namespace, event === undefined ? shown : shown + 1);
      if (event === undefined) {
        await nextTurn();
      } else if (namespace === undefined || namespace === event.object.metadata.namespace) {
        yield event as never;
      }
    }
  }
}

function versions(objects: Iterable<KubeObject>): string[] {
  return [...objects].map((each) => `${keyOf(each)}@${each.metadata.resourceVersion}`).toSorted();
}

it.each([
  ['the cluster', undefined, ['a', 'b']],
  ['namespaces', ['x', 'y'], ['x/a', 'y/a', 'y/b']],
] as const)(
  'of %s, shows its own writes at once, never goes behind them, and ends as the server',
  async (_, namespaces, keys) => {
    const action = fc.record({
      what: fc.constantFrom('foreign put', 'foreign delete', 'own put', 'own delete', 'show one'),
      name: fc.constantFrom(...keys),
    });
    const resource = { ...THINGS, namespaced: namespaces !== undefined };
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (script) => {
        const server = new SlowServer();
        const cache = new Cache({ client: server, resource, namespaces, indexes: {}, log: silent });
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
  },
);

it('reports each change once, whether the own write or the watch event comes first', async () => {
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

it('keeps the instance of a repeated object and of an equal spec', async () => {
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

it('ends with the objects of the second list when the first one breaks', async () => {
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
    versionOf: async () => '9',
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

describe('of named namespaces', () => {
  const NAMESPACED = { ...THINGS, namespaced: true };

  /** Lists of namespaces, each shown when it is set; every watch of `x` ends at once as too old. */
  class Lists {
    readonly lists: Record<string, PromiseWithResolvers<readonly string[]>> = {
      x: Promise.withResolvers(),
      y: Promise.withResolvers(),
    };
    version = 10;

    async *pages(_: Resource, { namespace = '' }: { namespace?: string | undefined }) {
      const keys = (await this.lists[namespace]?.promise) ?? [];
      const items = keys.map((name) => {
        const { metadata, ...rest } = specified(name, '5', 'red');
        return { ...rest, metadata: { ...metadata, namespace } };
      });
      yield { metadata: { resourceVersion: String(this.version) }, items: items as never[] };
    }

    async versionOf(): Promise<string> {
      return String(this.version);
    }

    async *watch(
      _: Resource,
      __: string,
      options: { namespace?: string | undefined; signal?: AbortSignal | undefined },
    ): AsyncGenerator<never> {
      if (options.namespace === 'x') {
        throw new KubeError({ type: 'gone' }, 'too old');
      }
      yield* new SlowServer().watch(THINGS, '', options);
    }
  }

  it('is synced after the last of their lists, and a relist of one leaves the others unchanged', async () => {
    const client = new Lists();
    const cache = new Cache({
      client,
      resource: NAMESPACED,
      namespaces: ['x', 'y'],
      indexes: {},
      log: silent,
    });
    const stop = new AbortController();
    const running = cache.run(stop.signal);
    const gone = new Promise<string>((resolve) => {
      cache.onChange(({ before, after }) => (before && !after ? resolve(keyOf(before)) : undefined));
    });
    let synced = false;
    void cache.synced.then(() => {
      synced = true;
    });
    client.lists.x?.resolve(['a', 'b']);
    while (cache.store.size < 2) {
      await nextTurn();
    }
    expect([synced, cache.isWatching()]).toEqual([false, false]);
    client.lists.x = Promise.withResolvers();
    client.lists.y?.resolve(['a']);
    await cache.synced;
    client.version = 20;
    client.lists.x.resolve(['b']);
    expect(await gone).toBe('x/a');
    expect(versions(cache.store.list())).toEqual(['x/b@5', 'y/a@5']);
    stop.abort();
    await running;
  });

  it('is synced at once without namespaces', async () => {
    const client = new Lists();
    const cache = new Cache({ client, resource: NAMESPACED, namespaces: [], indexes: {}, log: silent });
    await cache.synced;
    await cache.run(new AbortController().signal);
    expect([cache.isWatching(), cache.lastSeenMs()]).toEqual([true, 0]);
  });
});
