import { HTTP_ROUTES } from '../../../src/objects/httproute.ts';
import { type BenchCluster, names } from '../benchcluster.ts';
import { median, percentile, type Row, repeated, spread } from '../row.ts';
import type { Sample } from '../sample.ts';

const SAMPLES = 200;

/** Milliseconds of each rule, one after the other. */
export interface RuleTimes {
  /** From the request to its acknowledgement: the operator takes no part in it. */
  readonly writes: readonly number[];
  /** From the acknowledgement to the route, as a watch shows it. */
  readonly routes: readonly number[];
}

/** Times of new rules, which are removed in the end. */
export async function ruleTimes(world: BenchCluster, prefix: string, samples = SAMPLES): Promise<RuleTimes> {
  const times = { writes: [] as number[], routes: [] as number[] };
  const rules = [];
  for (const name of names(prefix, samples)) {
    const began = performance.now();
    rules.push(await world.rule(name));
    const acknowledged = performance.now();
    times.writes.push(acknowledged - began);
    times.routes.push(Math.max(0, (await world.stand([name])) - acknowledged));
  }
  await world.remove(rules);
  return times;
}

/** Milliseconds from the acknowledged rule to its route. */
export async function latencies(
  world: BenchCluster,
  prefix: string,
  samples = SAMPLES,
): Promise<readonly number[]> {
  return (await ruleTimes(world, prefix, samples)).routes;
}

/** The same for a client that writes the route itself. No operator may run. */
export async function rawLatencies(world: BenchCluster, sample: Sample, prefix: string): Promise<number[]> {
  const times: number[] = [];
  const rules = [];
  for (const name of names(prefix, SAMPLES)) {
    const rule = await world.rule(name);
    rules.push(rule);
    const acknowledged = performance.now();
    await world.client.apply(HTTP_ROUTES, sample.route(rule), 'raw');
    times.push((await world.stand([name])) - acknowledged);
  }
  await world.remove(rules);
  return times;
}

/** Name of the measurement, and its bars in ms. */
interface Setting {
  readonly where: string;
  readonly prefix: string;
  readonly p50: number;
  readonly p99: number;
}

/** The percentiles of several rounds, in ms. */
export interface Spreads {
  readonly middles: readonly number[];
  readonly highs: readonly number[];
}

function spreadsOf(rounds: readonly (readonly number[])[]): Spreads {
  return {
    middles: rounds.map((times) => percentile(times, 0.5)),
    highs: rounds.map((times) => percentile(times, 0.99)),
  };
}

/** Lower bound of this machine: latency of a route that a raw client writes. */
export async function rawLatency(world: BenchCluster, sample: Sample): Promise<Spreads> {
  return spreadsOf(await repeated((round) => rawLatencies(world, sample, `raw${round}`)));
}

/** Row of the lower bound. */
export function rawLatencyRow(raw: Spreads): Row {
  return {
    figure: 'rule → route, written by a raw client',
    measured: spreadText(raw),
    bar: 'calibration',
    met: true,
  };
}

/** Row of one rule, from acknowledgement to visible route, compared with the lower bound. */
export async function latencyRow(
  world: BenchCluster,
  raw: Spreads,
  { where, prefix, p50, p99 }: Setting,
): Promise<Row> {
  const own = spreadsOf(await repeated((round) => latencies(world, `${prefix}${round}`)));
  const times = (median(own.middles) / median(raw.middles)).toFixed(2);
  return {
    figure: `rule → route, ${where}`,
    measured: `${spreadText(own)}; p50 × ${times} that of the raw client`,
    bar: `p50 ≤ ${p50} ms, p99 ≤ ${p99} ms`,
    met: median(own.middles) <= p50 && median(own.highs) <= p99,
  };
}

function spreadText({ middles, highs }: Spreads): string {
  return `p50 ${spread(middles, 'ms', 1)}, p99 ${spread(highs, 'ms', 1)}`;
}
