import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { repository } from '../../deploy/local/repository.ts';
import { ANNOTATIONS } from '../../src/api/group.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { chartArchive } from '../support/chartarchive.ts';
import { type ChartServer, startChartServer } from '../support/chartserver.ts';
import { type RunningRegistry, startRegistry } from '../support/registry.ts';
import { run } from './support/cli.ts';
import { member } from './support/member.ts';
import { pushChart } from './support/push.ts';
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
let folder: string;
/** Registry with charts that Helm has pushed, and another one in front of the same storage, which wants an access key. */
let registry: RunningRegistry;
let lockedRegistry: RunningRegistry;

beforeAll(async () => {
  const client = await connect();
  folder = await mkdtemp(join(tmpdir(), 'stoa-browse-'));
  [shop, team, locked, registry] = await Promise.all([
    Shop.open({ charts: repository.charts }),
    Team.create(client),
    startChartServer(),
    startRegistry(folder),
  ]);
  const path = join(folder, 'htpasswd');
  await writeFile(path, 'reader:$2b$05$abcdefghijklmnopqrstuuLK7U1u6pVRmL7L1BBM2aS35PSZnDXlK\n');
  lockedRegistry = await startRegistry(folder, { htpasswd: { realm: 'registry', path } });
  for (const version of ['1.9.0', '1.10.0+build.5', '2.0.0-rc.1']) {
    await push('team/charts', 'sofa', version);
  }
  await push('team/charts', 'chair', '1.0.0');
  await push('team/charts/old', 'bench', '1.0.0');
  await push('other', 'bed', '1.0.0');
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
  await Promise.all([shop.close(), registry.stop(), lockedRegistry.stop()]);
  await rm(folder, { recursive: true });
});

/** Pushes a chart, whose value `owner` is required, to a folder of the registry. */
async function push(place: string, name: string, version: string): Promise<void> {
  const archive = chartArchive(name, {
    'Chart.yaml': `apiVersion: v2\nname: ${name}\nversion: ${version}\ndescription: A ${name}\n`,
    'values.yaml': `# Of ${version}\nsize: 3\n`,
    'values.schema.json': '{ "required": ["owner"] }',
  });
  await pushChart(`${registry.address}/${place}`, join(folder, `${name}-${version}.tgz`), archive);
}

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

function inRegistry({ address }: RunningRegistry, place = '/team/charts'): Readonly<Record<string, string>> {
  return { market_url: `oci://${address}${place}`, market_type: 'helm' };
}

it('lists the charts in a folder of a registry, which has no versions and descriptions in its catalog', async () => {
  const chart = (name: string) => ({ app_model_id: name, app_model_name: name, version: '', desc: '' });
  expect(await look('', inRegistry(registry))).toMatchObject({
    status: 200,
    body: { total: 2, apps: [chart('chair'), chart('sofa')] },
  });
  expect((await look('', { ...inRegistry(registry), query: 'of' })).body).toMatchObject({
    total: 1,
    apps: [chart('sofa')],
  });
  expect((await look('', { ...inRegistry(registry), page: '2', page_size: '1' })).body).toMatchObject({
    total: 2,
    apps: [chart('sofa')],
  });
  expect((await look('', inRegistry(registry, '/nothing'))).body).toMatchObject({ total: 0, apps: [] });
});

it('shows the versions of a chart of a registry, and the values of one', async () => {
  const versions = ['1.10.0+build.5', '1.9.0', '2.0.0-rc.1'];
  expect((await look('/sofa', inRegistry(registry))).body).toMatchObject({
    version: '1.10.0+build.5',
    desc: 'A sofa',
    versions,
    values: { version: '1.10.0+build.5', text: '# Of 1.10.0+build.5\nsize: 3\n', required: ['owner'] },
    problem: '',
  });
  expect((await look('/sofa', { ...inRegistry(registry), version: '~1.9' })).body).toMatchObject({
    versions,
    values: { version: '1.9.0', text: '# Of 1.9.0\nsize: 3\n' },
  });
  expect((await look('/sofa', { ...inRegistry(registry), version: '^7' })).body).toMatchObject({
    versions,
    values: null,
    problem: expect.stringContaining('there are 2.0.0-rc.1, 1.10.0+build.5, 1.9.0'),
  });
  expect((await look('/nothing', inRegistry(registry))).status).toBe(404);
});

it('sends the access key of a Secret to a registry that wants it', async () => {
  const at = inRegistry(lockedRegistry);
  expect((await look('/sofa', at)).status).toBe(401);
  expect(await look('', at)).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('does not list what it has') },
  });
  const client = await connect();
  const metadata = {
    ...{ namespace: team.namespace, name: 'reader' },
    annotations: { [ANNOTATIONS.accessKeyFor]: `oci://${lockedRegistry.address}` },
  };
  const data = { accessKey: Buffer.from('reader:s3cret').toString('base64') };
  await client.apply(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, data }, TESTER);
  const open = { ...at, access_key_secret: 'reader' };
  expect((await look('', open)).body).toMatchObject({ total: 2 });
  expect((await look('/chair', open)).body).toMatchObject({ desc: 'A chair', versions: ['1.0.0'] });
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
  ['nobody', '', { market_url: 'http://127.0.0.1:1', market_type: 'helm' }, 502, /nothing listens/],
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
  const oci = `--store=oci://${registry.address}/team/charts`;
  expect(await store('list', oci)).toMatchObject({ code: 0, stdout: 'chair\nsofa\n', stderr: '' });
  expect(await store('show', 'sofa', '--version=1.9.0', oci)).toMatchObject({
    code: 0,
    stdout:
      'sofa  A sofa\nversions: 1.10.0+build.5, 1.9.0, 2.0.0-rc.1\nvalues to give: owner\nvalues of 1.9.0:\n  # Of 1.9.0\n  size: 3\n',
  });
  expect(await store('show', 'nothing', at)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no such chart'),
  });
});
