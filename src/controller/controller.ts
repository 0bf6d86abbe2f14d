import { randomUUID } from 'node:crypto';
import { Deadline } from '../base/deadline.ts';
import type { Run } from '../base/gradual.ts';
import { EventLoopYielder } from '../base/yielding.ts';
import { KubeError } from '../kube/error.ts';
import { splitKey } from '../kube/object.ts';
import { Debts } from './debts.ts';
import type { Logger } from './logger.ts';
import { CpuMeter } from './meter.ts';
import type { ControllerMetrics, ControllerReport, ReconcileResult } from './metrics.ts';
import { type Outcome, remedyOf } from './outcome.ts';
import { Pace } from './pace.ts';
import { WorkQueue } from './queue.ts';
import { startWatches, type Watch } from './watches.ts';

/** Context of a reconcile. */
export interface ReconcileContext {
  /** Signal that aborts at the deadline of the reconcile, and when the controller is abandoned. */
  readonly signal: AbortSignal;
  /** Logger with the names of the controller and the object, and the id of the reconcile. */
  readonly log: Logger;
  /** Whether keys of users wait for a worker. */
  readonly othersWait: () => boolean;
  /** Function that charges CPU time to the namespace of the key; every decision on what tenants write runs by it. */
  readonly charge: Run;
}

/** Function that brings the cluster to the desired state of the object with `key` (`namespace/name`). */
export type Reconcile = (key: string, context: ReconcileContext) => Promise<Outcome>;

/** Options of a controller. */
export interface ControllerOptions {
  readonly name: string;
  readonly reconcile: Reconcile;
  /** Watches that enqueue keys. */
  readonly watches?: readonly Watch[];
  /** Minimum milliseconds between two reconciles of a key that a paced watch enqueues. */
  readonly paceMs?: number;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  /** Maximum concurrent reconciles. */
  readonly concurrency?: number;
  /** Maximum concurrent reconciles of one namespace; as many as of all by default. */
  readonly share?: number;
  /** Milliseconds after which a reconcile is aborted and retried. */
  readonly deadlineMs?: number;
}

/** End of a reconcile. */
type Completion =
  | Outcome
  /** The end of the controller aborted it. */
  | { readonly type: 'abandoned' }
  /** The namespace of the key owes CPU time, so that the key waits for `forMs`. */
  | { readonly type: 'owing'; readonly forMs: number };

/** Milliseconds after its deadline at which a reconcile that ignores its signal counts as stuck. */
const STUCK_MARGIN_MS = 30_000;

/** Workers that take keys from a queue and reconcile them, each key by one worker at a time. */
export class Controller {
  readonly queue: WorkQueue;
  readonly name: string;
  readonly #options: Required<Pick<ControllerOptions, 'concurrency' | 'deadlineMs'>> & ControllerOptions;
  readonly #pace: Pace;
  readonly #report: ControllerReport;
  readonly #yielder = new EventLoopYielder();
  readonly #debts = new Debts();
  /** Keys whose last reconcile did not settle, with the state that it ended in. */
  readonly #unsettled = new Map<string, string>();

  constructor(options: ControllerOptions) {
    this.name = options.name;
    this.#options = { concurrency: 16, deadlineMs: 60_000, ...options };
    this.#report = options.metrics.report(options.name);
    this.queue = new WorkQueue(this.#report.queue, options.share);
    this.#pace = new Pace(options.paceMs ?? 0);
    startWatches(options.watches ?? [], this.queue, this.#pace);
    options.metrics.watch(options.name, {
      concurrency: this.#options.concurrency,
      queue: this.queue,
      debts: this.#debts,
    });
  }

  /**
   * Reconciles until `stop` aborts, then drains: running reconciles end, or abort with `abandon`. Resolves when all
   * have ended.
   */
  async run(stop: AbortSignal, abandon: AbortSignal): Promise<void> {
    const close = () => this.queue.close();
    stop.addEventListener('abort', close, { once: true });
    if (stop.aborted) {
      close();
    }
    const workers = Array.from({ length: this.#options.concurrency }, () => this.#work(abandon));
    await Promise.all(workers);
  }

  /** Reconciles that still run long after their deadline, in words. */
  stuck(): string[] {
    const { deadlineMs } = this.#options;
    return this.queue
      .inFlight()
      .filter(({ ms }) => ms > deadlineMs + STUCK_MARGIN_MS)
      .map(({ key, ms }) => `${this.name}: the reconcile of ${key} has not ended in ${seconds(ms)}`);
  }

  async #work(abandon: AbortSignal): Promise<void> {
    for (let key = await this.queue.take(); key !== undefined; key = await this.queue.take()) {
      const fields = { controller: this.name, ...splitKey(key), reconcileID: randomUUID() };
      const log = this.#options.log.child(fields);
      const startedAt = performance.now();
      const completion = await this.#reconcile(key, log, abandon);
      const result = this.#applyOutcome(key, completion, log);
      this.#report.reconciled(result, (performance.now() - startedAt) / 1000);
      this.queue.done(key);
      await this.#yielder.yield();
    }
  }

  async #reconcile(key: string, log: Logger, abandon: AbortSignal): Promise<Completion> {
    const deadline = new Deadline(this.#options.deadlineMs, abandon);
    const { signal } = deadline;
    signal.addEventListener('abort', () => this.#onDeadline(abandon, log), { once: true });
    try {
      abandon.throwIfAborted();
      this.#pace.begin(key, performance.now());
      const othersWait = () => this.queue.depthOf('user') > 0;
      return await this.#charged(key, { signal, log, othersWait });
    } catch (cause) {
      if (abandon.aborted) {
        return { type: 'abandoned' };
      }
      if (!(cause instanceof KubeError || signal.aborted)) {
        this.#report.panicked();
      }
      return { type: 'retry', cause };
    } finally {
      deadline.clear();
    }
  }

  /** Reconciles a key, and charges the CPU time, unless the namespace owes too much. */
  async #charged(key: string, context: Omit<ReconcileContext, 'charge'>): Promise<Completion> {
    const forMs = this.#debts.waitMs(key, performance.now());
    if (forMs > 0) {
      return { type: 'owing', forMs };
    }
    const meter = new CpuMeter();
    try {
      return await this.#options.reconcile(key, { ...context, charge: meter.run });
    } finally {
      this.#debts.charge(key, meter.ms, performance.now());
    }
  }

  #onDeadline(abandon: AbortSignal, log: Logger): void {
    if (!abandon.aborted) {
      this.#report.timedOut();
      log.warn({ deadlineMs: this.#options.deadlineMs }, 'reconciliation exceeded its deadline');
    }
  }

  /** Applies an outcome to the queue, the log and the metrics. */
  #applyOutcome(key: string, completion: Completion, log: Logger): ReconcileResult {
    switch (completion.type) {
      case 'settled':
        this.queue.forget(key);
        if (completion.againInMs !== undefined) {
          this.queue.addAfter(key, completion.againInMs, 'background');
        }
        this.#logState(key, undefined, log);
        return 'success';
      case 'waiting':
        this.queue.forget(key);
        this.queue.addAfter(key, completion.atMostMs, 'background');
        this.#logState(key, `waiting: ${completion.reason}`, log);
        return 'requeue_after';
      case 'postponed':
        this.queue.forget(key);
        this.queue.add(key, 'background');
        log.debug({}, 'postponed');
        return 'requeue';
      case 'owing':
        this.queue.addAfter(key, completion.forMs, 'background');
        this.#logState(key, 'the namespace owes CPU time', log);
        return 'requeue_after';
      case 'stalled':
        this.queue.forget(key);
        this.#logState(key, `stalled: ${completion.reason}`, log);
        this.#report.stalled();
        return 'success';
      case 'retry':
        return this.#retry(key, completion, log);
      case 'abandoned':
        log.info({}, 'reconciliation abandoned, the controller is stopping');
        return 'requeue';
    }
  }

  #retry(
    key: string,
    { cause, atLeastMs: asked = 0 }: Extract<Outcome, { type: 'retry' }>,
    log: Logger,
  ): ReconcileResult {
    const { type, policy, atLeastMs } = remedyOf(cause);
    const delayMs = Math.round(this.queue.addAfterFailure(key, policy, Math.max(atLeastMs, asked)));
    if (type === 'conflict') {
      log.debug({ err: cause, delayMs }, 'conflict, retrying');
      return 'requeue';
    }
    this.#unsettled.set(key, 'retry');
    log.warn({ err: cause, delayMs }, 'reconciliation failed, retrying');
    return 'error';
  }

  /** Logs a change of a key's state at info, an unchanged state at debug. */
  #logState(key: string, state: string | undefined, log: Logger): void {
    const before = this.#unsettled.get(key);
    if (state === undefined) {
      this.#unsettled.delete(key);
    } else {
      this.#unsettled.set(key, state);
    }
    const message = state ?? 'settled';
    if (before === state) {
      log.debug({}, message);
    } else {
      log.info({}, message);
    }
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
