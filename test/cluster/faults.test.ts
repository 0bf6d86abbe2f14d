import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { campaign, faultless, type References } from '../faults/campaign.ts';
import type { Result } from '../faults/execute.ts';
import { Ledger } from '../faults/ledger.ts';
import { OperatorRun } from '../faults/operatorrun.ts';
import { violationsIn } from '../faults/oracle.ts';
import { parsePlan } from '../faults/plan.ts';
import { FaultProxy } from '../faults/proxy.ts';
import { recordedReferences } from '../faults/recorded.ts';
import { Scene } from '../faults/scene.ts';
import { openStage, type Stage } from '../faults/stage.ts';
import { SUBSET } from '../faults/subset.ts';
import { Team } from '../faults/team.ts';
import { workloadOf } from '../faults/workloads.ts';
import { eventually } from '../support/eventually.ts';
import { silentProgress } from '../support/progress.ts';

const nothing = () => undefined;

const WORKLOADS = [...new Set(SUBSET.map((id) => parsePlan(id).workload))].map(workloadOf);

let stage: Stage;
let references: References;

beforeAll(async () => {
  stage = await openStage(silentProgress, new AbortController().signal);
  references = await recordedReferences();
}, 480_000);

afterAll(() => stage?.close());

describe('without faults, the end state is the recorded one', () => {
  let differences: Awaited<ReturnType<typeof faultless>>;

  beforeAll(async () => {
    differences = await faultless(stage, WORKLOADS, references);
  }, 900_000);

  it.each(WORKLOADS.map(({ name }) => name))('%s', (name) => {
    expect(differences.get(name)).toEqual([]);
  });
});

describe('with one fault, the end state is the same as without', () => {
  let results: readonly Result[];

  beforeAll(async () => {
    results = await campaign(stage, SUBSET.map(parsePlan), references, stage.plane.signal);
  }, 900_000);

  it.each(SUBSET)('%s', (id) => {
    expect(results.find((result) => result.id === id)).toMatchObject({ struck: true, problems: [] });
  });
});

it('a stall of half a second has no effect on the end state', async () => {
  const plans = [
    'create/patch.httproutes/1/stall',
    'create/patch.gatewayrules.status/1/stall',
    'edit/patch.httproutes/2/stall',
  ];
  const results = await campaign(stage, plans.map(parsePlan), references, stage.plane.signal);
  expect(results.map(({ problems }) => problems)).toEqual([[], [], []]);
});

describe.each(['etcd', 'kube-apiserver'] as const)('%s, after a kill and restart', (component) => {
  it('is used by the same operator, which reconciles the writes of the meantime', async () => {
    const scene = await Scene.open(stage, 'rules');
    const { team, operator } = scene;
    await scene.ready();
    await team.rule('r');
    await team.reach('r', 'Ready', 'True');
    const edit = () => team.rule('r', { domainPath: '/moved', serviceId: 'other' });
    await Promise.all([stage.plane.restart(component), eventually(edit, 40_000)]);
    await eventually(() => expect(team.has('r', 'Ready', 'True')).toBe(true), 40_000);
    await eventually(() => expect(team.view.routes.size).toBe(1));
    expect(scene.operator).toBe(operator);
    expect(violationsIn(team.view)).toEqual([]);
    expect(await scene.secondPass()).toEqual([]);
    await scene.close();
  });
});

describe('SIGTERM in the middle of a create', () => {
  it.each([
    ['at the first write', 'patch.httproutes', 1],
    ['between the writes', 'patch.gatewayrules.status', 1],
    ['at the last write', 'patch.gatewayrules.status', 2],
  ])(
    '%s ends the process gracefully, and the next one completes the work',
    async (_when, callClass, ordinal) => {
      const team = await Team.create(stage, 'rules');
      const strike = { at: 'call', class: callClass, ordinal, fault: 'stop' } as const;
      const { upstream } = stage;
      const kept = { upstream, namespace: team.namespace, onKill: nothing };
      const terminated = Promise.withResolvers<void>();
      const ledger = new Ledger(strike);
      const proxy = await FaultProxy.open({ ...kept, ledger, onStop: terminated.resolve });
      const operator = await startOperator(proxy.url, team.config);
      onTestFinished(() => void operator.kill('SIGKILL'));
      await team.rule('r');
      await terminated.promise;
      operator.kill('SIGTERM');
      expect(await once(operator, 'exit')).toEqual([0, null]);
      proxy.kill();

      const next = await FaultProxy.open({ ...kept, ledger: new Ledger(), onStop: nothing });
      const successor = new OperatorRun(next, team.config);
      await team.reach('r', 'Ready', 'True');
      expect(team.view.routes.size).toBe(1);
      expect(violationsIn(team.view)).toEqual([]);
      await successor.kill();
    },
  );
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-faults-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the operator as a separate process, on the API server at `server`. */
async function startOperator(server: string, settings: object) {
  const kubeconfig = join(folder, `${new URL(server).port}.kubeconfig`);
  const config = join(folder, 'stoa.yaml');
  const named = { name: 'proxy' };
  await writeFile(
    kubeconfig,
    stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ ...named, cluster: { server, 'insecure-skip-tls-verify': true } }],
      users: [{ ...named, user: {} }],
      contexts: [{ ...named, context: { cluster: 'proxy', user: 'proxy' } }],
      'current-context': 'proxy',
    }),
  );
  await writeFile(config, stringify({ ...settings, operator: { metrics: '127.0.0.1:0' } }));
  const main = join(import.meta.dirname, '../../src/main.ts');
  const env = { ...process.env, KUBECONFIG: kubeconfig, STOA_CONFIG: config };
  return spawn(process.execPath, [main, 'operator'], { env, stdio: 'ignore' });
}
