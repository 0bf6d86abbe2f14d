/**
 * `npm run bench [-- calls bulk latency handover scale]`: what Stoa costs, on a control plane of its own (etcd, API server, controllers; no
 * engine), each figure with the bar that it is measured against. Nothing of it is a test: machines differ.
 */

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { type BareControlPlane, startControlPlane } from '../../deploy/local/cluster/controlplane.ts';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { loadAccess } from '../../src/kube/access.ts';
import { KubeClient } from '../../src/kube/client.ts';
import { createTransport } from '../../src/kube/transport.ts';
import { type Account, OperatorProcess } from './child.ts';
import type { Row } from './row.ts';
import { bulk } from './rows/bulk.ts';
import { callsPerRule } from './rows/calls.ts';
import { handover } from './rows/handover.ts';
import { latencyRow } from './rows/latency.ts';
import { scale } from './rows/scale.ts';
import { names, World } from './world.ts';

function print(rows: readonly Row[]): void {
  for (const { figure, measured, bar, met } of rows) {
    process.stdout.write(`| ${figure} | ${measured} | ${bar} | ${met ? 'yes' : 'NO'} |\n`);
  }
}

/** What can be measured, each by itself, with operators of its own. */
const PARTS: Readonly<Record<string, (world: World, identity: Identity) => Promise<void>>> = {
  bulk: async (world, { account }) => print(await bulk(world, account)),
  calls: (world, { account }) =>
    withOperator(account, async (operator) => print(await callsPerRule(world, operator))),
  latency: (world, { account }) =>
    withOperator(account, async (operator) => {
      print([await latencyRow(world, { where: 'idle', prefix: 'idle', p50: 10, p99: 40 })]);
      const crowd = await world.rules(names('crowd', 5000));
      await operator.quiet();
      print([await latencyRow(world, { where: 'beside 5,000 rules', prefix: 'beside', p50: 10, p99: 80 })]);
      await world.remove(crowd);
    }),
  handover: async (world, { account }) => print(await handover(world, account)),
  scale: async (world, { account, ca }) => print(await scale(world, account, ca)),
};

async function withOperator(account: Account, measure: (operator: OperatorProcess) => Promise<void>) {
  const operator = new OperatorProcess(account);
  await operator.quiet();
  await measure(operator);
  await operator.end('SIGTERM');
}

/** Who the operators are, and the API server's CA in PEM. */
interface Identity {
  readonly account: Account;
  readonly ca: string;
}

/** The shipped ServiceAccount of the operator, with a token. */
async function accountOf(client: KubeClient, plane: BareControlPlane, folder: string): Promise<Identity> {
  const base = join(import.meta.dirname, '../../deploy/base');
  execFileSync(plane.binaries.kubectl, [`--kubeconfig=${plane.kubeconfig}`, 'apply', '-k', base], {
    stdio: 'ignore',
  });
  const { status } = await client.post<{ readonly status: { readonly token: string } }>(
    '/api/v1/namespaces/stoa-system/serviceaccounts/stoa-operator/token',
    { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 86_400 } },
  );
  const access = loadAccess();
  const ca = String((await access.credentials()).ca);
  await writeFile(join(folder, 'token'), status.token);
  await writeFile(join(folder, 'ca.crt'), ca);
  return { account: { server: access.server, folder }, ca };
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const stateDir = await mkdtemp(join(tmpdir(), 'stoa-bench-'));
const plane = await startControlPlane({ stateDir, progress: terminalProgress(process.stderr) });
process.env.KUBECONFIG = plane.kubeconfig;
const transport = await createTransport(loadAccess());
const world = new World(new KubeClient(transport));
const memory = (totalmem() / 2 ** 30).toFixed(0);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void plane.stop().finally(() => process.exit(1)));
}
process.stdout.write(
  `${cpus().length} cores (${cpus()[0]?.model}), ${memory} GiB, Node ${process.version}\n\n`,
);
process.stdout.write('| figure | measured | bar | met |\n|---|---|---|---|\n');
try {
  await world.open();
  const identity = await accountOf(world.client, plane, stateDir);
  for (const part of chosen) {
    await PARTS[part]?.(world, identity);
  }
} finally {
  world.close();
  await transport.close();
  await plane.stop();
  await rm(stateDir, { recursive: true, force: true });
}
