import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { workloadOf } from '../support/workloads.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const gateway = 'gateway: { namespace: stoa-system, name: stoa }';

let folder: string;
let taken: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-main-'));
  await writeFile(join(folder, 'kubeconfig'), kubeconfigOf('https://127.0.0.1:1'));
});

/** A kubeconfig for the API server at an address. */
function kubeconfigOf(server: string): string {
  return `apiVersion: v1
kind: Config
clusters: [{ name: none, cluster: { server: "${server}", insecure-skip-tls-verify: true } }]
users: [{ name: none, user: {} }]
contexts: [{ name: none, context: { cluster: none, user: none } }]
current-context: none
`;
}

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a process of Stoa that fails on start; returns its exit code and output. */
async function start(role: string, config: string): Promise<{ code: unknown; said: string }> {
  const file = join(folder, 'stoa.yaml');
  await writeFile(file, config);
  const env = { ...process.env, STOA_CONFIG: file, KUBECONFIG: join(folder, 'kubeconfig') };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, role], { env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, said: stdout }),
    );
  });
}

it('the usage lists the roles', async () => {
  expect(await start('', gateway)).toEqual({
    code: 1,
    said: expect.stringContaining('operator|rest|retire'),
  });
});

it('reports the problem of its configuration', async () => {
  const { code, said } = await start('operator', `${gateway}\nlog: { level: loud }\nrest: 1`);
  expect(code).toBe(1);
  expect(said).toContain('log.level: must be \\"debug\\"');
  expect(said).toContain('rest: must be of type object');
});

describe('with a port of another process', () => {
  beforeAll(async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    taken = typeof address === 'object' && address !== null ? address.port : 0;
    return () => server.close();
  });

  it.each([
    ['operator', () => `operator: { metrics: "127.0.0.1:${taken}" }`],
    ['rest', () => `rest: { listen: "127.0.0.1:${taken}", metrics: "127.0.0.1:0" }`],
    ['rest', () => `rest: { listen: "127.0.0.1:0", metrics: "127.0.0.1:${taken}" }`],
  ])('%s ends with an error that names the port', async (role, config) => {
    const { code, said } = await start(role, `${gateway}\n${config()}`);
    expect(code).toBe(1);
    expect(said).toContain(`EADDRINUSE: address already in use 127.0.0.1:${taken}`);
  });
});

const METADATA = { resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

/** Objects of an API server in memory, by the plural of their kind. */
const LISTS: Readonly<Record<string, readonly object[]>> = {
  namespaces: [{ metadata: { ...METADATA, name: 'team', uid: 'n', labels: { 'stoa.dev/team': 'shop' } } }],
  applications: [{ metadata: { ...METADATA, name: 'app', namespace: 'team', uid: 'a' }, spec: { id: 1 } }],
  deployments: [
    workloadOf(
      'Deployment',
      {},
      {},
      { name: 'web', labels: { 'stoa.dev/app-id': '1', 'stoa.dev/component-id': 'web' } },
    ),
  ],
};

/** Answer of an API server that allows everything; undefined for a watch, which stays open without events. */
function answerOf({ method, url = '' }: IncomingMessage): object | undefined {
  const { pathname, searchParams } = new URL(url, 'http://api');
  if (method === 'POST') {
    return { status: { allowed: true, userInfo: { username: 'ada' } } };
  }
  return searchParams.has('watch')
    ? undefined
    : {
        metadata: { resourceVersion: '1' },
        items: LISTS[pathname.slice(pathname.lastIndexOf('/') + 1)] ?? [],
      };
}

/** Base URL of such an API server, until the test ends. */
async function apiServer(): Promise<string> {
  const server = createHttpServer((request, response) => {
    const answer = answerOf(request);
    response.setHeader('content-type', 'application/json');
    if (answer === undefined) {
      response.flushHeaders();
    } else {
      response.end(JSON.stringify(answer));
    }
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Base URLs of a REST API and of its health endpoints, in a process that runs until the test ends. */
async function serve(config: string): Promise<{ readonly rest: string; readonly health: string }> {
  const files = { config: join(folder, 'rest.yaml'), kubeconfig: join(folder, 'rest.kubeconfig') };
  await writeFile(files.config, config);
  await writeFile(files.kubeconfig, kubeconfigOf(await apiServer()));
  const env = { ...process.env, STOA_CONFIG: files.config, KUBECONFIG: files.kubeconfig };
  const child = spawn(process.execPath, [MAIN, 'rest'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    let last = '';
    createInterface(child.stdout).on('line', (line) => {
      last = line;
      const { listen, metrics } = JSON.parse(line) as Partial<Record<'listen' | 'metrics', AddressInfo>>;
      if (listen !== undefined && metrics !== undefined) {
        resolve({ rest: `http://127.0.0.1:${listen.port}`, health: `http://127.0.0.1:${metrics.port}` });
      }
    });
    child.once('exit', () => reject(new Error(`the process has ended: ${last}`)));
  });
}

it('rest tells files with credentials that it cannot use, and counts queries without them', async () => {
  const token = join(folder, 'token');
  const { rest, health } = await serve(`${gateway}
monitoring: { url: "http://127.0.0.1:1", source: rainbond, auth: { bearer: { tokenFile: "${token}" } } }
rest: { listen: "127.0.0.1:0", metrics: "127.0.0.1:0", tls: { insecure: true } }
`);
  const shown = async (path: string) => (await fetch(`${health}${path}`)).text();
  const remark = `ok\nmonitoring of the region local: ${token}: cannot be read (ENOENT)\n`;
  await eventually(async () => expect(await shown('/readyz')).toBe(remark));
  const path = '/openapi/v1/teams/shop/regions/local/apps/1/monitor/query';
  const answer = await fetch(`${rest}${path}`, { headers: { authorization: 't' } });
  expect([answer.status, await answer.json()]).toEqual([
    502,
    expect.objectContaining({ type: 'https://stoa.dev/problems/monitor-unauthorized' }),
  ]);
  const counted = (await shown('/metrics'))
    .split('\n')
    .filter((line) => line.startsWith('stoa_rest_monitor_'));
  expect(counted.toSorted()).toEqual([
    'stoa_rest_monitor_credential_problems{region="local"} 1',
    'stoa_rest_monitor_queries_total{region="local",result="no-credentials"} 3',
    'stoa_rest_monitor_queries_total{region="local",result="unsupported"} 2',
  ]);
  await writeFile(token, 'secret');
  await eventually(async () => {
    await fetch(`${rest}${path}`, { headers: { authorization: 't' } });
    expect(await shown('/readyz')).toBe('ok\n');
  }, 20_000);
}, 40_000);
