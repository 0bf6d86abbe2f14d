import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Fault } from '../../deploy/local/store/fault.ts';
import { ANNOTATIONS } from '../../src/api/group.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { KubeError } from '../../src/kube/error.ts';
import { SECRETS } from '../../src/objects/core.ts';
import { eventually } from '../support/eventually.ts';
import { app, templateOf } from '../support/template.ts';
import { member } from './support/member.ts';
import { restServer } from './support/restserver.ts';
import { Install, Shop } from './support/shop.ts';
import { type RestCall, rest } from './support/traffic.ts';
import { connect, kubectl, TESTER, Team } from './support/world.ts';

/** Texts that must not appear anywhere, in forms that no other text of the cluster has by chance. */
const CANARIES = {
  accessKey: canary(),
  wrongKey: canary(),
  hubPassword: canary(),
};

/** All faults of the stand-in store; those with a status repeat the Authorization header in their body. */
const FAULTS: readonly Fault[] = [
  ...[400, 401, 403, 404, 409, 422, 429, 500, 503].map((status) => ({ type: 'status', status }) as const),
  { type: 'not-json' },
  { type: 'empty' },
  { type: 'truncated' },
  { type: 'slow' },
  { type: 'too-large' },
  { type: 'bomb' },
  { type: 'redirect', location: `http://127.0.0.1:1/?key=${CANARIES.accessKey}` },
];

let client: KubeClient;
let shop: Shop;
let team: Team;
let token: string;
/** All responses of the REST API. */
const answers: string[] = [];
/** All log lines of the REST API in this process, at every level. */
const logged: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({ write: (chunk, _, done) => done(void logged.push(String(chunk))) }),
);

function canary(): string {
  return `canary-${randomBytes(8).toString('hex')}`;
}

beforeAll(async () => {
  client = await connect();
  const hub = { hubURL: 'hub.example.com', hubUser: 'puller', hubPassword: CANARIES.hubPassword };
  shop = await Shop.open({ accessKey: CANARIES.accessKey, hub });
  const secret = { name: 'p', attr_name: 'PASSWORD', attr_value: '**None:shared**', is_change: true };
  const web = app('web', { share_image: 'hub.example.com/web:1', service_env_map_list: [secret] });
  await shop.offer('safe', '1.0', templateOf([web]));
  await shop.offer('safe', '2.0', templateOf([{ ...web, share_image: 'hub.example.com/web:2' }, app('new')]));
  await shop.offer('safe', '3.0', '{"apps": "nothing"');
  team = await Team.create(client);
  token = await member(client, { namespace: team.namespace, name: 'owner' }, { name: 'admin' });
  await eventually(async () => expect((await call('/installs', { method: 'GET' })).status).toBe(200));
});

afterAll(() => shop.close());

async function call(path: string, more: RestCall = {}) {
  const answer = await rest(`/teams/${team.id}/regions/local/apps/1${path}`, { token, ...more });
  answers.push(JSON.stringify(answer));
  return answer;
}

function body(market_access_key: string, version = '1.0') {
  return {
    market_url: shop.store.url,
    market_domain: 'here',
    market_access_key,
    app_model_id: 'safe',
    app_model_version: version,
  };
}

/** Applies a MarketInstall whose access key is in a Secret of the team. */
async function applied(name: string, accessKey: string): Promise<Install> {
  const annotations = { [ANNOTATIONS.accessKeyFor]: shop.store.url };
  const metadata = { name: `${name}-key`, namespace: team.namespace, annotations };
  const data = { accessKey: Buffer.from(accessKey).toString('base64') };
  await client.apply(SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata, data }, TESTER);
  const market = { url: shop.store.url, domain: 'here', accessKeySecretRef: { name: metadata.name } };
  const install = new Install(client, team, shop, 'safe', { name, market });
  await install.apply();
  return install;
}

/** Performs installs through both interfaces that succeed, with successful and failed upgrades. */
async function succeed(): Promise<void> {
  const install = await applied('by-kubectl', CANARIES.accessKey);
  await install.condition('Ready', 'True');
  for (const base of [inject('cluster').restUrl, await restServer((_, pass) => pass(), { log })]) {
    const answer = await call('/install?is_deploy=true', { base, body: body(CANARIES.accessKey) });
    expect(answer.status).toBe(200);
  }
  await install.apply('2.0');
  await install.condition('Ready', 'True');
  await install.apply('3.0');
  await install.condition('Ready', 'False', 'TemplateInvalid');
}

/** Performs installs through both interfaces that the store rejects. */
async function refuse(): Promise<void> {
  const base = await restServer((_, pass) => pass(), { log });
  for (const [index, fault] of FAULTS.entries()) {
    shop.store.fail(fault);
    const install = await applied(`refused-${index}`, CANARIES.accessKey);
    const { status } = await call('/install', { base, body: body(CANARIES.accessKey) });
    expect(status).toBeGreaterThanOrEqual(400);
    await install.condition('TemplateResolved', 'False');
    await install.remove();
  }
  shop.store.fail({ type: 'none' });
}

/** Uses keys that the store does not know or never receives, and malformed requests. */
async function mistake(): Promise<void> {
  const unusable = await applied('unusable', `${CANARIES.accessKey}\n`);
  await unusable.condition('TemplateResolved', 'False', 'AccessKeyInvalid');
  const wrong = await applied('wrong', CANARIES.wrongKey);
  await wrong.condition('TemplateResolved', 'False', 'StoreForbidden');
  expect((await call('/install', { body: body(CANARIES.wrongKey) })).status).toBe(403);
  expect((await call('/install', { body: body(`${CANARIES.accessKey}\n.`) })).status).toBe(400);
  expect((await call('/install', { body: body(CANARIES.accessKey.repeat(500)) })).status).toBe(400);
  for (const raw of [`{"a": ${CANARIES.accessKey}`, `"${CANARIES.accessKey}"`, `{"${CANARIES.accessKey}`]) {
    expect((await call('/install', { raw })).status).toBe(400);
  }
  const base = await restServer(
    ({ path }, pass) => {
      if (path.includes('/secrets/')) {
        throw new KubeError({ type: 'refused', status: 500 }, 'the API server is out of order');
      }
      return pass();
    },
    { log },
  );
  expect((await call('/install', { base, body: body(CANARIES.accessKey) })).status).toBe(500);
  expect(logged.join('')).toContain('request failed');
}

/** Values of the Secrets of the team's namespace, by name and key. */
async function secretValues(): Promise<ReadonlyMap<string, string>> {
  const secrets = await client.list(SECRETS, { namespace: team.namespace });
  return new Map(
    secrets.flatMap(({ metadata, data = {} }) =>
      Object.entries(data).map(([key, value]) => [
        `${metadata.name}/${key}`,
        Buffer.from(value, 'base64').toString(),
      ]),
    ),
  );
}

/** Every object of the namespace except Secrets, with its status, and every Event, as stored. */
async function objects(): Promise<string> {
  const { stdout: kinds } = await kubectl(['api-resources', '--verbs=list', '--namespaced', '-o', 'name']);
  const names = kinds.split('\n').filter((name) => name !== '' && name !== 'secrets');
  expect(names).toEqual(expect.arrayContaining(['configmaps', 'events', 'marketinstalls.stoa.dev', 'pods']));
  const { stdout, code } = await kubectl([
    'get',
    names.join(),
    '-n',
    team.namespace,
    '-o',
    'json',
    '--show-managed-fields',
  ]);
  expect(code).toBe(0);
  return stdout;
}

/** Logs of all processes of the cluster, by file. */
async function logs(): Promise<ReadonlyMap<string, string>> {
  const folder = join(inject('stateDir'), 'logs');
  const files = await readdir(folder);
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  );
}

/** Names of the canaries in a text, plain or in base64. */
function found(text: string, canaries: Readonly<Record<string, string>>): string[] {
  return Object.entries(canaries)
    .filter(([, value]) => text.includes(value) || text.includes(Buffer.from(value).toString('base64')))
    .map(([name]) => name);
}

it('credentials appear in Secrets only', async () => {
  await succeed();
  const values = await secretValues();
  const kept = values.get('by-kubectl-kept/kept.json') ?? '{}';
  const { secrets } = JSON.parse(kept) as { readonly secrets: Readonly<Record<string, string>> };
  const generated = secrets['group/shared'] ?? '';
  expect(generated).toMatch(/^[0-9a-f]{32}$/);
  await refuse();
  await mistake();
  for (const path of ['/installs', '/domains']) {
    expect((await call(path, { method: 'GET' })).status).toBe(200);
  }
  await eventually(async () =>
    expect((await call('/installs', { method: 'GET' })).body).toContainEqual(
      expect.objectContaining({ ready: true }),
    ),
  );

  const all = { ...CANARIES, generated };
  // The Secrets hold the canaries, so the search is able to find them.
  expect(found([...values.values()].join('\n'), all)).toEqual(['accessKey', 'hubPassword', 'generated']);
  const files = await logs();
  expect([...files.keys()]).toEqual(expect.arrayContaining(['operator.log', 'rest.log']));
  const { operatorMetricsUrl, restMetricsUrl } = inject('cluster');
  const pages = await Promise.all(
    [operatorMetricsUrl, restMetricsUrl].map(async (url) => (await fetch(url)).text()),
  );
  const seen = {
    objects: await objects(),
    answers: answers.join('\n'),
    logged: logged.join('\n'),
    metrics: pages.join('\n'),
    ...Object.fromEntries(files),
  };
  const leaks = Object.entries(seen).flatMap(([where, text]) =>
    found(text, all).map((name) => `${name} in ${where}`),
  );
  expect(leaks).toEqual([]);
}, 300_000);
