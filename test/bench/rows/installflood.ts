import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveStore } from '../../../deploy/local/store/store.ts';
import type { KubeClient } from '../../../src/kube/client.ts';
import { NAMESPACES } from '../../../src/objects/core.ts';
import { APPLICATIONS, MARKET_INSTALL_TYPE, MARKET_INSTALLS } from '../../../src/objects/stoa.ts';
import { openInstallAccount } from '../../support/installaccount.ts';
import { type BenchCluster, inParallel, names } from '../benchcluster.ts';
import { type Account, OperatorProcess } from '../child.ts';
import { Installs, modelAt } from '../installs.ts';
import { modelOf } from '../model.ts';
import { median, type Row, spread } from '../row.ts';

/** Installs of one team, none of which can be made: their store has no such model. */
const FLOOD = 5_000;

/** Installs of a neighbour, one after the other, and the components of each. */
const NEIGHBOURS = 9;
const COMPONENTS = 5;

const NAMESPACE = 'team-flood';

/** Rows on a flood of installs of one team, as a neighbour feels it: until all objects of its own install are applied. */
export async function installFlood(world: BenchCluster, account: Account): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-bench-store-'));
  await writeFile(join(folder, 'small.json'), modelOf('small', COMPONENTS));
  const store = await serveStore({ host: '127.0.0.1', port: 0, folders: [folder] });
  const installs = new Installs(world, modelAt(store.url, 'small'));
  const operator = new OperatorProcess(account);
  await operator.quiet();
  await neighbours(installs, 'warm');
  const calm = await neighbours(installs, 'calm');
  await openTeam(world.client);
  await inParallel(names('flood', FLOOD), (name) => requestMissing(world.client, store.url, name));
  const during = await neighbours(installs, 'during');
  await operator.quiet();
  const after = await neighbours(installs, 'after');
  await operator.end('SIGTERM');
  installs.close();
  await store.close();
  await rm(folder, { recursive: true });
  return [
    row('install of a neighbour without a flood', calm, calm),
    row(`the same right after ${FLOOD} installs of another team that cannot be made`, during, calm),
    row('the same once each of these has its status', after, calm),
  ];
}

/** Milliseconds of installs of the neighbour. */
async function neighbours(installs: Installs, prefix: string): Promise<number[]> {
  const times: number[] = [];
  for (const name of names(prefix, NEIGHBOURS)) {
    times.push(await installs.make([name]));
    await installs.remove([name]);
  }
  return times;
}

async function openTeam(client: KubeClient): Promise<void> {
  const metadata = { name: NAMESPACE, labels: { 'stoa.dev/team': 'flood' } };
  await client.apply(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata }, 'bench');
  await openInstallAccount(client, NAMESPACE);
  const app = {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'Application',
    metadata: { name: 'app', namespace: NAMESPACE },
  };
  await client.apply(APPLICATIONS, { ...app, spec: { id: 1 } }, 'bench');
}

async function requestMissing(client: KubeClient, url: string, name: string): Promise<void> {
  const spec = {
    appId: 1,
    appModelId: 'missing',
    appModelVersion: '1.0',
    volumesOnDelete: 'delete',
    market: { url, domain: 'bench' },
  };
  const metadata = { name, namespace: NAMESPACE };
  await client.apply(MARKET_INSTALLS, { ...MARKET_INSTALL_TYPE, metadata, spec }, 'bench');
}

function row(figure: string, times: readonly number[], calm: readonly number[]): Row {
  const ratio = median(times) / median(calm);
  return {
    figure,
    measured: `${spread(times, 'ms', 0)}; × ${ratio.toFixed(2)}`,
    bar: 'for comparison',
    met: true,
  };
}
