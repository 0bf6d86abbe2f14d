import { type Account, OperatorProcess, writes } from '../child.ts';
import { percentile, type Row } from '../row.ts';
import { names, type World } from '../world.ts';
import { latencies } from './latency.ts';

const MANY = 10_000;

/** All that is measured with ten thousand rules; the operator that is running does the work of seeding. */
export async function scale(world: World, account: Account, seeder: OperatorProcess): Promise<Row[]> {
  const batch = names('many', MANY);
  await world.rules(batch);
  await world.until(() => batch.every((name) => world.seen(name) !== undefined));
  await seeder.quiet();
  const seeded = await seeder.ask('collect');
  await seeder.end('SIGTERM');
  const operator = new OperatorProcess(account);
  const cold = await operator.quiet();
  const steady = await operator.ask('collect');
  return [
    memoryRow(Math.max(steady.rssMiB, seeded.rssMiB)),
    heapRow(steady.heapMiB),
    ...coldRows(cold.firstReconcileMs, cold.stallMs),
    ...(await resync(world, operator)),
    await fairness(world, operator),
  ];
}

function memoryRow(rss: number): Row {
  const figure = 'resident memory with 10,000 rules and their routes';
  return { figure, measured: `${rss.toFixed(0)} MiB`, bar: '≤ 200 MiB', met: rss <= 200 };
}

/** An operator without rules has a heap of about this much, in MiB; the row is about what rules add. */
const EMPTY_HEAP = 22;

function heapRow(heap: number): Row {
  const per = (heap - EMPTY_HEAP) / 2;
  const measured = `${per.toFixed(1)} MiB (heap ${heap.toFixed(0)} MiB with 20,000)`;
  return { figure: 'heap per 10,000 objects after a collection', measured, bar: '≤ 15 MiB', met: per <= 15 };
}

function coldRows(firstMs: number, stallMs: number): Row[] {
  return [
    {
      figure: 'cold start with 10,000 rules to the first reconcile',
      measured: `${(firstMs / 1000).toFixed(2)} s`,
      bar: '≤ 2.5 s',
      met: firstMs <= 2500,
    },
    {
      figure: 'longest event-loop stall of that start',
      measured: `${stallMs.toFixed(0)} ms`,
      bar: '≤ 50 ms',
      met: stallMs <= 50,
    },
  ];
}

/** Makes every rule due by an event that changes none. */
async function resync(world: World, operator: OperatorProcess): Promise<Row[]> {
  const before = await operator.quiet();
  await world.touchGateway('resync');
  await due(operator, before.reconciles);
  const after = await operator.quiet();
  const cpu = after.cpuSeconds - before.cpuSeconds;
  const written = writes(after) - writes(before);
  const measured = `${cpu.toFixed(2)} s CPU, ${written} writes`;
  const met = cpu <= 2 && written === 0;
  return [{ figure: 'resync of 10,000 unchanged rules', measured, bar: '≤ 2 s CPU, 0 writes', met }];
}

async function due(operator: OperatorProcess, before: number): Promise<void> {
  while ((await operator.ask('look')).reconciles < before + MANY) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** One user's new rules while all others are due all the time, beside the same when nothing is. */
async function fairness(world: World, operator: OperatorProcess): Promise<Row> {
  const idle = await latencies(world, 'calm', 100);
  let busy = true;
  const storm = (async () => {
    for (let turn = 0; busy; turn += 1) {
      const { reconciles } = await operator.ask('look');
      await world.touchGateway(`storm ${turn}`);
      await due(operator, reconciles);
    }
  })();
  const stormy = await latencies(world, 'stormy', 100);
  busy = false;
  await storm;
  const [calm, high] = [percentile(idle, 0.99), percentile(stormy, 0.99)];
  return {
    figure: "p99 of one user's edit while 10,000 keys resync",
    measured: `${high.toFixed(1)} ms, idle ${calm.toFixed(1)} ms (× ${(high / calm).toFixed(2)})`,
    bar: '≤ 2 × idle',
    met: high <= 2 * calm,
  };
}
