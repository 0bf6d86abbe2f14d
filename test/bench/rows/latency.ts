import { percentile, type Row } from '../row.ts';
import { names, type World } from '../world.ts';

const SAMPLES = 200;

/** Milliseconds from the acknowledged rule to its route, as a watcher sees it, one rule after the other. */
export async function latencies(world: World, prefix: string, samples = SAMPLES): Promise<number[]> {
  const times: number[] = [];
  const rules = [];
  for (const name of names(prefix, samples)) {
    rules.push(await world.rule(name));
    const acknowledged = performance.now();
    await world.until(() => world.seen(name) !== undefined);
    times.push(Math.max(0, (world.seen(name) ?? 0) - acknowledged));
  }
  await world.remove(rules);
  return times;
}

/** The row of a latency with the bars for its median and its 99th percentile. */
export function latencyRow(figure: string, times: readonly number[], p50: number, p99: number): Row {
  const [middle, high] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    figure,
    measured: `p50 ${middle.toFixed(1)}, p99 ${high.toFixed(1)} ms (${times.length} rules)`,
    bar: `p50 ≤ ${p50}, p99 ≤ ${p99} ms`,
    met: middle <= p50 && high <= p99,
  };
}
