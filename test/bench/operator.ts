/**
 * The operator in a separate process that answers queries about itself over IPC. Run with --expose-gc. BENCH_SERVER is
 * the API server, BENCH_ACCOUNT a folder with the account's files, as in a pod.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseConfig } from '../../src/config.ts';
import { LeaseLostError } from '../../src/controller/leadership.ts';
import { podAccess } from '../../src/kube/podaccess.ts';
import { createOperator } from '../../src/operator/operator.ts';
import { createLog, createRegistry } from '../../src/telemetry/process.ts';
import { LEASE_LOST } from './exitcode.ts';

/** Measurements of the process about itself. */
export interface Vitals {
  readonly ready: boolean;
  /** Whether it holds the lease. */
  readonly leads: boolean;
  /** Resident memory, and heap after a garbage collection, in MiB. */
  readonly rssMiB: number;
  readonly heapMiB: number;
  /** Connections, including those of the IPC parent, and active timers. */
  readonly sockets: number;
  readonly timers: number;
  /** Longest stall of the event loop since process start or the last `forget`, in ms. */
  readonly stallMs: number;
  /** Longest CPU time between two turns of the event loop, in ms, in the same time: on a busy machine, a stall is longer. */
  readonly busyMs: number;
  /** CPU time since process start, in s. */
  readonly cpuSeconds: number;
  /** Calls to the API server since process start, by HTTP method; watches and lists are GET. */
  readonly calls: Readonly<Record<string, number>>;
  readonly reconciles: number;
  /** Those of them that ask the gateway for a route, which never end. */
  readonly questions: number;
  /** Milliseconds from process start to the end of the first reconcile; 0 before that. */
  readonly firstReconcileMs: number;
  /** Failures of lists and watches since process start, by resource. */
  readonly watchFailures: Readonly<Record<string, number>>;
}

/**
 * Query over IPC: `collect` runs the garbage collector first, `forget` resets the longest stall, and `unwatch` ends the
 * measurement of stalls, which wakes the process up 200 times a second.
 */
export type Question = 'look' | 'collect' | 'forget' | 'unwatch';

const MIB = 2 ** 20;
const delay = monitorEventLoopDelay({ resolution: 5 });
let busyMs = 0;
let cpuBefore = process.threadCpuUsage();
const turns = setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpuBefore);
  busyMs = Math.max(busyMs, (user + system) / 1000);
  cpuBefore = process.threadCpuUsage();
}, 20);
turns.unref();
const registry = createRegistry();
const config = parseConfig(process.env.BENCH_CONFIG ?? '', 'BENCH_CONFIG');
const { BENCH_SERVER = '', BENCH_ACCOUNT = '' } = process.env;
const access = podAccess(BENCH_SERVER, { folder: BENCH_ACCOUNT });
const operator = createOperator({ access, config, log: createLog('error'), registry });
let firstReconcileMs = 0;

async function total(
  metric: string,
): Promise<{ readonly labels: Record<string, unknown>; readonly value: number }[]> {
  const found = await registry.getSingleMetric(metric)?.get();
  return (found?.values ?? []).map(({ labels, value }) => ({ labels, value }));
}

async function reconciles(): Promise<Pick<Vitals, 'reconciles' | 'questions'>> {
  const counts = await total('controller_runtime_reconcile_total');
  const sum = (of: typeof counts) => of.reduce((all, { value }) => all + value, 0);
  const questions = counts.filter(({ labels }) => labels.controller === 'probe');
  return { reconciles: sum(counts), questions: sum(questions) };
}

async function vitals(question: Question): Promise<Vitals> {
  if (question === 'collect') {
    globalThis.gc?.();
  }
  if (question === 'forget') {
    delay.reset();
    busyMs = 0;
  }
  if (question === 'unwatch') {
    delay.disable();
    clearInterval(turns);
  }
  const calls: Record<string, number> = {};
  for (const { labels, value } of await total('rest_client_requests_total')) {
    const method = String(labels.method);
    calls[method] = (calls[method] ?? 0) + value;
  }
  const resources = process.getActiveResourcesInfo();
  const { user, system } = process.cpuUsage();
  return {
    ready: operator.ready(),
    leads: (await total('leader_election_master_status')).some(({ value }) => value === 1),
    rssMiB: process.memoryUsage.rss() / MIB,
    heapMiB: process.memoryUsage().heapUsed / MIB,
    sockets: resources.filter((each) => each === 'TCPSocketWrap').length,
    timers: resources.filter((each) => each === 'Timeout').length,
    stallMs: delay.max / 1e6,
    busyMs,
    cpuSeconds: (user + system) / 1e6,
    calls,
    ...(await reconciles()),
    firstReconcileMs,
    watchFailures: Object.fromEntries(
      (await total('stoa_watch_failures')).map(({ labels, value }) => [String(labels.resource), value]),
    ),
  };
}

process.on('message', (question: Question) => void vitals(question).then((answer) => process.send?.(answer)));
const firstReconcile = setInterval(async () => {
  if ((await reconciles()).reconciles > 0) {
    firstReconcileMs = performance.now();
    clearInterval(firstReconcile);
  }
}, 5);
firstReconcile.unref();
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
// Without its parent, the process would run forever.
process.once('disconnect', () => process.exit(1));
delay.enable();
try {
  await operator.run(stop.signal);
} catch (error) {
  if (!(error instanceof LeaseLostError)) {
    throw error;
  }
  process.stderr.write(
    `${error.message}; the longest stall was ${(delay.max / 1e6).toFixed()} ms, with ${busyMs.toFixed()} ms of CPU time\n`,
  );
  process.exit(LEASE_LOST);
}
process.removeAllListeners('disconnect');
process.disconnect?.();
