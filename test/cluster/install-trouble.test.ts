import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionOf } from '../../src/api/condition.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { APPLICATIONS } from '../../src/objects/stoa.ts';
import { PODS } from '../../src/objects/workload.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { behaving, needs } from './support/models.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, kubectl, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

const CRASHING = behaving({ 'exit-code': '3' });

/** Images of the ready pods of a team. */
async function servingIn({ namespace }: Team): Promise<string[]> {
  const pods = await client.list(PODS, { namespace });
  return pods
    .filter(({ status }) =>
      status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
    )
    .flatMap(({ spec }) => spec.containers.map(({ image }) => image))
    .toSorted();
}

describe('a failing rollout', () => {
  it.each(['stateless_multiple', 'state_multiple'])(
    'of a %s that crashes is reported, and the next version repairs it',
    async (extend_method) => {
      const db = (version: number, some: object) =>
        templateOf([
          app('db', { extend_method, share_image: `db:${version}`, ...some }),
          app('web', needs('db')),
        ]);
      await shop.offer(extend_method, '1.0', db(1, {}));
      await shop.offer(extend_method, '2.0', db(2, CRASHING));
      await shop.offer(extend_method, '3.0', db(3, {}));
      const team = await Team.create(client);
      const install = new Install(client, team, shop, extend_method, { name: 'shop' });
      await install.apply('1.0');
      await install.condition('Ready', 'True');
      await install.apply('2.0');
      const { message } = await install.condition('Applied', 'False', 'ComponentsAbnormal');
      expect(message).toMatch(
        /^wave 1 of 2: db: .* \(container main of pod shop-db\S* exited with 3\); version 1\.0 is still in place$/,
      );
      await install.condition('Reconciling', 'True', 'ComponentsAbnormal');
      await eventually(async () =>
        expect(await install.events()).toContainEqual(
          expect.stringContaining('Warning ComponentsAbnormal: wave 1 of 2'),
        ),
      );
      const serves = extend_method === 'stateless_multiple' ? ['db:1'] : [];
      expect(await servingIn(team)).toEqual([...serves, 'registry.example.com/web:1']);
      await install.apply('3.0');
      await install.condition('Ready', 'True');
      await eventually(async () =>
        expect(await servingIn(team)).toEqual(['db:3', 'registry.example.com/web:1']),
      );
      await eventually(async () =>
        expect(await install.events()).toContainEqual('Normal Upgraded: version 3.0 is in place'),
      );
      await install.remove();
    },
  );

  it('delays all later waves, and shows what it waits for', async () => {
    const db = app('db', behaving({ ready: 'never' }));
    await shop.offer('never', '1.0', templateOf([db, app('web', needs('db'))]));
    const team = await Team.create(client);
    await eventually(async () => {
      // Before the operator has seen the namespace, it would tell in an Event that it belongs to no team.
      const { status } = await client.get(APPLICATIONS, { namespace: team.namespace, name: 'app' });
      expect(conditionOf(status, 'Accepted')?.status).toBe('True');
    });
    const install = new Install(client, team, shop, 'never');
    await install.apply();
    await eventually(async () => {
      const { message } = await install.condition('Applied', 'False', 'Progressing');
      expect(message).toBe('wave 1 of 2: db: 0 of 1 pods are available');
    });
    const { stdout } = await kubectl(['get', 'mi', '-n', team.namespace]);
    const [head = '', row = ''] = stdout.split('\n').map((line) => line.split(/\s+/).join(' '));
    expect(head).toBe('NAME MODEL VERSION WAVE COMPONENTS READY REASON AGE');
    expect(row).toMatch(/^never never 1\.0 1\/2 0\/2 False Progressing \d+s$/);
    // A slow rollout causes no Event.
    expect(await install.events()).toEqual([]);
    await install.remove();
  });
});
