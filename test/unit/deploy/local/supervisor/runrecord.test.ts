import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import {
  endProcesses,
  identify,
  isAlive,
  type ProcessIdentity,
} from '../../../../../deploy/local/processes.ts';
import {
  type ChildRecord,
  claimState,
  readRun,
  releaseState,
} from '../../../../../deploy/local/supervisor/runrecord.ts';
import { type StateFolder, stateFolder } from '../../../../../deploy/local/supervisor/statefolder.ts';
import { stopCluster } from '../../../../../deploy/local/supervisor/stop.ts';

let state: StateFolder;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  state = stateFolder(folder);
});

async function sleeper(): Promise<{ process: ChildProcess; identity: ProcessIdentity }> {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const identity = child.pid === undefined ? undefined : identify(child.pid);
  if (!identity) {
    throw new Error('no sleep on this machine');
  }
  return { process: child, identity };
}

/** A child as the record of a Stoa has it that did not say when it started. */
type Child = Omit<ChildRecord, 'startedAt'>;

/** Record of a supervisor that was killed: its own process is gone, its children live. */
async function leaveBehind(children: readonly Child[]): Promise<void> {
  const dead = await sleeper();
  dead.process.kill('SIGKILL');
  await once(dead.process, 'exit');
  writeFileSync(state.run, JSON.stringify({ supervisor: dead.identity, children }));
  writeFileSync(state.cluster, '{}');
}

test('a process that got the pid of a dead one is left alone', async () => {
  const { identity } = await sleeper();
  await endProcesses([{ ...identity, startTime: '1' }], 100);
  expect(isAlive(identity)).toBe(true);
  await endProcesses([identity], 1000);
  expect(isAlive(identity)).toBe(false);
});

test('a process that ignores SIGTERM is killed after the grace', async () => {
  const child = spawn('sh', ['-c', 'trap "" TERM; echo ready; while :; do sleep 0.1; done']);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const identity = identify(child.pid ?? 0);
  if (!identity) {
    throw new Error('not started');
  }
  await endProcesses([identity], 100);
  expect(isAlive(identity)).toBe(false);
});

test('a start after a killed supervisor ends exactly what the record names', async () => {
  const [recorded, recycled, stranger] = [await sleeper(), await sleeper(), await sleeper()];
  await leaveBehind([
    { name: 'etcd', layer: 0, ...recorded.identity },
    { name: 'rest', layer: 3, ...recycled.identity, startTime: '1' },
  ]);
  writeFileSync(join(state.folder, 'kubeconfig'), 'old');

  const record = await claimState(state);

  expect([recorded, recycled, stranger].map(({ identity }) => isAlive(identity))).toEqual([
    false,
    true,
    true,
  ]);
  expect(readRun(state)).toEqual(record);
  expect(existsSync(state.kubeconfig)).toBe(false);
  releaseState(state, record.supervisor);
  expect(readRun(state)).toBeUndefined();
});

test('a folder whose supervisor lives is refused, and its children are left alone', async () => {
  const [supervisor, child] = [await sleeper(), await sleeper()];
  const record = {
    supervisor: { ...supervisor.identity, startedAt: 1 },
    children: [{ name: 'etcd', layer: 0, startedAt: 2, ...child.identity }],
  };
  writeFileSync(state.run, JSON.stringify(record));
  await expect(claimState(state)).rejects.toThrow(
    `a local cluster already runs in ${state.folder} (pid ${supervisor.identity.pid}); stop it with npm run stop`,
  );
  expect(isAlive(child.identity)).toBe(true);
  expect(readRun(state)).toEqual(record);
});

test('of two claims at once one wins', async () => {
  const results = await Promise.allSettled([claimState(state), claimState(state)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('stop ends a live supervisor and its children, cleans up after a killed one, and says which', async () => {
  expect(await stopCluster(state.folder)).toBe('nothing');

  const [supervisor, child] = [await sleeper(), await sleeper()];
  const children = [{ name: 'etcd', layer: 0, ...child.identity }];
  writeFileSync(state.run, JSON.stringify({ supervisor: supervisor.identity, children }));
  expect(await stopCluster(state.folder)).toBe('stopped');
  expect([supervisor, child].some(({ identity }) => isAlive(identity))).toBe(false);

  const orphan = await sleeper();
  await leaveBehind([{ name: 'etcd', layer: 0, ...orphan.identity }]);
  expect(await stopCluster(state.folder)).toBe('cleaned up');
  expect(isAlive(orphan.identity)).toBe(false);
  expect(existsSync(state.run) || existsSync(state.cluster)).toBe(false);
});

test('a damaged record is named', async () => {
  writeFileSync(state.run, '{"supervisor":');
  await expect(stopCluster(state.folder)).rejects.toThrow(`${state.run} is damaged`);
});
