import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import { type BenchCluster, inParallel } from '../bench/benchcluster.ts';

/** Milliseconds between two lists of the stored rules. */
const INTERVAL_MS = 2_000;

/** Accountant of acknowledged rules: each one is searched in the API server, and then deleted. */
export class RuleAudit {
  readonly #world: BenchCluster;
  /** Hosts of acknowledged rules that have not been searched yet. */
  readonly #pending = new Set<string>();
  /** Hosts of requests in progress. */
  readonly #asked = new Set<string>();
  /** Hosts of acknowledged rules that exist. */
  readonly found = new Set<string>();
  /** Hosts of existing rules without acknowledgement: their request ended with an error. */
  readonly unannounced = new Set<string>();
  /** Hosts of acknowledged rules that do not exist. */
  readonly lost: string[] = [];

  constructor(world: BenchCluster) {
    this.#world = world;
  }

  /** Records the start of a request. */
  requested(host: string): void {
    this.#asked.add(host);
  }

  /** Records the end of a request, and whether it was acknowledged. */
  answered(host: string, acknowledged: boolean): void {
    this.#asked.delete(host);
    if (acknowledged) {
      this.#pending.add(host);
    }
  }

  /** Checks rules until `stop` aborts and no check is left. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted || this.#pending.size > 0) {
      // Without the API server there is no result.
      await this.#look().catch(() => undefined);
      await sleep(INTERVAL_MS);
    }
  }

  async #look(): Promise<void> {
    const expected = new Set(this.#pending);
    const underWay = new Set(this.#asked);
    const { client, namespace } = this.#world;
    const rules = await client.list(GATEWAY_RULES, { namespace });
    const stored = new Set(rules.map(hostOf));
    for (const host of expected) {
      this.#pending.delete(host);
      if (stored.has(host)) {
        this.found.add(host);
      } else {
        this.lost.push(host);
      }
    }
    // Rules of requests in progress are checked next time.
    const old = rules.filter((rule) => !underWay.has(hostOf(rule)) && !this.#isAwaited(hostOf(rule)));
    for (const host of old.map(hostOf).filter((each) => !this.found.has(each))) {
      this.unannounced.add(host);
    }
    await inParallel(old, ({ metadata: { name, uid } }) =>
      client.delete(GATEWAY_RULES, { namespace, name, uid }),
    );
  }

  #isAwaited(host: string): boolean {
    return this.#asked.has(host) || this.#pending.has(host);
  }
}

function hostOf({ spec }: GatewayRule): string {
  return spec.http?.domainName ?? '';
}
