import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Address } from '../../../../../deploy/local/cluster/address.ts';
import { announceCluster } from '../../../../../deploy/local/cluster/announce.ts';
import { startPrometheus } from '../../../../../deploy/local/cluster/prometheus.ts';
import { Fleet } from '../../../../../deploy/local/supervisor/fleet.ts';
import type { Run } from '../../../../../deploy/local/supervisor/run.ts';
import { stateFolder } from '../../../../../deploy/local/supervisor/statefolder.ts';
import { recordedProgress, temporaryFolder } from '../binaries/support.ts';

const address: Address = { host: '127.101.255.7', portBase: 18_000 };
const prometheusUrl = `http://${address.host}:18010`;

/** A run whose fleet starts nothing but notes what it is to start. */
async function standInRun() {
  const state = stateFolder(await temporaryFolder());
  mkdirSync(state.generated, { recursive: true });
  const stop = new AbortController();
  const self = { pid: process.pid, startTime: '1', startedAt: 0 };
  const fleet = new Fleet(state, { supervisor: self, children: [] }, stop.signal);
  const started: string[] = [];
  vi.spyOn(fleet, 'start').mockImplementation(async ({ name, command }) => {
    started.push(`${name} ${command.file}`);
  });
  vi.spyOn(fleet, 'pids', 'get').mockImplementation(() => (started.length > 0 ? { prometheus: 42 } : {}));
  const releases: (() => void | Promise<void>)[] = [];
  const progress = recordedProgress();
  const run: Run = {
    state,
    fleet,
    progress,
    signal: stop.signal,
    onClose: (release) => void releases.push(release),
    close: async () => undefined,
  };
  onTestFinished(async () => {
    for (const release of releases) {
      await release();
    }
  });
  return { run, started, progress };
}

test('a Prometheus whose program is there is started and waited for', async () => {
  const { run, started } = await standInRun();
  await startPrometheus(run, Promise.resolve('/bin/prometheus'), address);
  expect(started).toEqual(['prometheus /bin/prometheus']);
});

test('until its program has come its port says so; then it starts, and is announced', async () => {
  const { run, started } = await standInRun();
  const program = Promise.withResolvers<string>();
  await startPrometheus(run, program.promise, address);
  const answer = await fetch(`${prometheusUrl}/api/v1/query?query=up`);
  expect([answer.status, await answer.text()]).toEqual([
    503,
    'Prometheus is still being built and starts by itself\n',
  ]);
  const cluster = {
    kubeconfig: '/k',
    kubectl: '/kubectl',
    region: 'local',
    restUrl: 'http://127.0.0.1:1',
    restMetricsUrl: 'http://127.0.0.1:2',
    operatorMetricsUrl: 'http://127.0.0.1:3',
    pids: { supervisor: 1 },
  };
  announceCluster(run.state, cluster);
  expect(started).toEqual([]);
  program.resolve('/bin/prometheus');
  await expect
    .poll(async () => JSON.parse(await readFile(run.state.cluster, 'utf8')).pids)
    .toEqual({ supervisor: 1, prometheus: 42 });
  expect(started).toEqual(['prometheus /bin/prometheus']);
  await expect(fetch(prometheusUrl)).rejects.toThrow();
});

test('a Prometheus that cannot be had ends nothing, and is told', async () => {
  const { run, started, progress } = await standInRun();
  const program = Promise.withResolvers<string>();
  await startPrometheus(run, program.promise, address);
  program.reject(new Error('no Go on PATH'));
  await expect
    .poll(() => progress.lines)
    .toEqual(['There is no Prometheus: no Go on PATH. All but the monitor works; start again to try again.']);
  expect(run.signal.aborted).toBe(false);
  expect(started).toEqual([]);
  await expect(fetch(prometheusUrl)).rejects.toThrow();
});
