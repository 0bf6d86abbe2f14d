import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const gateway = 'gateway: { namespace: stoa-system, name: stoa }';

let folder: string;
let taken: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-main-'));
  const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{ name: none, cluster: { server: "https://127.0.0.1:1" } }]
users: [{ name: none, user: {} }]
contexts: [{ name: none, context: { cluster: none, user: none } }]
current-context: none
`;
  await writeFile(join(folder, 'kubeconfig'), kubeconfig);
});

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
