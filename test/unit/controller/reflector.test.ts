import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  HEALTHY_MS,
  INITIAL,
  type ReflectorEvent,
  type ReflectorState,
  step,
} from '../../../src/controller/reflector.ts';
import { Store } from '../../../src/controller/store.ts';
import type { KubeObject } from '../../../src/kube/object.ts';

function object(name: string, version: number): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name, uid: name, resourceVersion: String(version), creationTimestamp: 't' },
  };
}

function reached(...events: ReflectorEvent<KubeObject>[]): ReflectorState {
  return events.reduce<ReflectorState>((state, event) => step(state, event).state, INITIAL);
}

const listed = { type: 'page', items: [object('a', 5)], version: '7', last: true } as const;
const failed = { type: 'failed', gone: false } as const;
const gone = { type: 'failed', gone: true } as const;

describe('step', () => {
  it('passes on the pages of a list, and marks the last as complete', () => {
    const first = step(INITIAL, { type: 'page', items: [object('a', 1)], version: '7', last: false });
    expect(first.effect).toEqual({
      type: 'listed',
      items: [object('a', 1)],
      first: true,
      complete: undefined,
    });
    const last = step(first.state, { type: 'page', items: [object('b', 2)], version: '7', last: true });
    expect(last.effect).toEqual({ type: 'listed', items: [object('b', 2)], first: false, complete: '7' });
    expect(last.state).toEqual({ phase: 'watching', version: '7', failures: 0 });
  });

  it('restarts the list after a failed page', () => {
    const half = { type: 'page', items: [object('a', 1)], version: '7', last: false } as const;
    expect(reached(half, failed)).toEqual({ phase: 'pausing', failures: 1 });
    expect(reached(half, failed, { type: 'paused' })).toEqual({ phase: 'listing', first: true, failures: 1 });
  });

  it('tracks the version of events and bookmarks', () => {
    expect(reached(listed, { type: 'changed', object: object('a', 9) })).toMatchObject({ version: '9' });
    expect(reached(listed, { type: 'deleted', object: object('a', 10) })).toMatchObject({ version: '10' });
    expect(reached(listed, { type: 'bookmark', version: '11' })).toMatchObject({ version: '11' });
  });

  it('resumes a broken watch at its version, and relists if the version is gone', () => {
    expect(reached(listed, failed, { type: 'paused' })).toEqual({
      phase: 'watching',
      version: '7',
      failures: 1,
    });
    expect(reached(listed, gone, { type: 'paused' })).toEqual({ phase: 'listing', first: true, failures: 1 });
  });

  it('counts failures until a watch has been healthy', () => {
    expect(reached(listed, failed, { type: 'paused' }, failed)).toMatchObject({ failures: 2 });
    expect(reached(listed, failed, { type: 'paused' }, { type: 'ended', livedMs: 1 })).toMatchObject({
      failures: 2,
    });
    expect(reached(listed, failed, { type: 'paused' }, { type: 'ended', livedMs: HEALTHY_MS })).toEqual({
      phase: 'watching',
      version: '7',
      failures: 0,
    });
  });

  it('ignores events that do not fit its state', () => {
    expect(step(INITIAL, { type: 'bookmark', version: '1' })).toEqual({ state: INITIAL });
    expect(step(INITIAL, { type: 'paused' })).toEqual({ state: INITIAL });
    const watching = reached(listed);
    expect(step(watching, listed)).toEqual({ state: watching });
  });
});

/** A server with a history: lists show its present, watches what came after a version, old ones are gone. */
class Server {
  version = 1;
  readonly objects = new Map<string, KubeObject>();
  #history: { readonly version: number; readonly event: ReflectorEvent<KubeObject> }[] = [];
  #oldest = 0;

  write(name: string, remove: boolean): void {
    this.version += 1;
    const written = object(name, this.version);
    if (remove && !this.objects.delete(name)) {
      return;
    }
    if (!remove) {
      this.objects.set(name, written);
    }
    this.#history.push({
      version: this.version,
      event: { type: remove ? 'deleted' : 'changed', object: written },
    });
  }

  compact(): void {
    this.#history = [];
    this.#oldest = this.version;
  }

  since(version: number): ReflectorEvent<KubeObject> {
    if (version < this.#oldest) {
      return { type: 'failed', gone: true };
    }
    const next = this.#history.find((entry) => entry.version > version);
    return next?.event ?? { type: 'bookmark', version: String(this.version) };
  }
}

/** Event that a reflector in `state` hears next. */
function heard(server: Server, state: ReflectorState): ReflectorEvent<KubeObject> {
  switch (state.phase) {
    case 'listing':
      return {
        type: 'page',
        items: [...server.objects.values()],
        version: String(server.version),
        last: true,
      };
    case 'watching':
      return server.since(Number(state.version));
    case 'pausing':
      return { type: 'paused' };
  }
}

it('ends in the state of the server, for any writes, breaks and compactions', () => {
  const action = fc.record({
    what: fc.constantFrom('write', 'remove', 'hear', 'cut', 'end', 'compact'),
    name: fc.constantFrom('a', 'b', 'c'),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), (script) => {
      const server = new Server();
      const store = new Store<KubeObject>({}, (_, error) => {
        throw error;
      });
      let state: ReflectorState = INITIAL;
      const feed = (event: ReflectorEvent<KubeObject>) => {
        const next = step(state, event);
        state = next.state;
        if (next.effect?.type === 'listed') {
          store.replace(next.effect.items, next.effect.complete ?? '');
        } else if (next.effect?.type === 'put') {
          store.put(next.effect.object);
        } else if (next.effect?.type === 'remove') {
          store.remove(next.effect.key, next.effect.version);
        }
      };
      const play = {
        write: (name: string) => server.write(name, false),
        remove: (name: string) => server.write(name, true),
        hear: () => feed(heard(server, state)),
        cut: () => feed({ type: 'failed', gone: false }),
        end: () => feed({ type: 'ended', livedMs: 0 }),
        compact: () => server.compact(),
      } as const;
      for (const { what, name } of script) {
        play[what as keyof typeof play](name);
      }
      for (let round = 0; round < 200; round += 1) {
        feed(heard(server, state));
      }
      const versions = (objects: Iterable<KubeObject>) =>
        [...objects].map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).toSorted();
      expect(versions(store.list())).toEqual(versions(server.objects.values()));
    }),
  );
});
