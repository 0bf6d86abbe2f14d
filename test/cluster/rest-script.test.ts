import { beforeAll, expect, inject, it } from 'vitest';
import type { KubeClient } from '../../src/kube/client.ts';
import { pageAt } from '../documents/documents.ts';
import { prints } from '../documents/shown.ts';
import { eventually } from '../support/eventually.ts';
import { type Ended, run } from './support/cli.ts';
import { member } from './support/member.ts';
import { rest } from './support/traffic.ts';
import { connect, Team } from './support/world.ts';

const [SCRIPT, OUTPUT] = pageAt('docs/rest.md').blocks.filter(
  ({ section, language }) => section === 'script-the-api' && language !== 'sh',
);

let client: KubeClient;

beforeAll(async () => {
  client = await connect();
});

/** Runs the script of the page with nothing but what the page asks for. */
function runScript(token: string): Promise<Ended> {
  const { restUrl, storeUrl, gatewayHttpsUrl } = inject('cluster');
  const variables = {
    PATH: process.env.PATH,
    STOA: restUrl,
    TOKEN: token,
    STORE: storeUrl,
    GATEWAY_HTTPS: gatewayHttpsUrl,
  };
  const settings = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return run('env', ['-i', ...settings, 'bash', '--norc', '-c', SCRIPT?.text ?? '', 'demo.sh']);
}

it.each([
  ['creates', []],
  ['finds', ['demo', 'demo-2']],
])('the script of the page %s an application, and prints what each step has found', async (_, existing) => {
  const team = await Team.create(client);
  const token = await member(client, { namespace: team.namespace, name: 'caller' }, { name: 'edit' });
  const apps = `/teams/${team.id}/regions/local/apps`;
  await eventually(async () =>
    expect(await rest('/teams', { method: 'GET', token })).toMatchObject({ body: { total: 1 } }),
  );
  for (const app_name of existing) {
    expect(await rest(apps, { token, body: { app_name } })).toMatchObject({ status: 201 });
  }

  const { code, stdout, stderr } = await runScript(token);

  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
  const { body } = await rest(apps, { method: 'GET', token });
  const records = body as unknown as readonly { readonly ID: number; readonly group_name: string }[];
  const [demo, ...others] = records.filter(({ group_name }) => group_name === 'demo');
  expect(others).toEqual([]);
  const { body: components } = await rest(`${apps}/${demo?.ID}/services`, { method: 'GET', token });
  const [component] = components as unknown as readonly { readonly service_id: string }[];
  const host = `demo.${team.id}.example.com`;
  const [found, listed, visited, upgraded, ...usage] = stdout.trim().split('\n');
  expect(found).toBe(`team ${team.id}, region local, application ${demo?.ID}`);
  expect(listed).toBe('component Web server: running');
  const [, certificate, page = ''] = /^https:\S+ with certificate (\d+): (.+)$/.exec(visited ?? '') ?? [];
  expect(JSON.parse(page)).toMatchObject({ component: component?.service_id, path: '/', headers: { host } });
  expect(upgraded).toBe('upgraded web to 2.0');
  expect(usage).toContainEqual(expect.stringMatching(/^Web server request: [1-9]\d*$/));
  expect(usage.length).toBeGreaterThan(1);

  // What was made is there, and the page shows what the script prints.
  const stored = await rest(`/teams/${team.id}/certificates/${certificate}`, { method: 'GET', token });
  expect(stored.body).toMatchObject({ id: Number(certificate), alias: 'demo' });
  expect(prints(stdout, OUTPUT?.text.replaceAll('shop', team.id) ?? ''), stdout).toBe(true);
});
