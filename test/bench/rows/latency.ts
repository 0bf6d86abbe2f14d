import { HTTP_ROUTES } from '../../../src/objects/gatewayapi.ts';
import { median, percentile, type Row, repeated, spread } from '../row.ts';
import { names, type World } from '../world.ts';
import { routeDraft } from './bulk.ts';

const SAMPLES = 200;

/** Milliseconds from the acknowledged rule to its route, as a watcher sees it, one rule after the other. */
export async function latencies(world: World, prefix: string, samples = SAMPLES): Promise<number[]> {
  const times: number[] = [];
  const rules = [];
  for (const name of names(prefix, samples)) {
    rules.push(await world.rule(name));
    const acknowledged = performance.now();
    times.push(Math.max(0, (await world.stand([name])) - acknowledged));
  }
  await world.remove(rules);
  return times;
}

/** The same by a client that writes the route itself; no operator may run. */
export async function rawLatencies(world: World, prefix: string): Promise<number[]> {
  const times: number[] = [];
  const rules = [];
  for (const name of names(prefix, SAMPLES)) {
    const rule = await world.rule(name);
    rules.push(rule);
    const acknowledged = performance.now();
    await world.client.apply(HTTP_ROUTES, routeDraft(rule), 'raw');
    times.push((await world.stand([name])) - acknowledged);
  }
  await world.remove(rules);
  return times;
}

/** Where the rules are measured, and the bars in ms. */
interface Setting {
  readonly where: string;
  readonly prefix: string;
  readonly p50: number;
  readonly p99: number;
}

/** What the machine allows at most: the route written by a client that knows nothing of rules. */
export async function rawLatencyRow(world: World): Promise<Row> {
  const rounds = await repeated((round) => rawLatencies(world, `raw${round}`));
  const middles = rounds.map((times) => percentile(times, 0.5));
  const highs = rounds.map((times) => percentile(times, 0.99));
  const measured = `p50 ${spread(middles, 'ms', 1)}, p99 ${spread(highs, 'ms', 1)}`;
  return { figure: 'rule → route, written by a raw client', measured, bar: 'calibration', met: true };
}

/** One rule, acknowledged → route seen. */
export async function latencyRow(world: World, { where, prefix, p50, p99 }: Setting): Promise<Row> {
  const rounds = await repeated((round) => latencies(world, `${prefix}${round}`));
  const middles = rounds.map((times) => percentile(times, 0.5));
  const highs = rounds.map((times) => percentile(times, 0.99));
  return {
    figure: `rule → route, ${where}`,
    measured: `p50 ${spread(middles, 'ms', 1)}, p99 ${spread(highs, 'ms', 1)}`,
    bar: `p50 ≤ ${p50} ms, p99 ≤ ${p99} ms`,
    met: median(middles) <= p50 && median(highs) <= p99,
  };
}
