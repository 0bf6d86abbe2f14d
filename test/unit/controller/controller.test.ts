import { Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { Controller, type ControllerOptions, type Reconcile } from '../../../src/controller/controller.ts';
import { createControllerMetrics } from '../../../src/controller/metrics.ts';
import { type Outcome, SETTLED } from '../../../src/controller/outcome.ts';
import { KubeError } from '../../../src/kube/error.ts';
import { eventually } from '../../support/eventually.ts';
import { type Line, recorder } from '../../support/log.ts';
import { metric } from '../../support/metrics.ts';

/** A controller with its log and its metrics. */
class Bench {
  readonly lines: Line[] = [];
  readonly controller: Controller;
  readonly stop = new AbortController();
  readonly abandon = new AbortController();
  readonly #registry = new Registry();

  constructor(
    reconcile: Reconcile,
    { deadlineMs = 60_000 }: Partial<Pick<ControllerOptions, 'deadlineMs'>> = {},
  ) {
    const metrics = createControllerMetrics(this.#registry);
    const log = recorder(this.lines);
    this.controller = new Controller({ name: 'test', log, metrics, reconcile, deadlineMs });
  }

  run(): Promise<void> {
    return this.controller.run(this.stop.signal, this.abandon.signal);
  }

  /** Runs until `done` no longer throws. */
  async runUntil(done: () => void | Promise<void>): Promise<void> {
    const running = this.run();
    await eventually(done);
    this.stop.abort();
    await running;
  }

  metric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    return metric(this.#registry, name, labels);
  }

  result(result: string): Promise<number> {
    return this.metric('controller_runtime_reconcile_total', { result });
  }
}

/** Ends when it is told to. */
const heeds: Reconcile = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

describe('an outcome', () => {
  const conflict = new KubeError({ type: 'conflict' }, 'conflict');
  const broken = new KubeError({ type: 'refused', status: 500 }, 'broken');
  it.each<{ outcome: Outcome; result: string; level: string; message: string }>([
    { outcome: SETTLED, result: 'success', level: 'debug', message: 'settled' },
    {
      outcome: { type: 'waiting', reason: 'Pending', atMostMs: 60_000 },
      result: 'requeue_after',
      level: 'info',
      message: 'waiting: Pending',
    },
    { outcome: { type: 'postponed' }, result: 'requeue', level: 'debug', message: 'postponed' },
    {
      outcome: { type: 'stalled', reason: 'Invalid' },
      result: 'success',
      level: 'info',
      message: 'stalled: Invalid',
    },
    {
      outcome: { type: 'retry', cause: broken },
      result: 'error',
      level: 'warn',
      message: 'reconciliation failed, retrying',
    },
    {
      outcome: { type: 'retry', cause: broken, atLeastMs: 90_000 },
      result: 'error',
      level: 'warn',
      message: 'reconciliation failed, retrying',
    },
    {
      outcome: { type: 'retry', cause: conflict },
      result: 'requeue',
      level: 'debug',
      message: 'conflict, retrying',
    },
  ])(
    '$outcome.type counts as $result and is told as "$message"',
    async ({ outcome, result, level, message }) => {
      const bench = new Bench(async () => outcome);
      bench.controller.queue.add('team/rule');
      await bench.runUntil(async () => expect(await bench.result(result)).toBeGreaterThan(0));
      const fields = { controller: 'test', namespace: 'team', name: 'rule', reconcileID: expect.any(String) };
      expect(bench.lines[0]).toMatchObject({ level, message, fields });
      if (outcome.type === 'retry' && outcome.atLeastMs !== undefined) {
        const { delayMs } = (bench.lines[0]?.fields ?? {}) as { readonly delayMs: number };
        expect(delayMs).toBeGreaterThanOrEqual(outcome.atLeastMs);
      }
      expect(await bench.metric('controller_runtime_reconcile_errors_total')).toBe(
        result === 'error' ? 1 : 0,
      );
      expect(await bench.metric('controller_runtime_terminal_reconcile_errors_total')).toBe(
        outcome.type === 'stalled' ? 1 : 0,
      );
      expect(await bench.metric('controller_runtime_reconcile_panics_total')).toBe(0);
    },
  );

  it('`settled` with a time requeues the key after it', async () => {
    const passes: string[] = [];
    const bench = new Bench(async (key) => {
      passes.push(key);
      return passes.length === 1 ? { ...SETTLED, againInMs: 1 } : SETTLED;
    });
    bench.controller.queue.add('team/rule');
    await bench.runUntil(async () => expect(await bench.result('success')).toBe(2));
    expect(passes).toEqual(['team/rule', 'team/rule']);
  });

  it('is logged once while it repeats, and once when the key settles', async () => {
    const outcomes: Outcome[] = [
      { type: 'stalled', reason: 'Invalid' },
      { type: 'stalled', reason: 'Invalid' },
      SETTLED,
      SETTLED,
    ];
    const bench = new Bench(async (key) => {
      const outcome = outcomes.shift() ?? SETTLED;
      if (outcomes.length > 0) {
        bench.controller.queue.add(key);
      }
      return outcome;
    });
    bench.controller.queue.add('team/rule');
    await bench.runUntil(async () => expect(await bench.result('success')).toBe(4));
    const told = bench.lines.filter(({ level }) => level === 'info').map(({ message }) => message);
    expect(told).toEqual(['stalled: Invalid', 'settled']);
  });

  it('is a retry for an exception, and an unexpected exception counts as a panic', async () => {
    const thrown: unknown[] = [new TypeError('defect')];
    const bench = new Bench(async () => {
      for (const each of thrown.splice(0)) {
        throw each;
      }
      return SETTLED;
    });
    bench.controller.queue.add('a');
    await bench.runUntil(async () => expect(await bench.result('success')).toBe(1));
    expect(await bench.result('error')).toBe(1);
    expect(await bench.metric('controller_runtime_reconcile_panics_total')).toBe(1);
    expect(await bench.metric('workqueue_retries_total')).toBe(1);
  });
});

describe('a reconcile', () => {
  it('is aborted at its deadline', async () => {
    const bench = new Bench(heeds, { deadlineMs: 10 });
    bench.controller.queue.add('a');
    await bench.runUntil(async () => expect(await bench.result('error')).toBe(1));
    expect(await bench.metric('controller_runtime_reconcile_timeouts_total')).toBe(1);
    expect(await bench.metric('controller_runtime_reconcile_panics_total')).toBe(0);
  });

  it('that ignores its deadline keeps its key and is reported as stuck', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const ignores = vi.fn(() => promise);
    const bench = new Bench(ignores, { deadlineMs: 60_000 });
    const running = bench.run();
    bench.controller.queue.add('team/rule');
    await vi.advanceTimersByTimeAsync(60_000);
    bench.controller.queue.add('team/rule');
    expect(bench.controller.stuck()).toEqual([]);
    expect(await bench.metric('controller_runtime_reconcile_timeouts_total')).toBe(1);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(ignores).toHaveBeenCalledOnce();
    expect(bench.controller.stuck()).toEqual(['test: the reconcile of team/rule has not ended in 91 s']);
    expect(await bench.metric('workqueue_longest_running_processor_seconds')).toBe(91);
    expect(await bench.metric('workqueue_unfinished_work_seconds')).toBe(91);
    expect(await bench.metric('controller_runtime_active_workers')).toBe(1);
    resolve(SETTLED);
    await vi.advanceTimersByTimeAsync(0);
    expect(ignores).toHaveBeenCalledTimes(2);
    expect(bench.controller.stuck()).toEqual([]);
    bench.stop.abort();
    await running;
    vi.useRealTimers();
  });

  it('runs once at a time for a key, and concurrently for other keys', async () => {
    const seen: string[] = [];
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const bench = new Bench(async (key) => {
      seen.push(key);
      await (seen.length === 1 ? release : undefined);
      return SETTLED;
    });
    const { queue } = bench.controller;
    queue.add('a');
    queue.add('b');
    const running = bench.run();
    await eventually(() => expect(seen).toEqual(['a', 'b']));
    queue.add('a');
    await eventually(async () => expect(await bench.result('success')).toBe(1));
    expect(seen).toEqual(['a', 'b']);
    resolve();
    await eventually(() => expect(seen).toEqual(['a', 'b', 'a']));
    bench.stop.abort();
    await running;
  });

  it('yields the event loop, however many keys are due', async () => {
    let done = 0;
    const bench = new Bench(async () => {
      const until = performance.now() + 1;
      while (performance.now() < until) {
        // Keeps the event loop busy.
      }
      done += 1;
      return SETTLED;
    });
    for (let n = 0; n < 100; n += 1) {
      bench.controller.queue.add(`team/${n}`);
    }
    const doneBeforeOthers = new Promise<number>((resolve) => setImmediate(() => resolve(done)));
    await bench.runUntil(() => expect(done).toBe(100));
    expect(await doneBeforeOthers).toBeLessThan(100);
  });
});

describe('the end of a controller', () => {
  it('lets running reconciles end, and starts no more', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>();
    const seen: string[] = [];
    const bench = new Bench(async (key, { signal }) => {
      seen.push(key);
      await release;
      expect(signal.aborted).toBe(false);
      bench.controller.queue.add(key);
      return SETTLED;
    });
    bench.controller.queue.add('a');
    const running = bench.run();
    await eventually(() => expect(seen).toEqual(['a']));
    bench.stop.abort();
    bench.controller.queue.add('b');
    resolve();
    await running;
    expect(seen).toEqual(['a']);
    expect(await bench.result('success')).toBe(1);
  });

  it('aborts running reconciles when it is abandoned, without counting a failure', async () => {
    const bench = new Bench(heeds);
    bench.controller.queue.add('a');
    const running = bench.run();
    await eventually(() => expect(bench.controller.queue.inFlight()).toHaveLength(1));
    bench.stop.abort();
    bench.abandon.abort();
    await running;
    expect(await bench.result('requeue')).toBe(1);
    expect(await bench.metric('controller_runtime_reconcile_timeouts_total')).toBe(0);
    expect(bench.lines.map(({ level }) => level)).toEqual(['info']);
  });
});

describe('a namespace whose decisions take much CPU time', () => {
  /** Decision of 20 s of the CPU time that the process says it has. */
  const costly: Reconcile = async (key, { charge }) =>
    charge(() => {
      if (key.startsWith('team/')) {
        usedMs += 20_000;
      }
      return SETTLED;
    });
  let usedMs = 0;

  it('waits with all of its keys, is counted, and stops no other', async () => {
    vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: usedMs * 1000, system: 0 }));
    const bench = new Bench(costly);
    bench.controller.queue.add('team/costly');
    const running = bench.run();
    await eventually(async () => expect(await bench.result('success')).toBe(1));
    expect(await bench.metric('stoa_owing_namespaces')).toBe(1);
    bench.controller.queue.add('team/other');
    bench.controller.queue.add('beside/rule');
    await eventually(async () => expect(await bench.result('success')).toBe(2));
    expect(await bench.result('requeue_after')).toBe(1);
    expect(bench.lines.map(({ message }) => message)).toContain('the namespace owes CPU time');
    bench.stop.abort();
    await running;
    vi.restoreAllMocks();
  });
});
