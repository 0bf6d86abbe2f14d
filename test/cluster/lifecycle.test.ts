import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { cli, isAlive, newStateFolder, startCluster } from './support/cli.ts';

/** A state folder for one test; what runs there when the test ends is stopped. */
async function temporaryState(): Promise<string> {
  const stateDir = await newStateFolder();
  onTestFinished(async () => {
    await cli('stop', `--state-dir=${stateDir}`);
    await rm(stateDir, { recursive: true, force: true });
  });
  return stateDir;
}

/** Lines of an error; a user must see exactly one. */
function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

describe('a killed supervisor', () => {
  it('leaves nothing that the next start does not clean up', { timeout: 240_000 }, async () => {
    const stateDir = await temporaryState();
    const first = await startCluster(stateDir);
    const { supervisor = 0, ...children } = first.pids;
    const orphans = Object.values(children);
    expect(orphans).toHaveLength(9);
    process.kill(supervisor, 'SIGKILL');
    await eventually(() => expect(isAlive(supervisor)).toBe(false));
    expect(orphans.filter(isAlive)).toEqual(orphans);

    const second = await startCluster(stateDir);
    expect(orphans.filter(isAlive)).toEqual([]);
    const answer = await fetch(`${second.prometheusUrl}/-/ready`);
    expect(answer.status).toBe(200);

    expect(await cli('stop', `--state-dir=${stateDir}`)).toMatchObject({ code: 0 });
    expect(Object.values(second.pids).filter(isAlive)).toEqual([]);
    await expect(readFile(join(stateDir, 'cluster.json'))).rejects.toThrow('ENOENT');
  });
});

describe('a mistake results in one line that names the solution:', () => {
  it('a second start in the same folder', async () => {
    const running = inject('cluster').pids.supervisor;
    const { code, stderr } = await cli('start', '--host=own', `--state-dir=${inject('stateDir')}`);
    expect(code).toBe(1);
    expect(lines(stderr)).toHaveLength(1);
    expect(stderr).toContain(String(running));
    expect(stderr).toContain('npm run stop');
  });

  it('a port that is taken', async () => {
    // Below the range of ephemeral ports.
    const port = 20_080 + 1000 * randomInt(10);
    const stateDir = await temporaryState();
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    const { code, stderr } = await cli('start', `--port-base=${port - 80}`, `--state-dir=${stateDir}`);
    squatter.close();
    expect(code).toBe(1);
    expect(lines(stderr)).toHaveLength(1);
    expect(stderr).toContain(`port ${port} (gateway http) is in use`);
    expect(stderr).toContain('--port-base=');
  });

  it.each([
    [['start', '--nonsense'], '--nonsense'],
    [['start', '--cluster=moon'], 'moon'],
    [['start', 'now'], 'now'],
    [['start', '--port-base=high'], 'high'],
    [['start', '--cluster=current'], '--gateway'],
    [['rest'], 'start or stop'],
  ])('%j', async (args, named) => {
    const { code, stderr } = await cli(...args);
    expect(code).toBe(2);
    expect(lines(stderr)).toHaveLength(1);
    expect(stderr).toContain(named);
  });

  it('a stop without a running cluster is no error', async () => {
    expect(await cli('stop', `--state-dir=${await temporaryState()}`)).toMatchObject({ code: 0 });
  });
});

it('the cluster announces all its endpoints, and they respond', async () => {
  const cluster = inject('cluster');
  expect(Object.keys(cluster)).toEqual(
    expect.arrayContaining([
      ...['kubeconfig', 'kubectl', 'region', 'restUrl', 'token', 'gatewayHttpUrl', 'gatewayHttpsUrl'],
      ...['gatewayTcpPorts', 'prometheusUrl', 'storeUrl', 'podNetworkUrl', 'pids'],
    ]),
  );
  const model = await fetch(`${cluster.storeUrl}/app-server/openapi/apps/web?marketDomain=local`);
  expect(await model.json()).toMatchObject({
    name: 'Web',
    versions: [{ appVersion: '1.0' }, { appVersion: '2.0' }],
  });
  await eventually(async () => {
    const query = encodeURIComponent('up == 1');
    const answer = await fetch(`${cluster.prometheusUrl}/api/v1/query?query=${query}`);
    const { data } = (await answer.json()) as { data: { result: { metric: { job: string } }[] } };
    expect(data.result.map(({ metric }) => metric.job).toSorted()).toEqual([
      'stoa-operator',
      'stoa-rest',
      'traefik',
    ]);
  });
});
