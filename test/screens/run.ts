/**
 * `npm run screens`: creates the pictures of docs/screens from a cluster with some minutes of traffic: `kubectl stoa
 * status` in a terminal, the console and the page /docs of the REST API in a browser, and the dashboards, drawn from
 * their queries.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterFile } from '../../deploy/local/cluster/clusterfile.ts';
import { EXAMPLE_INSTALL, EXAMPLE_NAMESPACE } from '../../deploy/local/cluster/examples.ts';
import { repository } from '../../deploy/local/repository.ts';
import { openBrowser } from '../cluster/support/browser.ts';
import { cli, newStateFolder, run, startCluster } from '../cluster/support/cli.ts';
import { Terminal } from '../cluster/support/terminal.ts';
import { takeConsole } from './console.ts';
import { dashboardSvg } from './dashboard.ts';
import { readDashboard } from './prometheus.ts';
import { terminalSvg } from './terminal.ts';
import { makeTraffic } from './traffic.ts';

const FOLDER = join(repository.root, 'docs', 'screens');

/** Seconds of traffic in the pictures. */
const SECONDS = 240;

const COLUMNS = 100;

const NOTE =
  'Drawn by npm run screens from the queries of the dashboard and the answers of a local Prometheus: no screen of Grafana.';

async function kubectl({ kubectl, kubeconfig }: ClusterFile, args: string[], input = ''): Promise<void> {
  const { code, stderr } = await run(kubectl, [`--kubeconfig=${kubeconfig}`, ...args], input);
  if (code !== 0) {
    throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  }
}

async function setScene(cluster: ClusterFile): Promise<void> {
  await kubectl(cluster, ['apply', `--filename=${join(import.meta.dirname, 'scene.yaml')}`]);
  const patch = JSON.stringify({ spec: { market: { url: cluster.storeUrl } } });
  const install = ['--local', `--filename=${repository.exampleInstall}`, '--type=merge', `--patch=${patch}`];
  const { stdout } = await run(cluster.kubectl, ['patch', ...install, '--output=json']);
  await kubectl(cluster, ['apply', '--filename=-'], stdout);
  await kubectl(cluster, [
    ...['wait', '--for=condition=Ready', `marketinstall/${EXAMPLE_INSTALL.model}`],
    ...[`--namespace=${EXAMPLE_NAMESPACE}`, '--timeout=120s'],
  ]);
}

async function drawStatus({ kubectl, kubeconfig, restUrl, token }: ClusterFile): Promise<void> {
  const args = ['stoa', 'status', '-n', EXAMPLE_NAMESPACE];
  const terminal = new Terminal(kubectl, args, {
    columns: COLUMNS,
    env: {
      PATH: [join(repository.root, 'bin'), process.env.PATH].join(delimiter),
      KUBECONFIG: kubeconfig,
      STOA_REST: restUrl,
      STOA_TOKEN: token,
    },
  });
  const code = await terminal.ended;
  if (code !== 0) {
    throw new Error(`kubectl stoa status ended with ${code}: ${terminal.raw}`);
  }
  const command = `kubectl ${args.join(' ')}`;
  const lines = [`$ ${command}`, ...terminal.raw.trimEnd().split(/\r?\n/)];
  await writeFile(join(FOLDER, 'kubectl-status.svg'), terminalSvg(command, lines, COLUMNS));
}

async function takeDocs({ restUrl }: ClusterFile): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-browser-'));
  const browser = await openBrowser(folder);
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1000, height: 760 });
    await page.goto(`${restUrl}/docs`);
    await page.waitForSelector('.opblock', { timeout: 60_000 });
    await page.screenshot({ path: `${join(FOLDER, 'rest-docs')}.png` });
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
}

async function drawDashboards({ prometheusUrl }: ClusterFile, end: number): Promise<void> {
  const span = { start: end - SECONDS, end };
  for (const name of ['fleet', 'operator', 'rest']) {
    const { title, graphs } = await readDashboard(prometheusUrl, name, span);
    await writeFile(join(FOLDER, `dashboard-${name}.svg`), dashboardSvg(title, NOTE, graphs, span));
  }
}

const stateDir = await newStateFolder();
try {
  await mkdir(FOLDER, { recursive: true });
  const cluster = await startCluster(stateDir);
  await setScene(cluster);
  process.stderr.write(`The cluster is ready; sending traffic for ${SECONDS} s …\n`);
  const stop = new AbortController();
  const traffic = makeTraffic(cluster, stop.signal);
  await sleep(1000 * SECONDS);
  await drawStatus(cluster);
  await drawDashboards(cluster, Math.floor(Date.now() / 1000));
  await takeConsole(cluster, FOLDER);
  stop.abort();
  await traffic;
  await takeDocs(cluster);
} finally {
  await cli('stop', `--state-dir=${stateDir}`);
  await rm(stateDir, { recursive: true });
}
