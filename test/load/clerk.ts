import { setTimeout as sleep } from 'node:timers/promises';
import { GATEWAY_RULES, type GatewayRule } from '../../src/objects/stoa.ts';
import { inParallel, type World } from '../bench/world.ts';

/** Milliseconds between two looks at what is stored. */
const EVERY_MS = 2_000;

/** Keeps account of what was acknowledged: each rule is looked for in the API server, and then deleted. */
export class Clerk {
  readonly #world: World;
  /** Hosts of rules that were acknowledged and have not been looked for yet. */
  readonly #pending = new Set<string>();
  /** Hosts of requests that are under way. */
  readonly #asked = new Set<string>();
  /** Hosts of rules that were acknowledged and found. */
  readonly found = new Set<string>();
  /** Hosts of rules that are there although nobody was told so: their request ended with an error. */
  readonly unannounced = new Set<string>();
  /** Hosts of rules that were acknowledged and are not there. */
  readonly lost: string[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** A request for a rule begins. */
  asked(host: string): void {
    this.#asked.add(host);
  }

  /** The request has ended, and whether with an acknowledgement. */
  answered(host: string, acknowledged: boolean): void {
    this.#asked.delete(host);
    if (acknowledged) {
      this.#pending.add(host);
    }
  }

  /** Looks until `stop` aborts and nothing is left to look for. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted || this.#pending.size > 0) {
      // While the API server is away, nothing can be said.
      await this.#look().catch(() => undefined);
      await sleep(EVERY_MS);
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
    // One whose answer was still on its way is for the next time.
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
