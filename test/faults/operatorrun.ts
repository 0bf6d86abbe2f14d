import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { stringify } from 'yaml';
import { parseConfig } from '../../src/config.ts';
import { createOperator, type Operator } from '../../src/operator/operator.ts';
import type { FaultProxy } from './proxy.ts';

/** One run of an operator in this process, behind a proxy. */
export class OperatorRun {
  /** Its log, as JSON lines. */
  readonly log: string[] = [];
  /** Keys that failed and have not been reconciled since. */
  readonly #failed = new Set<string>();
  /** Ended reconciles by controller. */
  readonly #turns = new Map<string, number>();
  /** Promise of its end: resolves to undefined, or to the error that ended it. */
  readonly ended: Promise<unknown>;
  readonly #registry = new Registry();
  readonly #operator: Operator;
  readonly #stop = new AbortController();
  readonly #proxy: FaultProxy;

  /** `config` is the operator's configuration, except for its election. */
  constructor(proxy: FaultProxy, config: { readonly gateway: { readonly namespace: string } }) {
    // Without an election: a successor must not wait for the lease of a killed operator.
    // Operators in one namespace share the names that they keep, and plans run concurrently.
    const operator = { namespace: config.gateway.namespace, leaderElection: { enabled: false } };
    this.#proxy = proxy;
    const write = (line: string) => this.#logged(line);
    this.#operator = createOperator({
      access: { server: proxy.url, credentials: async () => ({}) },
      config: parseConfig(stringify({ ...config, operator }), 'faults'),
      log: pino({ level: 'debug', base: null }, { write }),
      registry: this.#registry,
    });
    this.ended = this.#operator.run(this.#stop.signal).catch((error: unknown) => error);
  }

  /** Number of reconciles of a controller that have ended, as its log tells. */
  turns(controller: string): number {
    return this.#turns.get(controller) ?? 0;
  }

  /** Whether its caches are synced and its controllers run. */
  get ready(): boolean {
    return this.#operator.ready();
  }

  /** Stops it, as SIGTERM does. */
  stop(): void {
    this.#stop.abort();
  }

  /** Ends it as SIGKILL would: no further request arrives. Resolves when it has ended. */
  async kill(): Promise<void> {
    this.#proxy.kill();
    this.#stop.abort();
    await this.ended;
  }

  /** Whether it is idle, and the controllers have had at least so many successful reconciles. */
  async calm(turns: Readonly<Record<string, number>>): Promise<boolean> {
    const [total = [], depth = [], active = []] = await Promise.all(
      ['controller_runtime_reconcile_total', 'workqueue_depth', 'controller_runtime_active_workers'].map(
        async (name) => (await this.#registry.getSingleMetric(name)?.get())?.values,
      ),
    );
    const ended = total.filter(({ labels }) => !['error', 'requeue'].includes(String(labels.result)));
    const had = (controller: string) => sum(ended.filter(({ labels }) => labels.controller === controller));
    const idle = sum([...depth, ...active]) === 0 && this.#failed.size === 0;
    return this.ready && idle && Object.entries(turns).every(([name, least]) => had(name) >= least);
  }

  /** Reasons why it is not calm, for people. */
  get unsettled(): string {
    return [...this.#failed].join(', ') || 'work is under way';
  }

  /** Evaluates a log line: every reconcile logs its failure or its outcome. */
  #logged(line: string): void {
    this.log.push(line);
    const { controller, name, delayMs, msg } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    const key = `${controller} ${name}`;
    if (delayMs !== undefined) {
      this.#failed.add(key);
    } else if (/^(settled|waiting: |stalled: )/.test(String(msg))) {
      this.#failed.delete(key);
      this.#turns.set(String(controller), this.turns(String(controller)) + 1);
    }
  }
}

function sum(values: readonly { readonly value: number }[]): number {
  return values.reduce((total, { value }) => total + value, 0);
}

/** Repeats `check` until it is true; returns false after `limitMs`. */
export async function eventually(check: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const began = performance.now();
  for (;;) {
    const passedMs = performance.now() - began;
    if (passedMs > limitMs) {
      return false;
    }
    if (await check()) {
      return true;
    }
    // The interval grows, because checks take CPU from the awaited work.
    await sleep(Math.min(250, Math.max(15, passedMs / 10)));
  }
}
