import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { repository } from '../../deploy/local/repository.ts';
import { ANNOTATIONS } from '../../src/api/group.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { type ChartServer, startChartServer } from '../support/chartserver.ts';
import { run } from './support/cli.ts';
import { member } from './support/member.ts';
import { Shop } from './support/shop.ts';
import { type RestAnswer, rest } from './support/traffic.ts';
import { connect, TESTER, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');

let shop: Shop;
let team: Team;
/** Repository that wants an access key. */
let locked: ChartServer;
/** Token of an account that may edit the namespace of the team. */
let token: string;

beforeAll(async () => {
  const client = await connect();
  [shop, team, locked] = await Promise.all([
    Shop.open({ charts: repository.charts }),
    Team.create(client),
    startChartServer(),
  ]);
  token = await member(client, { namespace: team.namespace, name: 'editor' }, { name: 'edit' });
  await shop.offer('sofa', '1.9', { group_name: 'Sofa' });
  await shop.offer('sofa', '1.10', { group_name: 'Sofa' });
  locked.answer(({ headers }, response) => {
    response.writeHead(headers.authorization === 'Bearer s3cret' ? 200 : 401);
    response.end('entries: {hidden: [{version: 1.0.0}]}');
  });
});

afterAll(async () => {
  locked.stop();
  await shop.close();
});

async function look(path: string, query: Readonly<Record<string, string>>): Promise<RestAnswer> {
  const target = `/teams/${team.id}/store/apps${path}?${new URLSearchParams(query)}`;
  return rest(target, { method: 'GET', token });
}

function charts(): Readonly<Record<string, string>> {
  return { market_url: `${shop.store.url}/charts`, market_type: 'helm' };
}

function models(): Readonly<Record<string, string>> {
  return { market_url: shop.store.url, market_domain: 'd' };
}

it('lists the charts of a repository, and shows the values of one', async () => {
  expect(await look('', charts())).toMatchObject({
    status: 200,
    body: {
      total: 2,
      page: 1,
      page_size: 10,
      apps: [{ app_model_id: 'hello' }, { app_model_id: 'journal' }],
    },
  });
  expect((await look('', { ...charts(), query: 'our', page_size: '1' })).body).toMatchObject({
    total: 1,
    apps: [{ app_model_id: 'journal', version: '0.2.0', desc: expect.stringContaining('volume') }],
  });
  expect((await look('/journal', { ...charts(), version: '^0.2' })).body).toMatchObject({
    versions: ['0.2.0'],
    values: { version: '0.2.0', text: expect.stringContaining('size: 1Gi'), cut: false, required: ['owner'] },
    problem: '',
  });
  expect((await look('/journal', { ...charts(), version: '^3' })).body).toMatchObject({
    versions: ['0.2.0'],
    values: null,
    problem: expect.stringContaining('there are 0.2.0'),
  });
});

it('lists the models of a store, the newest version by its numbers', async () => {
  const sofa = { app_model_id: 'sofa', app_model_name: 'Sofa', version: '1.10' };
  expect((await look('', models())).body).toMatchObject({ total: 1, apps: [sofa] });
  expect((await look('/sofa', models())).body).toMatchObject({
    ...sofa,
    versions: ['1.10', '1.9'],
    values: null,
    problem: '',
  });
});

it.each<[string, string, Readonly<Record<string, string>>, number, RegExp]>([
  ['no store', '', {}, 400, /^market_url: must be there/],
  ['no URL', '', { market_url: 'charts', market_type: 'helm' }, 400, /^market_url: must be a URL/],
  ['no tenant', '', { market_url: 'http://127.0.0.1:1' }, 400, /^market_domain: must be there/],
  ['an address inside', '', { market_url: 'http://10.0.0.1', market_type: 'helm' }, 400, /not allowed/],
  ['nobody', '', { market_url: 'http://127.0.0.1:1', market_type: 'helm' }, 502, /does not answer/],
])('says what is wrong with a request that names %s', async (_title, path, query, status, detail) => {
  const answer = await look(path, query);
  expect(answer).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
});

it('answers 404 for a chart, a model and an index that are not there', async () => {
  expect((await look('/nothing', charts())).status).toBe(404);
  expect((await look('/nothing', models())).status).toBe(404);
  expect(await look('', { ...charts(), market_url: shop.store.url })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('no index.yaml') },
  });
});

it('asks nothing for a stranger, or for the member of another team', async () => {
  const other = await member(await connect(), { namespace: 'default', name: `${team.namespace}-stranger` });
  const before = locked.seen.length;
  const query = new URLSearchParams({ market_url: locked.origin, market_type: 'helm' });
  for (const [stranger, status] of [
    [undefined, 401],
    ['nonsense', 401],
    [other, 403],
  ] as const) {
    const call = { method: 'GET', ...(stranger && { token: stranger }) } as const;
    expect((await rest(`/teams/${team.id}/store/apps?${query}`, call)).status).toBe(status);
  }
  expect(locked.seen).toHaveLength(before);
});

it('sends the access key of a Secret to its store alone, as the caller', async () => {
  const client = await connect();
  const at = { market_url: locked.origin, market_type: 'helm', access_key_secret: 'key' };
  expect(await look('', { ...at, access_key_secret: '' })).toMatchObject({ status: 401 });
  expect(await look('', at)).toMatchObject({
    status: 400,
    body: { detail: 'access_key_secret: there is no Secret key with the access key' },
  });
  const secret = (store: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: team.namespace, name: 'key', annotations: { [ANNOTATIONS.accessKeyFor]: store } },
    data: { accessKey: Buffer.from('s3cret').toString('base64') },
  });
  await client.apply(SECRETS, secret('https://elsewhere.example.com'), TESTER);
  const before = locked.seen.length;
  expect(await look('', at)).toMatchObject({
    status: 400,
    body: { detail: 'access_key_secret: the access key in the Secret key is not for this store' },
  });
  expect(locked.seen).toHaveLength(before);
  await client.apply(SECRETS, secret(locked.origin), TESTER);
  expect((await look('', at)).body).toMatchObject({ apps: [{ app_model_id: 'hidden' }] });
});

it('the plugin lists and shows through the REST API', async () => {
  const { restUrl, kubeconfig } = inject('cluster');
  const store = (...args: readonly string[]) =>
    run('env', [
      `STOA_TOKEN=${token}`,
      `STOA_REST=${restUrl}`,
      PROGRAM,
      'store',
      ...args,
      `--namespace=${team.namespace}`,
      `--kubeconfig=${kubeconfig}`,
    ]);
  const at = `--store=${shop.store.url}/charts`;
  expect(await store('list', at)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^hello {4}1\.0\.0 {2}A web server.*\njournal {2}0\.2\.0 {2}A server.*\n$/),
  });
  expect(await store('show', 'journal', at)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/versions: 0\.2\.0\nvalues to give: owner\nvalues of 0\.2\.0:\n {2}# Who/),
  });
  expect(
    await store('show', 'sofa', `--store=${shop.store.url}`, '--domain=d', '--output=json'),
  ).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('"1.10"'),
  });
  expect(await store('show', 'nothing', at)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no such chart'),
  });
});
