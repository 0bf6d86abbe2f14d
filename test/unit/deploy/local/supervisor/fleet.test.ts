import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { identify } from '../../../../../deploy/local/processes.ts';
import {
  type ClusterComponent,
  ComponentExited,
  Fleet,
} from '../../../../../deploy/local/supervisor/fleet.ts';
import { lastLines } from '../../../../../deploy/local/supervisor/logtail.ts';
import { readRun } from '../../../../../deploy/local/supervisor/runrecord.ts';
import {
  logFile,
  type StateFolder,
  stateFolder,
} from '../../../../../deploy/local/supervisor/statefolder.ts';
import { eventually } from '../../../../support/eventually.ts';

let state: StateFolder;
let fleet: Fleet;
let program: string;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-fleet-'));
  state = stateFolder(folder);
  mkdirSync(state.logs);
  program = join(folder, 'program.sh');
  const supervisor = identify(process.pid);
  if (!supervisor) {
    throw new Error('not on this system');
  }
  const record = { supervisor: { ...supervisor, startedAt: 0 }, children: [] };
  fleet = new Fleet(state, record, new AbortController().signal);
  onTestFinished(async () => {
    await fleet.stop();
    rmSync(folder, { recursive: true });
  });
});

/** Source of the component, as a developer edits it. */
function write(version: string): void {
  writeFileSync(program, version);
}

const good = (word: string) => `echo ${word}; exec sleep 60`;
const bad = 'echo a mistake; exit 3';

function said(): string[] {
  return lastLines(logFile(state, 'part'), 10);
}

/** Healthy as soon as it says something, unless that is a mistake. */
function part(): ClusterComponent {
  const healthy = async () => said().length > 0 && !said().includes('a mistake');
  return {
    name: 'part',
    layer: 3,
    command: { file: '/bin/sh', args: [program], env: {} },
    healthy,
    deadlineSeconds: 30,
  };
}

test('a component is renewed with its present sources, and the record says since when it runs', async () => {
  write(good('old'));
  await fleet.start(part());
  const before = readRun(state)?.children[0];
  write(good('new'));
  await fleet.renew('part');
  expect(said()).toEqual(['new']);
  const children = readRun(state)?.children ?? [];
  expect(children).toHaveLength(1);
  expect(fleet.pids).toEqual({ part: children[0]?.pid });
  expect(children[0]?.pid).not.toBe(before?.pid);
  expect(children[0]?.startedAt).toBeGreaterThan(before?.startedAt ?? Number.NaN);
  expect(fleet.signal.aborted).toBe(false);
});

test('a component that does not start anew takes nothing else with it, and is renewed again', async () => {
  write(good('old'));
  await fleet.start(part());
  write(bad);
  await expect(fleet.renew('part')).rejects.toThrow('part ended (exit code 3): a mistake');
  expect(fleet.signal.aborted).toBe(false);
  await expect(fleet.renew('part')).rejects.toThrow('a mistake');
  write(good('mended'));
  await fleet.renew('part');
  expect(said()).toEqual(['mended']);
  expect(fleet.signal.aborted).toBe(false);
});

test('a component that ends after it was renewed ends the whole, as ever', async () => {
  write(good('old'));
  await fleet.start(part());
  await fleet.renew('part');
  process.kill(fleet.pids.part ?? 0);
  await eventually(() => expect(fleet.signal.aborted).toBe(true));
  expect(fleet.signal.reason).toBeInstanceOf(ComponentExited);
});

test('what has never been started is not renewed', async () => {
  await expect(fleet.renew('part')).rejects.toThrow('part does not run');
});
