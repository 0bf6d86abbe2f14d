import { type BenchCluster, names } from '../benchcluster.ts';
import { type Account, OperatorProcess, writes } from '../child.ts';
import { Gate } from '../gate.ts';
import { atMost, median, percentile, type Row, repeated, spread } from '../row.ts';
import { type RuleTimes, ruleTimes } from './latency.ts';

const MANY = 10_000;

/** Heap of an operator without any rules, in MiB. No other operator may run. */
async function emptyHeap(account: Account): Promise<number> {
  const operator = new OperatorProcess(account);
  await operator.quiet();
  const { heapMiB } = await operator.ask('collect');
  await operator.end('SIGTERM');
  return heapMiB;
}

/** All measurements with ten thousand rules; the last operator to run also reconciles the seed. */
export async function scale(world: BenchCluster, account: Account, ca: string): Promise<Row[]> {
  const empty = await emptyHeap(account);
  const seeder = new OperatorProcess(account);
  const batch = names('many', MANY);
  await world.rules(batch);
  await world.stand(batch);
  const seeded = await seeder.quiet();
  await seeder.end('SIGTERM');
  const rounds = await repeated((round) => lifeAtScale(world, account, round));
  const relists = await relistPeaks(account, ca);
  return [...memoryRows(rounds, { empty, seeded: seeded.rssMiB, relists }), ...timeRows(rounds)];
}

/** Cost of one operator with ten thousand rules, from its start to its end. */
interface Life {
  readonly rssMiB: number;
  readonly heapMiB: number;
  readonly firstMs: number;
  readonly stallMs: number;
  readonly resyncCpu: number;
  readonly resyncWrites: number;
  readonly calm: Tail;
  readonly stormy: Tail;
}

/** p99 in ms of the write of a new rule, and of its route. */
interface Tail {
  readonly write: number;
  readonly route: number;
}

async function lifeAtScale(world: BenchCluster, account: Account, round: number): Promise<Life> {
  const operator = new OperatorProcess(account);
  const cold = await operator.quiet();
  const resynced = await resync(world, operator);
  const fairness = await fair(world, operator, round);
  const { rssMiB } = await operator.quiet();
  const { heapMiB } = await operator.ask('collect');
  await operator.end('SIGTERM');
  const { firstReconcileMs: firstMs, stallMs } = cold;
  return { rssMiB, heapMiB, firstMs, stallMs, ...resynced, ...fairness };
}

/** Memory baseline in MiB, and the peaks of relists as multiples of it. */
interface Memory {
  readonly empty: number;
  readonly seeded: number;
  readonly relists: readonly number[];
}

function memoryRows(lives: readonly Life[], { empty, seeded, relists }: Memory): Row[] {
  const heaps = lives.map(({ heapMiB }) => (heapMiB - empty) / 2);
  return [
    atMost(
      'resident memory with 10,000 rules and their routes',
      lives.map(({ rssMiB }) => rssMiB),
      { unit: 'MiB', most: 200 },
    ),
    atMost('the same in the operator that created the routes', [seeded], { unit: 'MiB', most: 200 }),
    atMost(
      `heap per 10,000 objects after a collection, beyond the ${empty.toFixed(0)} MiB without objects`,
      heaps,
      {
        unit: 'MiB',
        most: 15,
        digits: 1,
      },
    ),
    atMost('peak resident memory during a relist, as a multiple', relists, {
      unit: '',
      most: 1.5,
      digits: 2,
    }),
  ];
}

function timeRows(lives: readonly Life[]): Row[] {
  const resyncs = lives.map(({ resyncCpu }) => resyncCpu);
  const written = Math.max(...lives.map(({ resyncWrites }) => resyncWrites));
  const [calm, stormy] = [lives.map((life) => life.calm.route), lives.map((life) => life.stormy.route)];
  const times = (part: keyof Tail) => lives.map((life) => life.stormy[part] / life.calm[part]);
  return [
    atMost(
      'cold start with 10,000 rules to the first reconcile',
      lives.map(({ firstMs }) => firstMs / 1000),
      { unit: 's', most: 2.5, digits: 2 },
    ),
    atMost(
      'longest event-loop stall of that start',
      lives.map(({ stallMs }) => stallMs),
      { unit: 'ms', most: 50 },
    ),
    {
      figure: 'resync of 10,000 unchanged rules',
      measured: `${spread(resyncs, 's CPU', 2)}, ${written} writes`,
      bar: '≤ 2 s CPU, 0 writes',
      met: median(resyncs) <= 2 && written === 0,
    },
    {
      figure: "p99 of one user's edit while 10,000 keys resync",
      measured:
        `× ${spread(times('route'), '', 2)}: ${spread(stormy, 'ms', 1)}, idle ${spread(calm, 'ms', 1)}` +
        `; the user’s own write × ${spread(times('write'), '', 2)}`,
      bar: '≤ 2 × idle',
      met: median(times('route')) <= 2,
    },
  ];
}

/** Makes every rule due by an event without effect. */
async function resync(world: BenchCluster, operator: OperatorProcess) {
  const before = await operator.quiet();
  await world.touchGateway(`resync ${process.hrtime.bigint()}`);
  await operator.reconciled(before.reconciles + MANY);
  const after = await operator.quiet();
  return { resyncCpu: after.cpuSeconds - before.cpuSeconds, resyncWrites: writes(after) - writes(before) };
}

/** A user's new rules while the operator is idle, and while all other rules are always due. */
async function fair(world: BenchCluster, operator: OperatorProcess, round: number) {
  const calm = await ruleTimes(world, `calm${round}`);
  let busy = true;
  const storm = (async () => {
    while (busy) {
      const { reconciles } = await operator.ask('look');
      await world.touchGateway(`storm ${process.hrtime.bigint()}`);
      await operator.reconciled(reconciles + MANY);
    }
  })();
  const stormy = await ruleTimes(world, `stormy${round}`);
  busy = false;
  await storm;
  return { calm: tailOf(calm), stormy: tailOf(stormy) };
}

function tailOf({ writes, routes }: RuleTimes): Tail {
  return { write: percentile(writes, 0.99), route: percentile(routes, 0.99) };
}

/** Peak resident memory during a full relist, as a multiple of that before. */
async function relistPeaks(account: Account, ca: string): Promise<number[]> {
  const { gate, account: gated } = await Gate.open(account, ca);
  const operator = new OperatorProcess(gated);
  const peaks = await repeated(async () => {
    const { rssMiB } = await operator.quiet();
    return (await peakOfRelist(operator, gate)) / rssMiB;
  });
  await operator.end('SIGTERM');
  await gate.close();
  return peaks;
}

/** Peak resident memory, in MiB, from the end of all watches until the operator is idle. */
async function peakOfRelist(operator: OperatorProcess, gate: Gate): Promise<number> {
  let most = 0;
  let listing = true;
  const watching = (async () => {
    while (listing) {
      most = Math.max(most, (await operator.ask('look')).rssMiB);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  gate.expire();
  await operator.quiet();
  listing = false;
  await watching;
  return most;
}
