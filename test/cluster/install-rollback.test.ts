import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../src/api/marketinstall.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { CLAIMS, SECRETS, SERVICES } from '../../src/objects/core.ts';
import { PODS } from '../../src/objects/workload.ts';
import { keptSchema } from '../../src/source/kept.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { behaving, needs, serving, storing, withPassword } from './support/models.ts';
import { contentsOf, Install, Shop } from './support/shop.ts';
import { connect, Team } from './support/world.ts';

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open();
});

afterAll(() => shop.close());

const UPGRADE = { upgrade: { timeout: '3s', onFailure: 'rollback' } } as const;

/** Upgrade to a version that gets ready, however slow the machine is. */
const PATIENT = { upgrade: { timeout: '5m', onFailure: 'rollback' } } as const;

/** Offers a model whose version 2.0 has a component that never gets ready, and one more component. */
async function offer(name: string, extend_method: string): Promise<void> {
  const db = (version: number, some: object = {}) =>
    app('db', { extend_method, share_image: `db:${version}`, ...withPassword, ...storing('data'), ...some });
  const web = app('web', { ...needs('db'), ...serving('web') });
  const group = { name: 'common', injection_type: 'env', enable: true, component_keys: ['db'] };
  const app_config_groups = [{ ...group, config_items: { KEY: '**None**' } }];
  await shop.offer(name, '1.0', templateOf([db(1), web], { app_config_groups }));
  const broken = [db(2, behaving({ ready: 'never' })), web, app('extra')];
  await shop.offer(name, '2.0', templateOf(broken, { app_config_groups }));
  await shop.offer(name, '3.0', templateOf([db(3), web], { app_config_groups }));
}

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

/** Uids of the volumes, and the Secrets with data of the install. */
async function keptIn({ namespace }: Team) {
  const claims = await client.list(CLAIMS, { namespace });
  const secrets = await client.list(SECRETS, { namespace });
  return {
    claims: claims.map(({ metadata }) => metadata.uid).toSorted(),
    // What is generated for a version is kept, too: of these Secrets, the values for 1.0 count.
    generated: secrets
      .filter(({ type }) => type === 'stoa.dev/kept')
      .map(({ data = {} }) => keptSchema.parse(JSON.parse(atob(data['kept.json'] ?? ''))).secrets),
    secrets: secrets
      .filter(({ type }) => type === 'Opaque')
      .map(({ metadata, data }) => [metadata.name, metadata.uid, data]),
  };
}

function outcomesOf(history: readonly HistoryEntry[] = []): string[] {
  return history.map(({ version, outcome }) => `${version} ${outcome}`);
}

describe('an upgrade that is not ready in time', () => {
  it.each(['stateless_multiple', 'state_multiple'])(
    'of a %s goes back to the version before, and stays there until the spec changes',
    async (extend_method) => {
      const model = `rollback-${extend_method.replace('_', '-')}`;
      await offer(model, extend_method);
      const team = await Team.create(client);
      const install = new Install(client, team, shop, model, { name: 'shop', volumesOnDelete: 'delete' });
      await install.apply('1.0', UPGRADE);
      await install.condition('Ready', 'True');
      const [kept, contents] = [await keptIn(team), await contentsOf(client, team.namespace)];
      await install.apply('2.0', UPGRADE);
      const { message } = await install.condition('Stalled', 'True', 'RolledBack');
      expect(message).toMatch(
        /^version 2\.0 was not ready within 3s: wave 1 of 2: db: .*; version 1\.0 is served again, until the spec changes$/,
      );
      await eventually(async () =>
        expect(await servingIn(team)).toEqual(['db:1', 'registry.example.com/web:1']),
      );
      expect(await keptIn(team)).toEqual(kept);
      const given = await install.get();
      expect(given.spec.appModelVersion).toBe('2.0');
      expect(given.status?.serving?.version).toBe('1.0');
      const outcomes = ['1.0 Served', '2.0 RolledBack', '1.0 Served'];
      expect(outcomesOf(given.status?.history)).toEqual(outcomes);
      // The template of 2.0 stays, for another attempt.
      const withTemplate = await contentsOf(client, team.namespace);
      expect(withTemplate.filter((each) => !contents.includes(each))).toEqual([
        expect.stringMatching(/^Secret shop-template-/),
      ]);
      await eventually(async () =>
        expect(await install.events()).toContainEqual(
          expect.stringContaining('Warning RolledBack: version 2.0 was not ready within 3s'),
        ),
      );
      const target = { namespace: team.namespace, name: 'web' };
      const { uid } = (await client.get(SERVICES, target)).metadata;
      await client.delete(SERVICES, { ...target, uid });
      await eventually(async () => expect((await client.get(SERVICES, target)).metadata.uid).not.toBe(uid));
      await install.condition('Stalled', 'True', 'RolledBack');
      expect(outcomesOf((await install.get()).status?.history)).toEqual(outcomes);
      await install.apply('3.0', PATIENT);
      await install.condition('Ready', 'True');
      expect(outcomesOf((await install.get()).status?.history)).toEqual([...outcomes, '3.0 Served']);
      expect((await keptIn(team)).claims).toEqual(kept.claims);
      await install.remove();
      await eventually(async () => expect(await contentsOf(client, team.namespace)).toEqual([]));
    },
  );
});
