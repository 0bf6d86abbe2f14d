import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import { type BenchCluster, inParallel, names } from '../benchcluster.ts';
import { buildPeer, type Contender, cpuSeconds, residentMiB, startStoa } from '../contender.ts';
import { type Figure, ratioRow } from '../ratio.ts';
import { percentile, type Row, repeated } from '../row.ts';
import { type Sample, takeSample } from '../sample.ts';
import type { Stage } from '../stage.ts';
import { latencies, rawLatencies } from './latency.ts';

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

/** Figures of a client that writes the routes itself, as a multiple of the peer's: no operator can be faster. */
const FLOORS = {
  p50: { words: 'the least: rule → route, written by a raw client, p50', unit: 'ms', digits: 1 },
  empty: { words: `the most: ${BATCH} rules at once, routes by a raw client`, unit: 'rules/s', digits: 0 },
} as const satisfies Record<string, Omit<Figure, 'bar'>>;

/**
 * Figures of Stoa beside those of the peer, in turn on one cluster; the one that begins changes with each round. Before
 * each round, a raw client without an operator shows what the API server allows.
 */
export async function peer({ world, account }: Stage): Promise<Row[]> {
  const startPeer = await buildPeer(account.folder);
  const sample = await takeSample(world, account);
  const rounds = await repeated(async (round) => {
    const raw = await rawLife(world, sample, `raw${round}`);
    const one = () => lifeOf(world, () => startStoa(account), `stoa${round}`);
    const two = () => lifeOf(world, () => startPeer(account), `peer${round}`);
    if (round % 2 === 0) {
      const first = await one();
      return [first, await two(), raw] as const;
    }
    const first = await two();
    return [await one(), first, raw] as const;
  });
  const floors = (Object.keys(FLOORS) as (keyof typeof FLOORS)[]).map((name) =>
    ratioRow(
      FLOORS[name],
      rounds.map(([, its, raw]) => [raw[name], its[name]]),
    ),
  );
  const figures = (Object.keys(FIGURES) as Name[]).map((name) =>
    ratioRow(
      FIGURES[name],
      rounds.map(([own, its]) => [own[name], its[name]]),
    ),
  );
  return [...floors, ...figures];
}

/** Figures of a client without an operator that writes a rule and then its route, and no status. */
async function rawLife(world: BenchCluster, sample: Sample, prefix: string) {
  const times = await rawLatencies(world, sample, `${prefix}-one`);
  const all = names(`${prefix}-first`, BATCH);
  const began = performance.now();
  const rules = await inParallel(all, async (name) => {
    const rule = await world.rule(name);
    await world.client.apply(HTTP_ROUTES, sample.route(rule), 'raw');
    return rule;
  });
  const empty = BATCH / (((await world.stand(all)) - began) / 1000);
  await world.remove(rules);
  return { p50: percentile(times, 0.5), empty };
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
