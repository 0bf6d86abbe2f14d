import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { ignoreNotFound } from '../../src/kube/error.ts';
import { pathOf } from '../../src/kube/resource.ts';
import { NAMESPACES } from '../../src/objects/core.ts';
import { MARKET_INSTALL_TYPE, MARKET_INSTALLS } from '../../src/objects/stoa.ts';
import { contentsOf, Install, Shop } from '../cluster/support/shop.ts';
import { connect } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { attacks, by } from './support/attack.ts';
import { type Member, newMember } from './support/member.ts';

let administrator: KubeClient;
let shop: Shop;

beforeAll(async () => {
  administrator = await connect();
  shop = await Shop.open();
  await shop.offer('web', '1.0', templateOf([app('web')]));
});

afterAll(() => shop.close());

/** JSON with a value inside of others. */
function nested(open: string, close: string, levels: number): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

const TOO_DEEP = 'spec.values must nest at most 64 levels deep';
const TOO_MANY = 'spec.values must have at most 100000 values';

/** Values as JSON, and why the operator refuses them; it reads those without a reason. */
const CONTENTS: Readonly<Record<string, readonly [values: string, refusal?: string]>> = {
  maps: [nested('{"k":', '}', 3_000), TOO_DEEP],
  lists: [`{"k":${nested('[', ']', 9_000)}}`, TOO_DEEP],
  items: [`{"k":[${'0,'.repeat(500_000)}0]}`, TOO_MANY],
  members: [`{${Array.from({ length: 110_000 }, (_, at) => `"k${at}":0`).join()}}`, TOO_MANY],
  text: [`{"k":"${'x'.repeat(1_300_000)}"}`],
  name: [`{"${'k'.repeat(1_300_000)}":1}`],
  names: ['{"__proto__":{"toString":1},"constructor":{"prototype":[]},"hasOwnProperty":null,"then":{},"":0}'],
  characters: ['{"k":"\\u0000\\ud800\\udc00\\udc00\\ud800","\\ufffe\\u202e":"\\u001b[2J"}'],
};

/** Creates an install whose values are JSON that `JSON.stringify` need not be able to write. */
async function createInstall({ client, team }: Member, name: string, values: string): Promise<void> {
  const { namespace } = team;
  const market = { url: shop.store.url, domain: 'here' };
  const spec = { appId: 1, market, appModelId: 'web', appModelVersion: '1.0', values: '@' };
  const text = JSON.stringify({ ...MARKET_INSTALL_TYPE, metadata: { name, namespace }, spec });
  const body = Buffer.from(text.replace('"@"', () => values));
  await client.post(pathOf(MARKET_INSTALLS, { namespace }), body);
}

/** Number of lists and watches of installs that have failed. */
async function failures(): Promise<string | undefined> {
  const metrics = await (await fetch(inject('cluster').operatorMetricsUrl)).text();
  return /^stoa_watch_failures\{resource="marketinstalls"\} (.*)$/m.exec(metrics)?.[1];
}

/** Condition Accepted of an install: its status, and the message where it is False. */
async function acceptance({ client, team }: Member, name: string) {
  const { status } = await client.get(MARKET_INSTALLS, { namespace: team.namespace, name });
  const accepted = status?.conditions?.find(({ type }) => type === 'Accepted');
  return [accepted?.status, accepted?.status === 'False' ? accepted.message : undefined];
}

/** A team installs the model, and the install is ready. */
async function installed(member: Member): Promise<Install> {
  const install = new Install(member.client, member.team, shop, 'web', { name: 'shop' });
  await install.apply();
  await install.condition('Ready', 'True');
  return install;
}

async function deleteNamespace({ team }: Member): Promise<void> {
  const target = { name: team.namespace };
  const { uid } = (await administrator.get(NAMESPACES, target)).metadata;
  await administrator.delete(NAMESPACES, { ...target, uid });
  await eventually(async () =>
    expect(await ignoreNotFound(administrator.get(NAMESPACES, target))).toBeUndefined(),
  );
}

attacks(
  'No object of one team touches what others get',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no watch fails, each install says why, and its namespace can be deleted',
      does: 'creates installs with values at the limits of the API server',
      async run() {
        const hostile = await newMember(administrator);
        const before = await failures();
        expect(before).toBeDefined();
        for (const [name, [values, refusal]] of Object.entries(CONTENTS)) {
          await createInstall(hostile, name, values);
          await eventually(async () =>
            expect(await acceptance(hostile, name)).toEqual(
              refusal === undefined ? ['True', undefined] : ['False', refusal],
            ),
          );
        }
        await installed(await newMember(administrator));
        expect(await failures()).toBe(before);
        await deleteNamespace(hostile);
      },
    },
    {
      mustNotHappen: 'its objects stay, and its deletion takes them along',
      does: 'gives an install that is in place values that are too deep',
      async run() {
        const hostile = await newMember(administrator);
        const { namespace } = hostile.team;
        const before = await contentsOf(administrator, namespace);
        const install = await installed(hostile);
        const { inventory = [] } = (await install.get()).status ?? {};
        await install.apply('1.0', { values: JSON.parse(nested('{"k":', '}', 3_000)) });
        const { message } = await install.condition('Accepted', 'False', 'Invalid');
        expect(message).toContain(TOO_DEEP);
        expect((await install.get()).status?.inventory).toEqual(inventory);
        await install.remove();
        await eventually(async () => expect(await contentsOf(administrator, namespace)).toEqual(before));
      },
    },
  ]),
);
