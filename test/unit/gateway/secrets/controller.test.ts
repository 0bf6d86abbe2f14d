import { Registry } from 'prom-client';
import { expect, it, onTestFinished } from 'vitest';
import { createControllerMetrics } from '../../../../src/controller/metrics.ts';
import { createSecretController } from '../../../../src/gateway/secrets/controller.ts';
import type { ListOptions } from '../../../../src/kube/client.ts';
import type { KubeObject } from '../../../../src/kube/object.ts';
import { eventually } from '../../../support/eventually.ts';
import { silent } from '../../../support/log.ts';
import { ruleOf } from '../../../support/rules.ts';
import { Simulation } from '../../../support/simulation.ts';

/** A controller beside Secrets that exist, by their keys. */
function looking(existing: readonly string[]) {
  const world = new Simulation();
  const asked: (string | undefined)[] = [];
  const woken: string[] = [];
  const client = {
    listMetadata: async (_: unknown, { namespace, fieldSelector = '' }: ListOptions = {}) => {
      asked.push(fieldSelector);
      const name = fieldSelector.replace('metadata.name=', '');
      return existing.includes(`${namespace}/${name}`) ? [{} as KubeObject] : [];
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
  return { world, controller, asked, woken };
}

const guarded = (name: string, secretName: string) =>
  ruleOf({ policy: { basicAuth: { secretName } } }, { name, uid: `uid-${name}` });

it('looks for the Secrets that rules name, and wakes the rules', async () => {
  const { world, asked, woken } = looking(['team/users', 'other/admins']);
  world.caches.rules.wrote(guarded('a', 'users'));
  world.caches.rules.wrote(guarded('b', 'admins'));
  world.caches.rules.wrote(ruleOf({}, { name: 'c', uid: 'uid-c' }));
  await eventually(() => expect(woken.toSorted()).toEqual(['a', 'b']));
  expect(world.from.secrets.exists('team/users')).toBe(true);
  expect(world.from.secrets.exists('team/admins')).toBe(false);
  expect(asked.toSorted()).toEqual(['metadata.name=admins', 'metadata.name=users']);
});

it('wakes no rule where nothing is new, and forgets a Secret that no rule names', async () => {
  const { world, controller, asked, woken } = looking(['team/users']);
  const rule = guarded('a', 'users');
  world.caches.rules.wrote(rule);
  await eventually(() => expect(asked).toHaveLength(1));
  controller.queue.add('team/users', 'user');
  await eventually(() => expect(asked).toHaveLength(2));
  expect(woken).toEqual(['a']);
  world.caches.rules.deleted(rule);
  await eventually(() => expect(world.from.secrets.size).toBe(0));
  expect(asked).toHaveLength(2);
});
