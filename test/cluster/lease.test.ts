import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type BareControlPlane, startControlPlane } from '../../deploy/local/cluster/controlplane.ts';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { repository } from '../../deploy/local/repository.ts';
import { LEASES, type Lease } from '../../src/controller/lease.ts';
import { loadAccess } from '../../src/kube/access.ts';
import type { KubeClient } from '../../src/kube/client.ts';
import { GATEWAY_RULES } from '../../src/objects/stoa.ts';
import { eventually } from '../support/eventually.ts';
import { newStateFolder, run } from './support/cli.ts';
import { HangingProxy } from './support/hangingproxy.ts';
import { LEASE, REPLICA_CONFIG, Replica } from './support/replica.ts';
import { connect, Team } from './support/world.ts';

// A control plane without the operator of the other tests: no other process may reconcile rules here.
let stateDir: string;
let plane: BareControlPlane;
let client: KubeClient;
let team: Team;

beforeAll(async () => {
  stateDir = await newStateFolder();
  plane = await startControlPlane({
    stateDir,
    progress: terminalProgress({ isTTY: false, write: () => true }),
  });
  client = await connect(plane.kubeconfig);
  // The roles that teams bind to their accounts.
  const roles = ['apply', `--kustomize=${repository.access}`];
  const applied = await run(plane.binaries.kubectl, [`--kubeconfig=${plane.kubeconfig}`, ...roles]);
  expect(applied).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await plane.stop();
  await rm(stateDir, { recursive: true, force: true });
});

beforeEach(async () => {
  team = await Team.create(client);
});

function replica(access = loadAccess()): Replica {
  const made = new Replica(access);
  onTestFinished(async () => {
    await made.stop();
  });
  return made;
}

function lease(): Promise<Lease> {
  return client.get(LEASES, LEASE);
}

/** Waits until an operator has reconciled a rule's current generation. */
function carriedOut(name: string): Promise<{ readonly reason: string }> {
  return team.condition(name, 'Accepted', 'True');
}

function leads(one: Replica): Promise<void> {
  return eventually(async () => expect(await one.leads()).toBe(true));
}

function isWarm(one: Replica): Promise<void> {
  return eventually(() => expect(one.operator.unready()).toEqual([]));
}

describe('two operators', () => {
  it('one leads and the other is on standby; when the leader stops, the other takes over at once', async () => {
    const first = replica();
    await leads(first);
    const second = replica();
    await isWarm(second);
    await team.rule('one');
    await carriedOut('one');
    await eventually(async () => expect(await second.waiting()).toBeGreaterThan(0));
    expect([await second.leads(), await second.reconciles()]).toEqual([false, 0]);
    const before = await lease();
    expect(await first.stop()).toBeUndefined();
    expect((await lease()).spec?.holderIdentity).not.toBe(before.spec?.holderIdentity);
    await team.rule('two', { domainPath: '/two' });
    await carriedOut('two');
    await leads(second);
    const { spec } = await lease();
    expect(spec?.leaseTransitions).toBe((before.spec?.leaseTransitions ?? 0) + 1);
    const shown = await run(plane.binaries.kubectl, [
      `--kubeconfig=${plane.kubeconfig}`,
      ...['get', 'lease', LEASE.name, `--namespace=${LEASE.namespace}`],
    ]);
    expect(shown.stdout).toContain(spec?.holderIdentity);
  });

  it('a leader whose requests hang stops before the other starts, and changes nothing afterwards', async () => {
    const { wire, access } = await HangingProxy.to(loadAccess());
    onTestFinished(() => wire.close());
    const first = replica(access);
    await leads(first);
    const second = replica();
    await isWarm(second);
    wire.hang();
    const firstStillLeads = leads(second).then(() => first.leads());
    await team.rule('one');
    const error = await first.ended;
    expect(error).toMatchObject({
      name: 'LeaseLostError',
      message: expect.stringContaining('default/replicas'),
    });
    expect(await firstStillLeads).toBe(false);
    wire.resume();
    await carriedOut('one');
  });
});

describe('an operator process', () => {
  /** Runs the operator as shipped; `log` resolves to its output when it has ended. */
  async function start(): Promise<{ readonly child: ChildProcess; readonly log: Promise<string> }> {
    const config = join(stateDir, 'replica.yaml');
    await writeFile(config, REPLICA_CONFIG);
    const env = { ...process.env, KUBECONFIG: plane.kubeconfig, STOA_CONFIG: config };
    const child = spawn(process.execPath, [repository.main, 'operator'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return { child, log: text(child.stdout) };
  }

  /** Waits until the lease changes its holder. */
  async function takesOver(from: string | undefined): Promise<string> {
    return eventually(async () => {
      const holder = (await lease().catch(() => undefined))?.spec?.holderIdentity ?? '';
      expect(['', from]).not.toContain(holder);
      return holder;
    });
  }

  it('that is paused beyond its lease ends with one error, and has changed nothing', async () => {
    const { child, log } = await start();
    const exited = once(child, 'exit');
    const holder = await takesOver(undefined);
    await team.rule('one');
    await carriedOut('one');
    const second = replica();
    await isWarm(second);
    child.kill('SIGSTOP');
    await takesOver(holder);
    await team.rule('one', { domainPath: '/moved' });
    await carriedOut('one');
    const before = await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'one' });
    child.kill('SIGCONT');
    expect(await exited).toEqual([1, null]);
    const errors = (await log).split('\n').filter((line) => line.includes('"level":50'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/the lease default\/replicas (could not be renewed in time|was taken by)/);
    expect(await second.leads()).toBe(true);
    expect(await client.get(GATEWAY_RULES, { namespace: team.namespace, name: 'one' })).toEqual(before);
  });

  it('completes work in progress on SIGTERM, releases its lease and exits with 0', async () => {
    const { child, log } = await start();
    const exited = once(child, 'exit');
    await takesOver(undefined);
    const names = Array.from({ length: 30 }, (_, n) => `r${n}`);
    await Promise.all(names.map((name) => team.rule(name, { domainName: `${name}.${team.host}` })));
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect((await lease()).spec).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1 });
    // It has completed all work in progress: no abort, no failure.
    expect(await log).not.toMatch(/"level":[45]0/);
    replica();
    await Promise.all(names.map(carriedOut));
  });
});
