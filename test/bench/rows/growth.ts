import { type BenchCluster, names } from '../benchcluster.ts';
import { type Account, OperatorProcess, writes } from '../child.ts';
import { percentile } from '../row.ts';
import { latencies } from './latency.ts';

/** Numbers of rules at which an operator is measured. */
const SIZES = [1000, 3000, 10_000, 30_000, 100_000] as const;

/** Time that all loading may take; the last size is what the API server has taken by then. */
const LOADING_MS = 20 * 60_000;

/** Rules that are created at once. */
const BATCH = 1000;

const EDITS = 100;

/** Room for the heap of the largest size, in MiB; the shipped flags bound the heap for 10,000 rules. */
const HEAP_MIB = 2048;

/** Columns of the table of growth. */
export const GROWTH_COLUMNS = [
  'rules',
  'created, rules/s',
  'start to the first reconcile, s',
  'longest stall of the start, ms',
  'resident memory, MiB',
  'heap, MiB',
  'rule → route, p50, ms',
  'CPU of an edit, ms',
  'calls of an edit',
] as const;

/** Cells of a row of the table of growth. */
type Cells = Readonly<Record<(typeof GROWTH_COLUMNS)[number], string>>;

/** Rows of the costs of an operator by the number of rules; each row has an operator of its own. */
export async function* growth(world: BenchCluster, account: Account): AsyncGenerator<Cells> {
  let operator = start(account);
  let size = 0;
  let leftMs = LOADING_MS;
  for (const wanted of SIZES) {
    const began = performance.now();
    const before = size;
    size = await load(world, size, wanted, began + leftMs);
    leftMs -= performance.now() - began;
    const rate = (size - before) / ((performance.now() - began) / 1000);
    await operator.quiet();
    await operator.end('SIGTERM');
    operator = start(account);
    yield {
      rules: String(size),
      'created, rules/s': rate.toFixed(0),
      ...(await costOf(world, operator, size)),
    };
    if (size < wanted) {
      break;
    }
  }
  await operator.end('SIGTERM');
}

function start(account: Account): OperatorProcess {
  // Beside a Gateway without an engine, proofs would be tried again and again.
  const gateway = 'probe: { mode: "off" }';
  return new OperatorProcess(account, { flags: [`--max-old-space-size=${HEAP_MIB}`], gateway });
}

/** Creates rules until there are `wanted`, or the time is over; returns how many there are, each with its route. */
async function load(world: BenchCluster, from: number, wanted: number, until: number): Promise<number> {
  let size = from;
  while (size < wanted && performance.now() < until) {
    const batch = names('many', size + BATCH).slice(size);
    await world.rules(batch);
    await world.stand(batch);
    size += BATCH;
  }
  return size;
}

async function costOf(world: BenchCluster, operator: OperatorProcess, size: number) {
  const { firstReconcileMs, stallMs, rssMiB } = await operator.quiet();
  const { heapMiB } = await operator.ask('collect');
  const p50 = percentile(await latencies(world, `beside${size}`), 0.5);
  const { calls, cpuMs } = await costOfEdits(world, operator);
  return {
    'start to the first reconcile, s': (firstReconcileMs / 1000).toFixed(1),
    'longest stall of the start, ms': stallMs.toFixed(0),
    'resident memory, MiB': rssMiB.toFixed(0),
    'heap, MiB': heapMiB.toFixed(0),
    'rule → route, p50, ms': p50.toFixed(1),
    'CPU of an edit, ms': cpuMs.toFixed(1),
    'calls of an edit': calls.toFixed(2),
  };
}

/** Calls and CPU time of the operator for an edit of a rule, without what it needs when idle. */
async function costOfEdits(world: BenchCluster, operator: OperatorProcess) {
  const before = await operator.quiet();
  const began = performance.now();
  for (let edit = 0; edit < EDITS; edit += 1) {
    await world.rule(`many-${edit}`, { domainPath: `/edited-${process.hrtime.bigint()}` });
  }
  const after = await operator.quiet();
  const lastedMs = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, lastedMs));
  const idle = await operator.ask('look');
  const seconds = after.cpuSeconds - before.cpuSeconds - (idle.cpuSeconds - after.cpuSeconds);
  return { calls: (writes(after) - writes(before)) / EDITS, cpuMs: Math.max(0, seconds * 1000) / EDITS };
}
