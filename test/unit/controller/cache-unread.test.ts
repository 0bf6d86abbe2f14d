import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Cache, type Origin } from '../../../src/controller/cache.ts';
import type { ListOptions, WatchEvent, WatchOptions } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import { type KubeObject, keyOf, type ObjectList } from '../../../src/kube/object.ts';
import type { Resource } from '../../../src/kube/resource.ts';
import { type Line, recorder } from '../../support/log.ts';

interface Thing extends KubeObject {
  readonly spec: { readonly color: string; readonly values?: unknown };
}

const THINGS: Resource<Thing> = {
  group: '',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: false,
};

/** Text of a value with as many levels. */
function deep(levels: number): string {
  return `${'{"k":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

/** Object as the API server sends it. */
function thing(name: string, version: number, values = '{}', color = 'red'): Thing {
  const metadata = { name, uid: name, resourceVersion: String(version), creationTimestamp: 't' };
  return { apiVersion: 'v1', kind: 'Thing', metadata, spec: { color, values: JSON.parse(values) } };
}

/** Server whose watch tells what it is given, and lists again after a `gone`. */
class Server {
  readonly lists: ObjectList<Thing>[] = [];
  readonly #events: (WatchEvent<Thing> | 'gone')[] = [];
  #version = 1;

  list(...items: readonly Thing[]): void {
    this.#version = Math.max(this.#version, ...items.map(({ metadata }) => Number(metadata.resourceVersion)));
    this.lists.push({ metadata: { resourceVersion: String(this.#version) }, items });
  }

  async versionOf(): Promise<string> {
    return String(this.#version);
  }

  tell(...events: readonly (WatchEvent<Thing> | 'gone')[]): void {
    this.#events.push(...events);
  }

  async *pages(_: Resource<Thing>, __: ListOptions): AsyncGenerator<ObjectList<Thing>> {
    yield this.lists.shift() ?? { metadata: { resourceVersion: String(this.#version) }, items: [] };
  }

  async *watch(_: Resource<Thing>, __: string, { signal }: WatchOptions): AsyncGenerator<WatchEvent<Thing>> {
    while (!signal?.aborted) {
      const event = this.#events.shift();
      if (event === 'gone') {
        throw new KubeError({ type: 'gone' }, 'too old');
      }
      if (event === undefined) {
        await nextTurn();
      } else {
        yield event;
      }
    }
  }
}

/** Faults of readers of an object with the color. */
interface Faults {
  readonly project?: string;
  readonly index?: string;
  readonly handler?: string;
}

/** Running cache of a server, whose readers fail on objects with some colors. */
async function watching(server: Server, faults: Faults = {}) {
  const lines: Line[] = [];
  const failsOn = (object: Thing, color: string | undefined) => {
    if (object.spec.color === color) {
      throw new RangeError('Maximum call stack size exceeded');
    }
  };
  const cache = new Cache<Thing, 'color'>({
    client: server,
    resource: THINGS,
    namesUnseen: true,
    indexes: {
      color: (object) => {
        failsOn(object, faults.index);
        return [object.spec.color];
      },
    },
    project: (object) => {
      failsOn(object, faults.project);
      return object;
    },
    log: recorder(lines),
  });
  const told: string[] = [];
  cache.onChange(({ after }) => after && failsOn(after, faults.handler));
  cache.onChange(({ before, after }) => {
    told.push(
      after ? `+${after.metadata.name}@${after.metadata.resourceVersion}` : `-${before?.metadata.name}`,
    );
  });
  const stop = new AbortController();
  const running = cache.run(stop.signal);
  await cache.synced;
  return {
    cache,
    told,
    lines,
    async until(condition: () => boolean) {
      while (!condition()) {
        await nextTurn();
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

const changed = (object: Thing) => ({ type: 'MODIFIED', object }) as const;
const deleted = (object: Thing) => ({ type: 'DELETED', object }) as const;

describe('an object of which a watch does not show a field that somebody has set', () => {
  const owned = { manager: 'kubectl', fieldsV1: { 'f:spec': { 'f:color': {}, 'f:guard': {} } } };
  const whole = (version: number): Thing => {
    const object = thing('a', version);
    const metadata = { ...object.metadata, managedFields: [owned] };
    return { ...object, metadata, spec: { ...object.spec, guard: true } as Thing['spec'] };
  };
  const pruned = (version: number): Thing => ({ ...whole(version), spec: { color: 'red' } });

  it('names it, until an answer of the API server shows it, of which those who watch hear', async () => {
    const server = new Server();
    await using run = await watching(server);
    const origins: Origin[] = [];
    run.cache.onChange((_, origin) => origins.push(origin));
    server.tell(changed(pruned(2)));
    await run.until(() => run.cache.store.size === 1);
    expect(run.cache.store.get('a')?.unseen).toEqual([['guard']]);
    run.cache.wrote(whole(2));
    expect(run.cache.store.get('a')).toMatchObject({ spec: { guard: true } });
    expect(run.cache.store.get('a')).not.toHaveProperty('unseen');
    expect(origins).toEqual(['watch', 'watch']);
    run.cache.wrote(whole(2));
    server.tell(changed(pruned(2)), changed(thing('b', 3)));
    await run.until(() => run.cache.store.size === 2);
    expect(run.cache.store.get('a')).not.toHaveProperty('unseen');
  });
});

describe('an object that is deeper than anything recurses', () => {
  it('is stored without what is too deep, and the watch goes on', async () => {
    const server = new Server();
    await using run = await watching(server);
    server.tell(changed(thing('bad', 2, deep(9_000))), changed(thing('bad', 3, deep(9_000))));
    server.tell(changed(thing('other', 4)));
    await run.until(() => run.cache.store.size === 2);
    const bad = run.cache.store.get('bad');
    expect(bad?.spec).toEqual({ color: 'red' });
    expect(bad?.unread).toBe('spec.values must nest at most 64 levels deep');
    expect([run.cache.failures(), run.cache.unreadObjects(), run.told]).toEqual([
      0,
      1,
      ['+bad@2', '+bad@3', '+other@4'],
    ]);
    server.tell(changed(thing('bad', 5)));
    await run.until(() => run.told.length === 4);
    expect(run.cache.store.get('bad')?.unread).toBeUndefined();
    expect(run.cache.unreadObjects()).toBe(0);
  });

  it('leaves the changes of the others in a list after a gap', async () => {
    const server = new Server();
    server.list(thing('a', 1), thing('bad', 2, deep(9_000)), thing('gone', 3), thing('z', 4));
    await using run = await watching(server);
    expect(run.cache.store.size).toBe(4);
    server.list(thing('a', 6), thing('bad', 7, deep(9_000)), thing('z', 8));
    server.tell('gone');
    await run.until(() => run.told.length === 8);
    expect(run.told.slice(4).toSorted()).toEqual(['+a@6', '+bad@7', '+z@8', '-gone']);
    expect(run.cache.failures()).toBe(1);
  });
});

describe.each(['project', 'index'] as const)('an object on which a function fails: %s', (place) => {
  it('is left out of a watch until it is mended, and the others are not', async () => {
    const server = new Server();
    server.list(thing('bad', 1), thing('other', 2));
    await using run = await watching(server, { [place]: 'odd' });
    server.tell(changed(thing('bad', 3, '{}', 'odd')), changed(thing('other', 4)));
    await run.until(() => run.told.length === 4);
    expect(run.told.slice(2)).toEqual(['-bad', '+other@4']);
    expect(run.cache.store.list().map(keyOf)).toEqual(['other']);
    expect([run.cache.failures(), run.cache.unreadObjects()]).toEqual([0, 1]);
    expect(run.lines).toMatchObject([{ level: 'error', fields: { object: 'bad' } }]);
    server.tell(changed(thing('bad', 5)));
    await run.until(() => run.told.length === 5);
    expect(run.cache.store.by('color', 'red')).toHaveLength(2);
    expect(run.cache.unreadObjects()).toBe(0);
  });

  it.each(['first', 'later'])('is left out of a %s list, and the others are not', async (which) => {
    const server = new Server();
    if (which === 'later') {
      server.list(thing('a', 1), thing('bad', 2), thing('z', 3));
    }
    server.list(thing('a', 6), thing('bad', 7, '{}', 'odd'), thing('z', 8));
    await using run = await watching(server, { [place]: 'odd' });
    server.tell(...(which === 'later' ? (['gone'] as const) : []), changed(thing('a', 9)));
    await run.until(() => run.told.at(-1) === '+a@9');
    expect(run.cache.store.list().map(keyOf)).toEqual(['a', 'z']);
    expect(run.told).toContain('+z@8');
    expect(run.cache.unreadObjects()).toBe(1);
    server.tell(deleted(thing('bad', 10)));
    await run.until(() => run.cache.unreadObjects() === 0);
  });
});

it('tells all other handlers, and of all other objects, after one has failed', async () => {
  const server = new Server();
  await using run = await watching(server, { handler: 'odd' });
  server.tell(changed(thing('bad', 2, '{}', 'odd')), changed(thing('other', 3)));
  await run.until(() => run.told.length === 2);
  expect(run.told).toEqual(['+bad@2', '+other@3']);
  expect([run.cache.isWatching(), run.cache.failures()]).toEqual([true, 0]);
  expect(run.lines).toMatchObject([{ level: 'error', message: 'a handler of a change has failed' }]);
});
