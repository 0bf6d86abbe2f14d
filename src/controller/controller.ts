import { randomUUID } from 'node:crypto';
import { Deadline } from '../base/deadline.ts';
import { EventLoopYielder } from '../base/yielding.ts';
import { KubeError } from '../kube/error.ts';
import { splitKey } from '../kube/object.ts';
import type { Logger } from './logger.ts';
import type { ControllerMetrics, ControllerReport, Result } from './metrics.ts';
import { type Outcome, remedyOf } from './outcome.ts';
import { Pace } from './pace.ts';
import { WorkQueue } from './queue.ts';
import { startWatches, type Watch } from './watches.ts';

/** What a reconcile is given beside its key. */
export interface ReconcileContext {
  /** Aborts at the reconcile's deadline and when nobody wants its result any more. */
  readonly signal: AbortSignal;
  /** Carries the controller's name, the object's and the id of this reconcile. */
  readonly log: Logger;
}

/** Makes the world match what the object named by `key` (`namespace/name`) wants. */
export type Reconcile = (key: string, context: ReconcileContext) => Promise<Outcome>;

/** What a controller is made of. */
export interface ControllerOptions {
  readonly name: string;
  readonly reconcile: Reconcile;
  /** What makes keys due. */
  readonly watches?: readonly Watch[];
  /** Milliseconds between two reconciles of a key that a paced watch makes due. */
  readonly paceMs?: number;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  /** Keys that are worked on at the same time. */
  readonly concurrency?: number;
  /** Milliseconds after which a reconcile is given up and tried again. */
  readonly deadlineMs?: number;
}

/** How a reconcile ended; `abandoned` where it was cut short because the controller ends. */
type Ending = Outcome | { readonly type: 'abandoned' };

/** Milliseconds after its deadline by which a reconcile that heeds its signal has ended. */
const STUCK_MARGIN_MS = 30_000;

/** Takes keys from its queue and reconciles them, one worker per key. */
export class Controller {
  readonly queue: WorkQueue;
  readonly name: string;
  readonly #options: Required<Pick<ControllerOptions, 'concurrency' | 'deadlineMs'>> & ControllerOptions;
  readonly #pace: Pace;
  readonly #report: ControllerReport;
  readonly #turns = new EventLoopYielder();
  /** Keys whose last reconcile did not settle, and with what it ended. */
  readonly #unsettled = new Map<string, string>();

  constructor(options: ControllerOptions) {
    this.name = options.name;
    this.#options = { concurrency: 16, deadlineMs: 60_000, ...options };
    this.#report = options.metrics.report(options.name);
    this.queue = new WorkQueue(this.#report.queue);
    this.#pace = new Pace(options.paceMs ?? 0);
    startWatches(options.watches ?? [], this.queue, this.#pace);
    options.metrics.watch(options.name, { concurrency: this.#options.concurrency, queue: this.queue });
  }

  /**
   * Works until `stop` aborts, then lets what is under way end, or aborts it when `abandon` does. Resolves
   * when all reconciles have ended.
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

  /** The reconciles that go on although their deadline is long over, in words. */
  stuck(): string[] {
    const { deadlineMs } = this.#options;
    return this.queue
      .working()
      .filter(({ ms }) => ms > deadlineMs + STUCK_MARGIN_MS)
      .map(({ key, ms }) => `${this.name}: the reconcile of ${key} has not ended in ${seconds(ms)}`);
  }

  async #work(abandon: AbortSignal): Promise<void> {
    for (let key = await this.queue.take(); key !== undefined; key = await this.queue.take()) {
      const fields = { controller: this.name, ...splitKey(key), reconcileID: randomUUID() };
      const log = this.#options.log.child(fields);
      const began = performance.now();
      const ending = await this.#reconcile(key, log, abandon);
      const result = this.#settle(key, ending, log);
      this.#report.reconciled(result, (performance.now() - began) / 1000);
      this.queue.done(key);
      await this.#turns.yield();
    }
  }

  async #reconcile(key: string, log: Logger, abandon: AbortSignal): Promise<Ending> {
    const deadline = new Deadline(this.#options.deadlineMs, abandon);
    const { signal } = deadline;
    signal.addEventListener('abort', () => this.#cut(abandon, log), { once: true });
    try {
      abandon.throwIfAborted();
      this.#pace.begin(key, performance.now());
      return await this.#options.reconcile(key, { signal, log });
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

  #cut(abandon: AbortSignal, log: Logger): void {
    if (!abandon.aborted) {
      this.#report.timedOut();
      log.warn({ deadlineMs: this.#options.deadlineMs }, 'reconciliation exceeded its deadline');
    }
  }

  /** The whole meaning of an outcome: for the queue, the log and the metrics. */
  #settle(key: string, ending: Ending, log: Logger): Result {
    switch (ending.type) {
      case 'settled':
        this.queue.succeeded(key);
        if (ending.againInMs !== undefined) {
          this.queue.addAfter(key, ending.againInMs, 'background');
        }
        this.#tell(key, undefined, log);
        return 'success';
      case 'waiting':
        this.queue.succeeded(key);
        this.queue.addAfter(key, ending.atMostMs, 'background');
        this.#tell(key, `waiting: ${ending.reason}`, log);
        return 'requeue_after';
      case 'stalled':
        this.queue.succeeded(key);
        this.#tell(key, `stalled: ${ending.reason}`, log);
        this.#report.stalled();
        return 'success';
      case 'retry':
        return this.#retry(key, ending.cause, log);
      case 'abandoned':
        log.info({}, 'reconciliation abandoned, the controller is stopping');
        return 'requeue';
    }
  }

  #retry(key: string, cause: unknown, log: Logger): Result {
    const { type, policy, atLeastMs } = remedyOf(cause);
    const delayMs = Math.round(this.queue.addAfterFailure(key, policy, atLeastMs));
    if (type === 'conflict') {
      log.debug({ err: cause, delayMs }, 'conflict, retrying');
      return 'requeue';
    }
    this.#unsettled.set(key, 'retry');
    log.warn({ err: cause, delayMs }, 'reconciliation failed, retrying');
    return 'error';
  }

  /** One line where a key no longer stands as it did; that it stands as before is worth none. */
  #tell(key: string, standing: string | undefined, log: Logger): void {
    const before = this.#unsettled.get(key);
    if (standing === undefined) {
      this.#unsettled.delete(key);
    } else {
      this.#unsettled.set(key, standing);
    }
    const message = standing ?? 'settled';
    if (before === standing) {
      log.debug({}, message);
    } else {
      log.info({}, message);
    }
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
