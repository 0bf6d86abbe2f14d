import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { localClient, localStore, modelFolder } from '../../../store/support.ts';

const client = localClient();

async function ask(url: string, init?: RequestInit): Promise<[number, unknown]> {
  const answer = await fetch(url, init);
  return [answer.status, await answer.json()];
}

it('serves what the folders hold, as it changes', async () => {
  const first = modelFolder({ 'shop.json': '{"group_name": "Old"}', 'README.md': '' });
  const second = modelFolder({ 'shop@10.0.json': '{"group_name": "Shop"}', 'shop@2.0.json': 'not JSON' });
  const store = await localStore({ folders: [first, second] });
  const at = { url: store.url, domain: 'd' };
  const listed = await fetch(`${store.url}/app-server/openapi/apps/shop?marketDomain=d`);
  expect(await listed.json()).toMatchObject({
    name: 'Shop',
    versions: ['1.0', '2.0', '10.0'].map((appVersion) => ({ appVersion })),
  });
  expect(await client.fetchVersion(at, 'shop', '2.0')).toMatchObject({ value: { template: 'not JSON' } });
});

it('serves nothing else', async () => {
  const store = await localStore({ folders: [modelFolder({ 'shop.json': '{}' })] });
  const apps = `${store.url}/app-server/openapi/apps`;
  for (const path of ['README', '..%2fshop', 'shop@1.0', 'shop/versions/..%2f1.0']) {
    expect(await ask(`${apps}/${path}?marketDomain=d`)).toMatchObject([404, { code: 404 }]);
  }
  expect(await ask(`${apps}/shop`)).toMatchObject([400, { msg: 'marketDomain is missing' }]);
});

it('gives no template to who does not ask for it', async () => {
  const store = await localStore();
  const path = '/app-server/openapi/apps/shop/versions/1.0?marketDomain=d';
  expect(await ask(`${store.url}${path}`)).toMatchObject([200, { version: '1.0', template: '' }]);
});

it('is told over HTTP to fail, and to stop', async () => {
  const store = await localStore();
  const info = `${store.url}/app-server/openapi/info?marketDomain=d`;
  const tell = (fault: object) =>
    ask(`${store.url}/fault`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
  expect(await tell({ type: 'status', status: 503 })).toEqual([200, { type: 'status', status: 503 }]);
  expect(await ask(info)).toMatchObject([503, { code: 503 }]);
  expect(await tell({ type: 'unheard-of' })).toMatchObject([400, { code: 400 }]);
  expect((await ask(info))[0]).toBe(503);
  expect((await tell({ type: 'none' }))[0]).toBe(200);
  expect((await ask(info))[0]).toBe(200);
});

it('has the example', async () => {
  const models = fileURLToPath(new URL('../../../../../deploy/examples/models', import.meta.url));
  const store = await localStore({ folders: [models] });
  const fetched = await client.fetchVersion({ url: store.url, domain: 'd' }, 'web', '1.0');
  const template = fetched.type === 'found' ? JSON.parse(fetched.value.template) : undefined;
  expect(template.apps).toMatchObject([{ port_map_list: [{ protocol: 'http', is_outer_service: true }] }]);
});
