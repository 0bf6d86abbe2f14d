import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANNOTATIONS } from '../../src/api/group.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { app, templateOf } from '../support/template.ts';
import { Install, Shop } from './support/shop.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

const KEY = 'open sesame';

/** Longer than Stoa's interval for state that no watch reports. */
const SOME_TIME = 90_000;

let client: KubeClient;
let shop: Shop;

beforeAll(async () => {
  client = await connect();
  shop = await Shop.open({ accessKey: KEY });
  await shop.offer('web', '1.0', templateOf([app('web')]));
});

afterAll(() => shop.close());

function installWith(team: Team, accessKeySecretRef?: { name: string; key?: string }): Install {
  const market = { url: shop.store.url, domain: 'here', ...(accessKeySecretRef && { accessKeySecretRef }) };
  return new Install(client, team, shop, 'web', { market });
}

async function secret(
  { namespace }: Team,
  data: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>> = { [ANNOTATIONS.accessKeyFor]: shop.store.url },
): Promise<void> {
  const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
  const draft = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'store', namespace, annotations } };
  await client.apply(SECRETS, { ...draft, data: Object.fromEntries(encoded) }, TESTER);
}

describe('the access key', () => {
  it.concurrent('may come later: the install waits for its Secret and the key in it', async () => {
    const team = await Team.create(client);
    const install = installWith(team, { name: 'store', key: 'token' });
    await install.apply();
    const first = await install.condition('TemplateResolved', 'False', 'AccessKeyNotFound');
    expect(first.message).toBe('spec.market.accessKeySecretRef: there is no Secret store');
    await secret(team, { other: KEY });
    await install.condition('Reconciling', 'True', 'AccessKeyNotFound');
    await secret(team, { token: KEY });
    await install.condition('Ready', 'True', undefined, SOME_TIME);
  });

  it.concurrent.each([
    ['that the store does not know', 'wrong', 'StoreForbidden'],
    ['that no header can carry', `${KEY}\n`, 'AccessKeyInvalid'],
  ])('%s can be corrected', async (_, wrong, reason) => {
    const team = await Team.create(client);
    const install = installWith(team, { name: 'store' });
    await secret(team, { accessKey: wrong });
    await install.apply();
    const { message } = await install.condition('TemplateResolved', 'False', reason);
    expect(message).not.toContain(wrong.trim());
    await secret(team, { accessKey: KEY });
    await install.condition('Ready', 'True', undefined, SOME_TIME);
  });

  it.concurrent.each([
    ['of a Secret that names no store', {}],
    ['of a Secret for another store', { [ANNOTATIONS.accessKeyFor]: 'https://hub.example.com' }],
  ])('%s is sent nowhere, until the command in the condition has run', async (_, annotations) => {
    const team = await Team.create(client);
    const install = installWith(team, { name: 'store' });
    await secret(team, { accessKey: KEY }, annotations);
    await install.apply();
    const { message } = await install.condition('TemplateResolved', 'False', 'AccessKeyNotBound');
    const [, command = ''] = message.split(': kubectl ');
    expect(await kubectl(command.split(' '))).toMatchObject({ code: 0 });
    await install.condition('Ready', 'True', undefined, SOME_TIME);
  });

  it.concurrent('is requested if it is missing from the spec', async () => {
    const install = installWith(await Team.create(client));
    await install.apply();
    const { message } = await install.condition('TemplateResolved', 'False', 'StoreUnauthorized');
    expect(message).toBe('the store wants an access key (401)');
    await install.condition('Stalled', 'True');
  });
});
