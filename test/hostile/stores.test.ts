import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { contentsOf, Install, Shop } from '../cluster/support/shop.ts';
import { connect, TESTER } from '../cluster/support/world.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { attacks, by } from './support/attack.ts';
import { newMember } from './support/member.ts';

const LOOT = 'the-loot';

let administrator: KubeClient;
/** The store that the key is for, and one of an attacker's, which asks everybody for a key. */
let own: Shop;
let foreign: Shop;
/** Keys that the attacker's store has been sent. */
const stolen: (string | undefined)[] = [];

beforeAll(async () => {
  administrator = await connect();
  own = await Shop.open({ accessKey: LOOT });
  foreign = await Shop.open({ onRequest: (request) => stolen.push(request.get('authorization')) });
  await Promise.all([own, foreign].map((shop) => shop.offer('web', '1.0', templateOf([app('web')]))));
});

afterAll(() => Promise.all([own.close(), foreign.close()]));

interface Key {
  readonly namespace: string;
  readonly name: string;
  readonly key: string;
  readonly value?: string;
  readonly annotations?: Readonly<Record<string, string>>;
}

function store({ key, value = LOOT, annotations = {}, ...names }: Key): Promise<unknown> {
  const metadata = { ...names, annotations };
  const data = { [key]: Buffer.from(value).toString('base64') };
  return administrator.apply(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, data }, TESTER);
}

function bindingTo(shop: Shop): Readonly<Record<string, string>> {
  return { 'stoa.dev/access-key-for': new URL(shop.store.url).origin };
}

/** Waits until Stoa has either refused to send a key, or has asked the store. */
function decided(install: Install, asked: () => boolean): Promise<void> {
  return eventually(async () => {
    const { status } = await install.get();
    const refused = status?.conditions?.some(
      ({ type, status: holds }) => type === 'TemplateResolved' && holds === 'False',
    );
    expect(asked() || refused).toBe(true);
  });
}

/** Installs a model from a store with a key of the namespace. */
async function installWith(shop: Shop, { key, ...others }: Partial<Key>, model = 'web') {
  const member = await newMember(administrator);
  const { namespace } = member.team;
  await store({ namespace, name: 'store', key: key ?? 'accessKey', ...others });
  const accessKeySecretRef = { name: 'store', ...(key === undefined ? {} : { key }) };
  const market = { url: shop.store.url, domain: 'here', accessKeySecretRef };
  const install = new Install(member.client, member.team, shop, model, { name: 'shop', market });
  await install.apply();
  return { member, install };
}

attacks(
  'An access key goes to the store that it is for',
  by('team', 'edit in its own namespace', [
    {
      mustNotHappen: 'no other Secret of the namespace is sent to a store',
      does: 'names the password of a database as the key of a store of its own',
      async run() {
        const { install } = await installWith(foreign, { key: 'password' });
        await decided(install, () => stolen.includes(LOOT));
        expect(stolen).not.toContain(LOOT);
      },
    },
    {
      mustNotHappen: 'no key is sent to another store',
      does: 'redirects an install to a store of its own',
      async run() {
        const { install } = await installWith(own, { annotations: bindingTo(own) });
        await install.condition('Ready', 'True');
        const market = {
          url: foreign.store.url,
          domain: 'here',
          accessKeySecretRef: { name: 'store' },
        };
        await install.apply('2.0', { market });
        await decided(install, () => stolen.includes(LOOT));
        expect(stolen).not.toContain(LOOT);
      },
    },
  ]),
);

/** Texts of a model in which a store repeats the key that it was sent. */
const ECHOES: Readonly<Record<string, string>> = {
  plain: `Bearer ${LOOT}`,
  escaped: JSON.stringify({ key: LOOT }).replace('the', String.raw`\u0074\u0068\u0065`),
  base64: Buffer.from(`token: ${LOOT}`).toString('base64'),
  percent: LOOT.replace('-', '%2d'),
};

/** The store sends the key back as the name of a component and as the value of an env. */
async function offerEchoes(): Promise<void> {
  for (const [form, text] of Object.entries(ECHOES)) {
    const envs = { service_env_map_list: [{ attr_name: 'NOTE', attr_value: text }] };
    await own.offer(`echo-${form}`, '1.0', templateOf([app('web', { service_cname: text, ...envs })]));
  }
}

attacks(
  'An access key stays between the Secret and the store',
  by('model', 'the answer of a store that was sent a key', [
    {
      mustNotHappen: 'no user who may only view the namespace reads the key',
      does: 'repeats the key in a name and in an env, as it is and encoded',
      async run() {
        await offerEchoes();
        const { member, install } = await installWith(own, { annotations: bindingTo(own) });
        await install.condition('Ready', 'True');
        const market = { url: own.store.url, domain: 'here', accessKeySecretRef: { name: 'store' } };
        const { namespace } = member.team;
        const before = await contentsOf(administrator, namespace);
        for (const [form, text] of Object.entries(ECHOES)) {
          const echo = new Install(member.client, member.team, own, `echo-${form}`, { market });
          await echo.apply();
          await echo.condition('TemplateResolved', 'False', 'AccessKeyEchoed');
          const told = JSON.stringify([await echo.get(), await echo.events()]);
          expect([LOOT, text].filter((each) => told.includes(each))).toEqual([]);
          expect(await contentsOf(administrator, namespace)).toEqual(before);
        }
      },
    },
  ]),
);

attacks(
  'A key and the model of its store take no CPU time from others',
  by('team', 'a store of its own', [
    {
      mustNotHappen: 'no other team waits while Stoa looks for the key in the model',
      does: 'chooses a long key and a large model that agree nearly everywhere',
      async run() {
        // Noise, without which the answer would be refused as one that decompresses to too much.
        const name = randomBytes(60_000).toString('base64') + 'a'.repeat(4_000_000);
        await foreign.offer('same', '1.0', templateOf([app('web', { service_cname: name })]));
        const long = { value: `ab${'a'.repeat(12_000)}`, annotations: bindingTo(foreign) };
        const { install } = await installWith(foreign, long, 'same');
        await eventually(() => expect(stolen).toContain(long.value));
        const { install: neighbour } = await installWith(own, { annotations: bindingTo(own) });
        await neighbour.condition('Ready', 'True');
        await install.condition('TemplateResolved', 'False', 'AccessKeyEchoed');
      },
    },
  ]),
);
