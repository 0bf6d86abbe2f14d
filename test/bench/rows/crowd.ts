import { type BenchCluster, names } from '../benchcluster.ts';
import { type Contender, residentMiB, type Start } from '../contender.ts';
import { type Figure, ratioRow } from '../ratio.ts';
import { percentile, type Row, repeated } from '../row.ts';
import type { Stage } from '../stage.ts';
import { latencies } from './latency.ts';

const MANY = 10_000;

const FIGURES = {
  start: {
    words: 'start beside 10,000 rules until a new rule has its route',
    unit: 's',
    digits: 2,
    bar: { most: 1 },
  },
  resident: { words: 'resident memory with 10,000 rules', unit: 'MiB', digits: 0, bar: { most: 1 } },
  p50: { words: 'rule → route beside 10,000 rules, p50', unit: 'ms', digits: 1, bar: { most: 0.8 } },
} as const satisfies Record<string, Figure>;

type Name = keyof typeof FIGURES;

/** Value of each figure. */
type Values = Readonly<Record<Name, number>>;

/** Figures with ten thousand rules; each operator needs a cluster of its own, since it would cache the other's routes. */
export async function crowd({ world, account }: Stage, start: Start): Promise<Values[]> {
  const seeder = await start(account);
  const many = names('many', MANY);
  await world.rules(many);
  await world.stand(many);
  await seeder.quiet();
  await seeder.end();
  return await repeated((round) => lifeBeside(world, () => start(account), round));
}

/** Rows of the figures of Stoa as ratios to those of the peer. */
export function crowdRows(stoa: readonly Values[], peer: readonly Values[]): Row[] {
  return (Object.keys(FIGURES) as Name[]).map((name) =>
    ratioRow(
      FIGURES[name],
      stoa.map((values, round) => [values[name], peer[round]?.[name] ?? Number.NaN]),
    ),
  );
}

async function lifeBeside(
  world: BenchCluster,
  begin: () => Promise<Contender>,
  round: number,
): Promise<Values> {
  const waiting = `waiting${round}`;
  const rule = await world.rule(waiting);
  const began = performance.now();
  const contender = await begin();
  const start = ((await world.stand([waiting])) - began) / 1000;
  await contender.quiet();
  const resident = await residentMiB(contender);
  const p50 = percentile(await latencies(world, `beside${round}`), 0.5);
  await world.remove([rule]);
  await contender.end();
  return { start, resident, p50 };
}
