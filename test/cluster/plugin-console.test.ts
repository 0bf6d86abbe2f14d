import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { kubeconfigText, readCertificateKubeconfig } from '../../deploy/local/cluster/kubeconfig.ts';
import { repository } from '../../deploy/local/repository.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { CONSOLE_FOLDER } from '../../src/rest/console/page.ts';
import { eventually } from '../support/eventually.ts';
import { run } from './support/cli.ts';
import { member } from './support/member.ts';
import { Terminal } from './support/terminal.ts';
import { connect, Team } from './support/world.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/kubectl-stoa');
const CTRL_C = '\x03';

let client: KubeClient;
let team: Team;
let folder: string;
let page: string;
let isOwn = false;

beforeAll(async () => {
  client = await connect();
  team = await Team.create(client);
  folder = await mkdtemp(join(tmpdir(), 'stoa-console-test-'));
  // A console opens where npm start has built its page, which these tests do not look at.
  const pages = join(repository.root, '.stoa/bundle', CONSOLE_FOLDER);
  page = join(pages, 'index.html');
  await mkdir(pages, { recursive: true });
  isOwn = await writeFile(page, '<!doctype html>', { flag: 'wx' }).then(
    () => true,
    () => false,
  );
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  if (isOwn) {
    await rm(page);
  }
});

/** A console that a user has opened. */
interface Opened {
  readonly terminal: Terminal;
  readonly port: number;
  readonly key: string;
}

/** Opens the console as the user of a kubeconfig. */
async function open(kubeconfig: string): Promise<Opened> {
  const place = ['--kubeconfig', kubeconfig, '-n', team.namespace];
  const terminal = new Terminal(PROGRAM, ['console', '--no-open', ...place], { columns: 200 });
  onTestFinished(async () => {
    terminal.type(CTRL_C);
    await terminal.ended;
  });
  const [, port, key = ''] = await eventually(() => {
    const found = /http:\/\/127\.0\.0\.1:(\d+)\/console\/#key=([\w-]{43})/.exec(terminal.raw);
    expect(found).not.toBeNull();
    return found ?? [];
  });
  return { terminal, port: Number(port), key };
}

/** Asks a console; the headers are those of a browser on its page, if nothing else is said. */
async function ask(port: number, path: string, headers: Readonly<Record<string, string>>) {
  const asked = request({ host: '127.0.0.1', port, path, headers: { connection: 'close', ...headers } });
  asked.end();
  return await new Promise<{ status: number | undefined; headers: object; body: unknown }>(
    (resolve, reject) => {
      asked.on('error', reject);
      asked.on('response', async (response) => {
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const body = await (isJson ? json(response) : text(response));
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
    },
  );
}

describe('console', () => {
  it('serves the API to who has the key alone, as the user with a client certificate', async () => {
    const { port, key } = await open(inject('cluster').kubeconfig);
    const authorization = `Bearer ${key}`;
    const path = `/openapi/v1/teams?query=${team.id}`;
    const answer = await ask(port, path, { authorization });
    expect(answer).toMatchObject({ status: 200, body: { tenants: [{ tenant_name: team.id }] } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(await ask(port, '/openapi/v1/currentuser', { authorization })).toMatchObject({
      body: { bean: { real_name: 'stoa-admin' } },
    });
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: `Bearer ${key}x` }]) {
      expect(await ask(port, path, headers)).toMatchObject({ status: 401 });
    }
  });

  it('answers no page that has given its own name the address', async () => {
    const { port, key } = await open(inject('cluster').kubeconfig);
    const authorization = `Bearer ${key}`;
    for (const host of [`evil.test:${port}`, '127.0.0.1', 'localhost', `127.0.0.1:${port}.evil.test`]) {
      expect(await ask(port, '/openapi/v1/teams', { authorization, host })).toMatchObject({ status: 421 });
      expect(await ask(port, '/console/', { host })).toMatchObject({ status: 421 });
    }
    const host = `localhost:${port}`;
    expect(await ask(port, '/openapi/v1/teams', { authorization, host })).toMatchObject({ status: 200 });
  });

  it('streams the changes of a team', async () => {
    const { port, key } = await open(inject('cluster').kubeconfig);
    const path = `/openapi/v1/teams/${team.id}/regions/local/changes`;
    const response = await eventually(async () => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      expect(answer.status).toBe(200);
      return answer;
    });
    let seen = '';
    const reading = (async () => {
      for await (const bytes of response.body ?? []) {
        seen += Buffer.from(bytes).toString();
      }
    })().catch(() => undefined);
    await eventually(() => expect(seen).toContain('event: reset'));
    await team.component('web');
    await team.rule('web');
    await eventually(() => expect(seen).toMatch(/"resource":"rule"/));
    await response.body?.cancel().catch(() => undefined);
    void reading;
  });

  it('shows a user with rights in one namespace its team', async () => {
    const token = await member(client, { namespace: team.namespace, name: 'viewer' }, { name: 'view' });
    const { server, ca } = readCertificateKubeconfig(inject('cluster').kubeconfig);
    const viewer = join(folder, 'viewer');
    await writeFile(viewer, kubeconfigText(server, ca, { kind: 'token', token }));
    const { port, key, terminal } = await open(viewer);
    expect(terminal.raw).toContain('With defaults: you may not read the configuration of Stoa');
    const authorization = `Bearer ${key}`;
    expect(await ask(port, '/openapi/v1/teams', { authorization })).toMatchObject({
      status: 200,
      body: { tenants: [{ tenant_name: team.id }] },
    });
    const rules = `/openapi/v1/teams/${team.id}/regions/local/apps/1/domains`;
    expect(await ask(port, rules, { authorization })).toMatchObject({ status: 200 });
    expect(await ask(port, rules, { authorization: token })).toMatchObject({ status: 401 });
  });

  it('ends with Ctrl-C', async () => {
    const { port, terminal } = await open(inject('cluster').kubeconfig);
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    await expect(fetch(`http://127.0.0.1:${port}/docs`)).rejects.toThrow('fetch failed');
  });

  it('says that a port is taken', async () => {
    const { port } = await open(inject('cluster').kubeconfig);
    const place = ['--kubeconfig', inject('cluster').kubeconfig];
    const ended = await run(PROGRAM, ['console', '--no-open', '--port', `${port}`, ...place]);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('EADDRINUSE') });
  });
});
