import { expect, it } from 'vitest';
import type { KubeClient } from '../../../src/kube/client.ts';
import { KubeError } from '../../../src/kube/error.ts';
import type { KubeObject } from '../../../src/kube/object.ts';
import { CONFIG_MAPS } from '../../../src/objects/core.ts';
import { reaches } from '../../support/reaches.ts';

type Event = { readonly type: 'MODIFIED' | 'DELETED'; readonly object: KubeObject };

const TARGET = { namespace: 'team', name: 'one' };

function at(resourceVersion: string): KubeObject {
  const metadata = { ...TARGET, uid: 'uid', resourceVersion, creationTimestamp: 't' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

function isAt(resourceVersion: string): (object: KubeObject) => string {
  return ({ metadata }) => {
    expect(metadata.resourceVersion).toBe(resourceVersion);
    return `at ${resourceVersion}`;
  };
}

/** A client with one list of events for each watch, which breaks after them, or hangs after the last. */
function clientOf(states: readonly (KubeObject | undefined)[], watches: readonly (readonly Event[])[]) {
  const calls: string[] = [];
  let gets = 0;
  let opened = 0;
  const client = {
    get: async () => {
      calls.push('get');
      const state = states[Math.min(gets, states.length - 1)];
      gets += 1;
      if (state === undefined) {
        throw new KubeError({ type: 'not-found' }, 'one is not there');
      }
      return state;
    },
    async *watch(_: unknown, version: string, { signal }: { readonly signal: AbortSignal }) {
      calls.push(`watch after ${version}`);
      const events = watches[opened] ?? [];
      opened += 1;
      yield* events;
      if (opened < watches.length) {
        throw new KubeError({ type: 'unreachable' }, 'the watch broke');
      }
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  };
  return { client: client as unknown as Pick<KubeClient, 'get' | 'watch'>, calls };
}

it('a state that passes is read once', async () => {
  const { client, calls } = clientOf([at('1')], []);
  expect(await reaches(client, CONFIG_MAPS, TARGET, isAt('1'))).toBe('at 1');
  expect(calls).toEqual(['get']);
});

it('a later state that passes comes by the watch', async () => {
  const { client, calls } = clientOf(
    [at('1')],
    [
      [
        { type: 'DELETED', object: at('3') },
        ...['2', '3'].map((version) => ({ type: 'MODIFIED' as const, object: at(version) })),
      ],
    ],
  );
  expect(await reaches(client, CONFIG_MAPS, TARGET, isAt('3'))).toBe('at 3');
  expect(calls).toEqual(['get', 'watch after 1']);
});

it('after a watch that breaks, and until the object exists, the state is read again', async () => {
  const { client, calls } = clientOf([undefined, at('1'), at('2')], [[], []]);
  expect(await reaches(client, CONFIG_MAPS, TARGET, isAt('2'))).toBe('at 2');
  expect(calls).toEqual(['get', 'get', 'watch after 1', 'get']);
});

it('after the timeout, the last failed check is thrown', async () => {
  const { client } = clientOf([at('1')], [[{ type: 'MODIFIED', object: at('2') }]]);
  await expect(reaches(client, CONFIG_MAPS, TARGET, isAt('3'), 50)).rejects.toThrow("expected '2' to be '3'");
});

it('if the object cannot be read in time, an error tells that', async () => {
  const get = (_resource: unknown, _target: unknown, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const client = { get } as unknown as Pick<KubeClient, 'get' | 'watch'>;
  const work = reaches(client, CONFIG_MAPS, TARGET, isAt('1'), 50);
  await expect(work).rejects.toThrow('one was not read within 50 ms');
});
