import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HistoryLostError } from '../../../src/controller/history.ts';
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
const present = (version: string) => ({ type: 'present', version }) as const;

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
    expect(reached(half, failed)).toEqual({ phase: 'pausing', relists: true, failures: 1 });
    expect(reached(half, failed, { type: 'paused' })).toEqual({ phase: 'listing', first: true, failures: 1 });
  });

  it('tracks the version of events and bookmarks', () => {
    expect(reached(listed, { type: 'changed', object: object('a', 9) })).toMatchObject({ version: '9' });
    expect(reached(listed, { type: 'deleted', object: object('a', 10) })).toMatchObject({ version: '10' });
    expect(reached(listed, { type: 'bookmark', version: '11' })).toMatchObject({ version: '11' });
  });

  it('resumes a broken watch at its version, and relists if the version is gone', () => {
    expect(reached(listed, failed, { type: 'paused' })).toEqual({
      phase: 'resuming',
      version: '7',
      failures: 1,
    });
    expect(reached(listed, failed, { type: 'paused' }, present('7'))).toEqual({
      phase: 'watching',
      version: '7',
      failures: 1,
    });
    expect(reached(listed, gone, { type: 'paused' })).toEqual({
      phase: 'listing',
      first: true,
      version: '7',
      failures: 1,
    });
  });

  it('is lost on a server that is at an earlier version, before a watch and in a list', () => {
    const ended = { type: 'ended', livedMs: HEALTHY_MS } as const;
    const lost = { phase: 'lost', version: '7', present: '6' };
    expect(reached(listed, ended, present('6'))).toMatchObject(lost);
    expect(reached(listed, failed, { type: 'paused' }, present('6'))).toMatchObject(lost);
    const again = step<KubeObject>(reached(listed, gone, { type: 'paused' }), { ...listed, version: '6' });
    expect(again).toEqual({ state: expect.objectContaining(lost) });
    expect(step(again.state, listed)).toEqual({ state: again.state });
  });

  it('asks a server without versions for none', () => {
    expect(reached({ ...listed, version: '' }, failed, { type: 'paused' }, present(''))).toMatchObject({
      phase: 'watching',
    });
    expect(reached(listed, failed, { type: 'paused' }, present(''))).toMatchObject({ phase: 'watching' });
  });

  it('counts failures until a watch has been healthy', () => {
    const resumed = [listed, failed, { type: 'paused' }, present('7')] as const;
    expect(reached(listed, failed, { type: 'paused' }, failed)).toMatchObject({ failures: 2, relists: true });
    expect(reached(...resumed, failed)).toMatchObject({ failures: 2 });
    expect(reached(...resumed, { type: 'ended', livedMs: 1 })).toMatchObject({ failures: 2 });
    expect(reached(...resumed, { type: 'ended', livedMs: HEALTHY_MS })).toEqual({
      phase: 'resuming',
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

  /** Goes back to the state at a version, or starts there as if all before and after had been compacted. */
  rewind(to: Server, bumpTo = 0): void {
    this.objects.clear();
    for (const [name, each] of to.objects) {
      this.objects.set(name, each);
    }
    this.#history = bumpTo > 0 ? [] : [...to.#history];
    this.version = Math.max(to.version, bumpTo);
    this.#oldest = bumpTo > 0 ? this.version : to.#oldest;
  }

  /** Server in the same state. */
  copy(): Server {
    const copy = new Server();
    copy.rewind(this);
    return copy;
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
    case 'resuming':
      return { type: 'present', version: String(server.version) };
    case 'pausing':
      return { type: 'paused' };
    case 'lost':
      throw new Error('the server has never gone back');
  }
}

/** A reflector that hears a server, and the store that it fills. */
class Hearing {
  readonly store = new Store<KubeObject>({}, (_, error) => {
    throw error;
  });
  state: ReflectorState = INITIAL;

  feed(event: ReflectorEvent<KubeObject>): void {
    const { state, effect } = step(this.state, event);
    this.state = state;
    if (effect?.type === 'listed') {
      this.store.replace(effect.items, effect.complete ?? '');
    } else if (effect?.type === 'put') {
      this.store.put(effect.object);
    } else if (effect?.type === 'remove') {
      this.store.remove(effect.key, effect.version);
    }
  }

  hear(server: Server): void {
    this.feed(heard(server, this.state));
  }
}

function versionsOf(objects: Iterable<KubeObject>): readonly string[] {
  return [...objects].map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).toSorted();
}

it('ends in the state of the server, for any writes, breaks and compactions', () => {
  const action = fc.record({
    what: fc.constantFrom('write', 'remove', 'hear', 'cut', 'end', 'compact'),
    name: fc.constantFrom('a', 'b', 'c'),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), (script) => {
      const server = new Server();
      const hearing = new Hearing();
      const play = {
        write: (name: string) => server.write(name, false),
        remove: (name: string) => server.write(name, true),
        hear: () => hearing.hear(server),
        cut: () => hearing.feed({ type: 'failed', gone: false }),
        end: () => hearing.feed({ type: 'ended', livedMs: 0 }),
        compact: () => server.compact(),
      } as const;
      for (const { what, name } of script) {
        play[what as keyof typeof play](name);
      }
      for (let round = 0; round < 200; round += 1) {
        hearing.hear(server);
      }
      expect(versionsOf(hearing.store.list())).toEqual(versionsOf(server.objects.values()));
    }),
  );
});

it.each([
  ['its versions', 0],
  ['versions that were added', 1000],
] as const)(
  'on a server that was restored with %s, is lost, or ends in the state of the server',
  (_, bumpTo) => {
    const action = fc.record({
      what: fc.constantFrom('write', 'remove', 'hear'),
      name: fc.constantFrom('a', 'b', 'c'),
    });
    const script = fc.array(action, { maxLength: 20 });
    fc.assert(
      fc.property(script, script, script, (before, between, after) => {
        const server = new Server();
        const hearing = new Hearing();
        const play = (actions: typeof before) => {
          for (const { what, name } of actions) {
            if (what === 'hear') {
              hearing.hear(server);
            } else {
              server.write(name, what === 'remove');
            }
          }
        };
        const isLost = () => {
          try {
            for (let round = 0; round < 60 && hearing.state.phase !== 'lost'; round += 1) {
              hearing.hear(server);
            }
            return hearing.state.phase === 'lost';
          } catch (error) {
            expect(error).toBeInstanceOf(HistoryLostError);
            return true;
          }
        };
        play(before);
        const earlier = server.copy();
        play(between);
        server.rewind(earlier, bumpTo);
        // The server is away between two attempts at least.
        for (const event of [failed, { type: 'paused' }, failed] as const) {
          hearing.feed(event);
        }
        play(after.filter(({ what }) => what !== 'hear'));
        if (!isLost()) {
          expect(versionsOf(hearing.store.list())).toEqual(versionsOf(server.objects.values()));
        }
      }),
    );
  },
);
