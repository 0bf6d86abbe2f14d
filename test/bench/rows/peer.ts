import { type BenchCluster, names } from '../benchcluster.ts';
import { buildPeer, type Contender, cpuSeconds, residentMiB, startStoa } from '../contender.ts';
import { type Figure, ratioRow } from '../ratio.ts';
import { percentile, type Row, repeated } from '../row.ts';
import type { Stage } from '../stage.ts';
import { latencies } from './latency.ts';

const BATCH = 1000;

const FIGURES = {
  p50: { words: 'rule → route, idle, p50', unit: 'ms', digits: 1, bar: { most: 0.8 } },
  p99: { words: 'rule → route, idle, p99', unit: 'ms', digits: 1, bar: { most: 1 } },
  empty: {
    words: `${BATCH} rules at once in an empty cluster`,
    unit: 'rules/s',
    digits: 0,
    bar: { least: 1.2 },
  },
  next: { words: `the next ${BATCH}`, unit: 'rules/s', digits: 0, bar: { least: 1.2 } },
  cpu: { words: 'CPU of the operator per rule', unit: 'ms', digits: 1, bar: { most: 1 } },
  idle: { words: 'resident memory without rules', unit: 'MiB', digits: 0, bar: { most: 1 } },
  loaded: { words: `resident memory with ${2 * BATCH} rules`, unit: 'MiB', digits: 0, bar: { most: 1 } },
} as const satisfies Record<string, Figure>;

type Name = keyof typeof FIGURES;

/** Value of each figure. */
type Values = Readonly<Record<Name, number>>;

/** Figures of Stoa beside those of the peer, in turn on one cluster; the one that begins changes with each round. */
export async function peer({ world, account }: Stage): Promise<Row[]> {
  const startPeer = await buildPeer(account.folder);
  const rounds = await repeated(async (round) => {
    const one = () => lifeOf(world, () => startStoa(account), `stoa${round}`);
    const two = () => lifeOf(world, () => startPeer(account), `peer${round}`);
    if (round % 2 === 0) {
      const first = await one();
      return [first, await two()] as const;
    }
    const first = await two();
    return [await one(), first] as const;
  });
  return (Object.keys(FIGURES) as Name[]).map((name) =>
    ratioRow(
      FIGURES[name],
      rounds.map(([own, its]) => [own[name], its[name]]),
    ),
  );
}

/** One life of an operator, from its start to its end, in a cluster without rules. */
async function lifeOf(world: BenchCluster, start: () => Promise<Contender>, prefix: string): Promise<Values> {
  const contender = await start();
  await contender.quiet();
  const idle = await residentMiB(contender);
  const times = await latencies(world, `${prefix}-one`);
  await contender.quiet();
  const before = await cpuSeconds(contender);
  const first = await batch(world, contender, `${prefix}-first`);
  const cpu = (1000 * ((await cpuSeconds(contender)) - before)) / BATCH;
  const second = await batch(world, contender, `${prefix}-next`);
  const loaded = await residentMiB(contender);
  await world.remove([...first.rules, ...second.rules]);
  await contender.end();
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return { p50, p99, empty: first.rate, next: second.rate, cpu, idle, loaded };
}

/** Rate at which many rules at once get their routes; waits until all that follows has been written, too. */
async function batch(world: BenchCluster, contender: Contender, prefix: string) {
  const all = names(prefix, BATCH);
  const began = performance.now();
  const rules = await world.rules(all);
  const rate = BATCH / (((await world.stand(all)) - began) / 1000);
  await contender.quiet();
  return { rules, rate };
}
