import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { kubeconfigText } from '../../../deploy/local/cluster/kubeconfig.ts';
import { repository } from '../../../deploy/local/repository.ts';
import { MEMORY_FLAGS } from '../../../deploy/memory.ts';
import { freePort } from '../../support/freeport.ts';
import { stoaMain } from '../bundles.ts';
import { cpuSeconds, residentMiB } from '../contender.ts';
import { median, type Row, repeated, spread } from '../row.ts';
import { type Stage, tokenOf } from '../stage.ts';

const ROLES = ['operator', 'rest'] as const;

type Role = (typeof ROLES)[number];

/** Figures of the life of a process. */
interface Life {
  /** Seconds from its start until it is ready, and of CPU in this time. */
  readonly seconds: number;
  readonly cpu: number;
  /** Resident memory when it has been idle for a while. */
  readonly residentMiB: number;
}

/** Time without work, after which the memory is measured. */
const IDLE_MS = 10_000;

/** Rows on the start of operator and REST API: the bundle as in the image, and the sources, in turn. */
export async function start(stage: Stage): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const role of ROLES) {
    const lives = await repeated(async () => ({
      bundle: await lifeOf(stage, stoaMain(stage.account.folder), role),
      sources: await lifeOf(stage, repository.main, role),
    }));
    const row = (what: string, unit: string, digits: number, of: (life: Life) => number): Row => {
      const [bundle, sources] = [lives.map((each) => of(each.bundle)), lives.map((each) => of(each.sources))];
      const measured = `${spread(bundle, unit, digits)}; from the sources ${spread(sources, unit, digits)}`;
      const met = median(bundle) <= median(sources);
      return { figure: `${role}: ${what}`, measured, bar: '≤ from the sources', met };
    };
    rows.push(
      row('CPU from start until ready', 's', 2, ({ cpu }) => cpu),
      row('time from start until ready', 's', 2, ({ seconds }) => seconds),
      row('resident memory, idle for 10 s', 'MiB', 0, (life) => life.residentMiB),
    );
  }
  return rows;
}

/** Runs a role of Stoa with the shipped flags and permissions, until it has been ready and idle. */
async function lifeOf({ world, account, ca }: Stage, main: string, role: Role): Promise<Life> {
  const { server, folder } = account;
  const token = await tokenOf(world.client, { namespace: 'stoa-system', name: `stoa-${role}` });
  const [kubeconfig, config] = [join(folder, 'start.kubeconfig'), join(folder, 'start.yaml')];
  await writeFile(kubeconfig, kubeconfigText(server, ca, { kind: 'token', token }));
  const [metrics, listen] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const gateway = { namespace: 'default', name: 'bench' };
  await writeFile(config, stringify({ gateway, operator: { metrics }, rest: { metrics, listen } }));
  const began = performance.now();
  const child = spawn(process.execPath, [...MEMORY_FLAGS, main, role], {
    env: { KUBECONFIG: kubeconfig, STOA_CONFIG: config },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const subject = { pid: child.pid ?? 0 };
  const answers = () => fetch(`http://${metrics}/readyz`).then(({ ok }) => ok);
  while (!(await answers().catch(() => false))) {
    if (child.exitCode !== null) {
      throw new Error(`${role} has ended with ${child.exitCode}`);
    }
    await sleep(10);
  }
  const seconds = (performance.now() - began) / 1000;
  const cpu = await cpuSeconds(subject);
  await sleep(IDLE_MS);
  const life = { seconds, cpu, residentMiB: await residentMiB(subject) };
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return life;
}
