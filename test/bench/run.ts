/**
 * `npm run bench [-- render bulk calls latency handover edits scale growth install installflood chartinstall console rest
 * kubeclient monitor peer start crowd gateway cost flood serving unreported]`: benchmarks of Stoa, each figure with its
 * bar: the first without a cluster, the others on clusters of their own, a bare control plane, and for the last five one
 * with Traefik. `peer` and `crowd` compare it with a minimal operator in Go, which they build. None of them is a test,
 * since machines differ.
 */
import { cpus, totalmem } from 'node:os';
import { terminalProgress } from '../../deploy/local/progress.ts';
import { names } from './benchcluster.ts';
import { type Account, OperatorProcess } from './child.ts';
import { buildPeer, startStoa } from './contender.ts';
import type { Row } from './row.ts';
import { bulk } from './rows/bulk.ts';
import { callsPerRule } from './rows/calls.ts';
import { chartInstall } from './rows/chartinstall.ts';
import { consolePage } from './rows/console.ts';
import { cost } from './rows/cost.ts';
import { crowd, crowdRows } from './rows/crowd.ts';
import { edits } from './rows/edits.ts';
import { flood } from './rows/flood.ts';
import { GROWTH_COLUMNS, growth } from './rows/growth.ts';
import { handover } from './rows/handover.ts';
import { install } from './rows/install.ts';
import { installFlood } from './rows/installflood.ts';
import { kubeClient } from './rows/kubeclient.ts';
import { latencyRow, rawLatency, rawLatencyRow } from './rows/latency.ts';
import { monitor } from './rows/monitor.ts';
import { peer } from './rows/peer.ts';
import { propagation } from './rows/propagation.ts';
import { render } from './rows/render.ts';
import { rest } from './rows/rest.ts';
import { scale } from './rows/scale.ts';
import { serving, servingUnreported } from './rows/serving.ts';
import { start } from './rows/start.ts';
import { takeSample } from './sample.ts';
import { openBareStage, openEngineStage, type Stage } from './stage.ts';

/** Benchmarks without a cluster. */
const ALONE = {
  render: async () => print(await render()),
} as const;

type Parts = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

/** Benchmarks on a bare control plane, each with operators of its own. */
const BARE: Parts = {
  bulk: async ({ world, account }) => print(await bulk(world, account)),
  calls: ({ world, account }) =>
    withOperator(account, async (operator) => print(await callsPerRule(world, operator))),
  latency: async ({ world, account }) => {
    const raw = await rawLatency(world, await takeSample(world, account));
    print([rawLatencyRow(raw)]);
    await withOperator(account, async (operator) => {
      print([await latencyRow(world, raw, { where: 'idle', prefix: 'idle', p50: 10, p99: 40 })]);
      const crowd = await world.rules(names('crowd', 5000));
      await operator.quiet();
      print([
        await latencyRow(world, raw, { where: 'beside 5,000 rules', prefix: 'beside', p50: 10, p99: 80 }),
      ]);
      await world.remove(crowd);
    });
  },
  handover: async ({ world, account }) => print(await handover(world, account)),
  edits: async ({ world, account }) => print(await edits(world, account)),
  install: async ({ world, account }) => {
    for await (const rows of install(world, account)) {
      print(rows);
    }
  },
  installflood: async ({ world, account }) => print(await installFlood(world, account)),
  chartinstall: async (stage) => print(await chartInstall(stage)),
  console: async (stage) => print(await consolePage(stage)),
  rest: async (stage) => {
    for await (const rows of rest(stage)) {
      print(rows);
    }
  },
  kubeclient: async (stage) => print(await kubeClient(stage)),
  monitor: async (stage) => print(await monitor(stage)),
  peer: async (stage) => print(await peer(stage)),
  start: async (stage) => print(await start(stage)),
  scale: async ({ world, account, ca }) => print(await scale(world, account, ca)),
  growth: async ({ world, account }) => {
    process.stdout.write('\n');
    line(GROWTH_COLUMNS);
    line(GROWTH_COLUMNS.map(() => '---'));
    for await (const cells of growth(world, account)) {
      line(GROWTH_COLUMNS.map((column) => cells[column]));
    }
  },
};

/** Benchmarks of Stoa and the peer, each with a control plane of its own. */
const APART = {
  crowd: async (inStage: (take: (stage: Stage) => Promise<void>) => Promise<void>) => {
    const taken: Awaited<ReturnType<typeof crowd>>[] = [];
    for (const build of [async () => startStoa, buildPeer]) {
      await inStage(async (stage) => {
        taken.push(await crowd(stage, await build(stage.account.folder)));
      });
    }
    const [stoa = [], other = []] = taken;
    print(crowdRows(stoa, other));
  },
} as const;

/** Benchmarks that need an engine. */
const WITH_ENGINE: Parts = {
  gateway: async ({ world, account, url }) => print(await propagation(world, account, url)),
  cost: async (stage) => print(await cost(stage)),
  flood: async (stage) => {
    for await (const rows of flood(stage)) {
      print(rows);
    }
  },
  serving: async ({ world, account, url }) => {
    for await (const rows of serving(world, account, url)) {
      print(rows);
    }
  },
};

/** Benchmarks with an engine that may write five statuses a second. */
const WITH_SLOW_REPORTS: Parts = {
  unreported: async ({ world, account, url }) => print(await servingUnreported(world, account, url)),
};

function print(rows: readonly Row[]): void {
  for (const { figure, measured, bar, met } of rows) {
    line([figure, measured, bar, met ? 'yes' : 'NO']);
  }
}

function line(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

async function withOperator(account: Account, measure: (operator: OperatorProcess) => Promise<void>) {
  const operator = new OperatorProcess(account);
  await operator.quiet();
  await measure(operator);
  await operator.end('SIGTERM');
}

const given = process.argv.slice(2);
const chosen =
  given.length > 0 ? given : [ALONE, BARE, APART, WITH_ENGINE, WITH_SLOW_REPORTS].flatMap(Object.keys);
let stage: Stage | undefined;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void Promise.resolve(stage?.close()).finally(() => process.exit(1)));
}

async function measure(parts: Parts, open: () => Promise<Stage>): Promise<void> {
  const wanted = chosen.flatMap((part) => parts[part] ?? []);
  if (wanted.length > 0) {
    await within(open, async (opened) => {
      for (const part of wanted) {
        await part(opened);
      }
    });
  }
}

/** Opens a stage, and closes it after its use. */
async function within(open: () => Promise<Stage>, use: (stage: Stage) => Promise<void>): Promise<void> {
  stage = await open();
  try {
    await use(stage);
  } finally {
    await stage.close();
    stage = undefined;
  }
}

const memory = (totalmem() / 2 ** 30).toFixed(0);
process.stdout.write(
  `${cpus().length} cores (${cpus()[0]?.model}), ${memory} GiB, Node ${process.version}\n\n` +
    '| figure | measured | bar | met |\n|---|---|---|---|\n',
);
const progress = terminalProgress(process.stderr);
if (chosen.includes('render')) {
  await ALONE.render();
}
await measure(BARE, () => openBareStage(progress));
if (chosen.includes('crowd')) {
  await APART.crowd((take) => within(() => openBareStage(progress), take));
}
await measure(WITH_ENGINE, () => openEngineStage(progress));
await measure(WITH_SLOW_REPORTS, () => openEngineStage(progress, { qps: 5, burst: 5 }));
process.exit();
