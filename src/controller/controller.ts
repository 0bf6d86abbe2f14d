import { randomUUID } from 'node:crypto';
import type { Logger } from './logger.ts';
import type { ControllerMetrics } from './metrics.ts';
import type { Outcome } from './outcome.ts';
import { WorkQueue } from './queue.ts';

/** What a reconcile is given beside its key. */
export interface ReconcileContext {
  /** Aborts at the reconcile's deadline and when the controller stops. */
  readonly signal: AbortSignal;
  /** Carries the controller's name, the key and the id of this reconcile. */
  readonly log: Logger;
}

/** Makes the world match what the object named by `key` (`namespace/name`) wants. */
export type Reconcile = (key: string, context: ReconcileContext) => Promise<Outcome>;

/** What a controller is made of. */
export interface ControllerOptions {
  readonly name: string;
  readonly reconcile: Reconcile;
  readonly log: Logger;
  readonly metrics: ControllerMetrics;
  /** Keys that are worked on at the same time. */
  readonly concurrency?: number;
  /** Milliseconds after which a reconcile is given up and tried again. */
  readonly deadlineMs?: number;
}

/** Takes keys from its queue and reconciles them, one worker per key. */
export class Controller {
  readonly queue = new WorkQueue();
  readonly name: string;
  readonly #options: Required<ControllerOptions>;

  constructor(options: ControllerOptions) {
    this.name = options.name;
    this.#options = { concurrency: 16, deadlineMs: 60_000, ...options };
    options.metrics.watchDepth(options.name, () => this.queue.depth);
  }

  /** Works until `signal` aborts; resolves when the reconciles under way have ended. */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.queue.close(), { once: true });
    const workers = Array.from({ length: this.#options.concurrency }, () => this.#work(signal));
    await Promise.all(workers);
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (let key = await this.queue.take(); key !== undefined; key = await this.queue.take()) {
      const log = this.#options.log.child({ controller: this.name, key, reconcileID: randomUUID() });
      const began = performance.now();
      const outcome = await this.#reconcile(key, log, signal);
      this.#options.metrics.reconciled(this.name, outcome.type, (performance.now() - began) / 1000);
      this.#settle(key, outcome, log);
      this.queue.done(key);
    }
  }

  async #reconcile(key: string, log: Logger, stopping: AbortSignal): Promise<Outcome> {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(this.#options.deadlineMs)]);
    try {
      return await this.#options.reconcile(key, { signal, log });
    } catch (cause) {
      return { type: 'retry', cause };
    }
  }

  /** The whole meaning of an outcome for the queue. */
  #settle(key: string, outcome: Outcome, log: Logger): void {
    switch (outcome.type) {
      case 'settled':
        this.queue.succeeded(key);
        log.debug({}, 'settled');
        break;
      case 'waiting':
        this.queue.succeeded(key);
        this.queue.addAfter(key, outcome.atMostMs);
        log.debug({ reason: outcome.reason }, 'waiting');
        break;
      case 'stalled':
        this.queue.succeeded(key);
        log.info({ reason: outcome.reason }, 'stalled');
        break;
      case 'retry': {
        const delayMs = Math.round(this.queue.addAfterFailure(key));
        log.warn({ err: outcome.cause, delayMs }, 'failed, will retry');
      }
    }
  }
}
