import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureBinaries } from '../../../deploy/local/binaries/ensure.ts';
import { placeRenderer } from '../../../deploy/local/binaries/renderer.ts';
import { REPLICA_SETS } from '../../../src/objects/workload.ts';
import { sandboxesSeen } from '../../fuzz/charts/watch.ts';
import { ChartRepository } from '../../support/chartrepository.ts';
import { silentProgress } from '../../support/progress.ts';
import type { BenchCluster } from '../benchcluster.ts';
import { chartFiles, OBJECTS } from '../chart.ts';
import { OperatorProcess } from '../child.ts';
import { chartAt, Installs } from '../installs.ts';
import { median, type Row, repeated, spread } from '../row.ts';
import type { Stage } from '../stage.ts';

const CHART = 'large';

/** Seconds until all objects of a chart are applied, in one round. */
interface Round {
  /** By Stoa, with a new process of the renderer and with one that has just rendered. */
  readonly first: number;
  readonly next: number;
  readonly helm: number;
}

/** Rows on the install of a chart beside `helm install`, in turn: both get it from one repository. No pod runs. */
export async function chartInstall({ world, account }: Stage): Promise<Row[]> {
  await placeRenderer({ progress: silentProgress });
  const { helm } = await ensureBinaries({ names: ['helm'], progress: silentProgress });
  const repository = await ChartRepository.open();
  repository.offer(CHART, '1.0.0', chartFiles());
  const installs = new Installs(world, chartAt(repository.url, CHART));
  const operator = new OperatorProcess(account);
  const byStoa = (name: string) => stoaSeconds(world, installs, operator, name);
  const byHelm = new Helm(helm, join(account.folder, 'helm'), repository.url);
  const rounds = await repeated(async (round): Promise<Round> => {
    const before = round % 2 === 0 ? await byHelm.seconds(world, `helm-${round}`) : undefined;
    await ended(operator);
    const first = await byStoa(`first-${round}`);
    const next = await byStoa(`next-${round}`);
    return { first, next, helm: before ?? (await byHelm.seconds(world, `helm-${round}`)) };
  });
  await operator.end('SIGTERM');
  installs.close();
  repository.close();
  return [
    rowOf(`chart of ${OBJECTS} objects until all are applied`, rounds, ({ first }) => first),
    rowOf('the same with a renderer that has just rendered', rounds, ({ next }) => next),
  ];
}

function rowOf(figure: string, rounds: readonly Round[], of: (round: Round) => number): Row {
  const ratios = rounds.map((round) => of(round) / round.helm);
  const [own, helm] = [rounds.map(of), rounds.map((round) => round.helm)];
  return {
    figure,
    measured: `${spread(ratios, '', 2)} × helm install: ${spread(own, 's', 2)}, helm ${spread(helm, 's', 2)}`,
    bar: '≤ 1',
    met: median(ratios) <= 1,
  };
}

/** Waits until the operator has no process of the renderer. */
async function ended(operator: OperatorProcess): Promise<void> {
  while (sandboxesSeen(operator.pid).length > 0) {
    await sleep(200);
  }
}

async function stoaSeconds(
  world: BenchCluster,
  installs: Installs,
  operator: OperatorProcess,
  name: string,
): Promise<number> {
  await operator.quiet();
  const ms = await installs.make([name]);
  await installs.remove([name]);
  await emptied(world);
  return ms / 1000;
}

/** Waits until Kubernetes has deleted the ReplicaSets of deleted Deployments. */
async function emptied({ client, namespace }: BenchCluster): Promise<void> {
  while ((await client.listMetadata(REPLICA_SETS, { namespace })).length > 0) {
    await sleep(200);
  }
}

/** Helm with state of its own, as the administrator. */
class Helm {
  readonly #program: string;
  readonly #folder: string;
  readonly #url: string;

  constructor(program: string, folder: string, url: string) {
    this.#program = program;
    this.#folder = folder;
    this.#url = url;
  }

  /** Seconds of the install of a release, which is removed after it. */
  async seconds(world: BenchCluster, release: string): Promise<number> {
    const namespace = `--namespace=${world.namespace}`;
    const began = performance.now();
    await this.#run('install', release, CHART, `--repo=${this.#url}`, '--version=1.0.0', namespace);
    const seconds = (performance.now() - began) / 1000;
    await this.#run('uninstall', release, namespace);
    await emptied(world);
    return seconds;
  }

  async #run(...args: readonly string[]): Promise<void> {
    const [cache, config, data] = ['cache', 'config', 'data'].map((each) => join(this.#folder, each));
    const state = { HELM_CACHE_HOME: cache, HELM_CONFIG_HOME: config, HELM_DATA_HOME: data };
    await promisify(execFile)(this.#program, args, { env: { ...process.env, ...state } });
  }
}
