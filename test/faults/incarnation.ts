import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { stringify } from 'yaml';
import { parseConfig } from '../../src/config.ts';
import { createOperator, type Operator } from '../../src/operator.ts';
import type { FaultProxy } from './proxy.ts';

/** One life of an operator in this process, behind a proxy. */
export class Incarnation {
  /** What it logged, as JSON lines. */
  readonly log: string[] = [];
  /** Resolves when it has come to rest: to nothing, or to the error that ended it. */
  readonly ended: Promise<unknown>;
  readonly #registry = new Registry();
  readonly #operator: Operator;
  readonly #stop = new AbortController();
  readonly #proxy: FaultProxy;

  /** `gateway` is that part of the configuration. */
  constructor(proxy: FaultProxy, gateway: object) {
    // Without an election: who comes next must not wait for the lease of one that was killed.
    const operator = { leaderElection: { enabled: false } };
    this.#proxy = proxy;
    const write = (line: string) => void this.log.push(line);
    this.#operator = createOperator({
      access: { server: proxy.url, credentials: async () => ({}) },
      config: parseConfig(stringify({ gateway, operator }), 'faults'),
      log: pino({ level: 'debug', base: null }, { write }),
      registry: this.#registry,
    });
    this.ended = this.#operator.run(this.#stop.signal).catch((error: unknown) => error);
  }

  /** Whether its caches are full and its controllers work. */
  get ready(): boolean {
    return this.#operator.ready();
  }

  /** Tells it to stop, as SIGTERM does. */
  stop(): void {
    this.#stop.abort();
  }

  /** Ends it as SIGKILL would: nothing that it sends from now on arrives. Resolves when it is gone. */
  async kill(): Promise<void> {
    this.#proxy.kill();
    this.#stop.abort();
    await this.ended;
  }

  /** Reconciles that ended without an error, and keys that wait for a worker. */
  async progress(): Promise<{ readonly succeeded: number; readonly waiting: number }> {
    const [total, depth] = await Promise.all(
      ['controller_runtime_reconcile_total', 'workqueue_depth'].map((name) =>
        this.#registry.getSingleMetric(name)?.get(),
      ),
    );
    const values = total?.values.filter(
      ({ labels }) => !['error', 'requeue'].includes(String(labels.result)),
    );
    return { succeeded: sum(values), waiting: sum(depth?.values) };
  }
}

function sum(values: readonly { readonly value: number }[] = []): number {
  return values.reduce((total, { value }) => total + value, 0);
}

/** Asks again and again until `check` holds; answers whether it did within `limitMs`. */
export async function eventually(check: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    if (await check()) {
      return true;
    }
    await sleep(15);
  }
  return false;
}
