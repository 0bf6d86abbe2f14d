import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createControllerMetrics } from '../../../../src/controller/metrics.ts';
import { createSecretController } from '../../../../src/gateway/secrets/controller.ts';
import type { ListOptions } from '../../../../src/kube/client.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import type { Resource } from '../../../../src/kube/resource.ts';
import { namesOnly, SECRETS, type Secret } from '../../../../src/objects/core.ts';
import { eventually } from '../../../support/eventually.ts';
import { silent } from '../../../support/log.ts';
import { passwordLine, secretData } from '../../../support/passwords.ts';
import { ruleOf } from '../../../support/rules.ts';
import { Simulation } from '../../../support/simulation.ts';

const ADA = passwordLine('ada', 'enigma');

/** A controller beside Secrets of the namespace `team`, which a test may change. */
function reading(existing: Readonly<Record<string, string>>) {
  const world = new Simulation();
  const asked: string[] = [];
  const woken: string[] = [];
  const secrets = new Map(Object.entries(existing));
  let version = 1;
  const stored = (name: string): Secret => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name,
      namespace: 'team',
      uid: `uid-${name}`,
      resourceVersion: `${version++}`,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    ...secretData({ users: secrets.get(name) ?? '' }),
  });
  const client = {
    list: async <T extends KubeObject>(_: Resource<T>, { fieldSelector = '' }: ListOptions = {}) => {
      const name = fieldSelector.replace('metadata.name=', '');
      asked.push(name);
      return (secrets.has(name) ? [stored(name)] : []) as unknown as T[];
    },
  };
  const controller = createSecretController(world.from, {
    client,
    log: silent,
    metrics: createControllerMetrics(new Registry()),
    onChange: (rules) => woken.push(...rules.map(({ metadata }) => metadata.name)),
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  void controller.run(stop.signal, stop.signal);
  return {
    world,
    asked,
    woken,
    /** Stores a Secret, or deletes it, and tells the watch of it. */
    change: (name: string, file: string | undefined) => {
      const { secretNames } = world.caches;
      if (file === undefined) {
        secrets.delete(name);
        secretNames.deleted(secretNames.store.get(`team/${name}`) as KubeObject);
      } else {
        secrets.set(name, file);
        secretNames.wrote(namesOnly(SECRETS)(stored(name)));
      }
    },
    reading: (name: string) => {
      const state = world.from.secrets.stateOf(`team/${name}`);
      return state?.type === 'found' ? state.passwords.traefik.type : state?.type;
    },
  };
}

const guarded = (name: string, secretName: string) =>
  ruleOf({ policy: { basicAuth: { secretName } } }, { name, uid: `uid-${name}` });

it('reads the Secrets that rules name, once each, and wakes the rules', async () => {
  const { world, asked, woken, reading: found } = reading({ users: ADA, words: 'word' });
  world.caches.rules.wrote(guarded('a', 'users'));
  world.caches.rules.wrote(guarded('b', 'admins'));
  world.caches.rules.wrote(guarded('d', 'words'));
  world.caches.rules.wrote(ruleOf({}, { name: 'c', uid: 'uid-c' }));
  await eventually(() => expect(woken.toSorted()).toEqual(['a', 'b', 'd']));
  expect(['users', 'admins', 'words'].map(found)).toEqual(['usable', 'missing', 'unusable']);
  expect(asked.toSorted()).toEqual(['admins', 'users', 'words']);
});

it('reads a Secret again when it changes, appears or vanishes, and wakes rules for what is news', async () => {
  const { world, asked, woken, change, reading: found } = reading({ users: ADA });
  world.caches.rules.wrote(guarded('a', 'users'));
  await eventually(() => expect(woken).toEqual(['a']));
  change('users', `${ADA}\n`);
  await eventually(() => expect(asked).toHaveLength(2));
  expect(woken).toEqual(['a']);
  change('users', 'word');
  await eventually(() => expect(found('users')).toBe('unusable'));
  change('users', undefined);
  await eventually(() => expect(found('users')).toBe('missing'));
  change('users', ADA);
  await eventually(() => expect(found('users')).toBe('usable'));
  expect(woken).toEqual(['a', 'a', 'a', 'a']);
});

it('reads no Secret that no rule names, and forgets one that no rule names any more', async () => {
  const { world, asked, change, reading: found } = reading({ users: ADA, keys: ADA });
  const rule = guarded('a', 'users');
  world.caches.rules.wrote(rule);
  await eventually(() => expect(found('users')).toBe('usable'));
  change('keys', 'word');
  world.caches.rules.deleted(rule);
  await eventually(() => expect(found('users')).toBeUndefined());
  expect(asked).toEqual(['users']);
});
