import { LRUCache } from 'lru-cache';

/** Rejected tokens that are remembered. */
const MAX_TOKENS = 10_000;

/** Penalty of a token after its first rejection, and the longest one, in milliseconds; it doubles each time. */
const FIRST_MS = 3_000;
const LONGEST_MS = 60_000;

/** Time after which earlier rejections no longer count, in milliseconds. */
const FORGOTTEN_MS = 600_000;

/** Memory of rejected tokens, by their hashes: a token is rejected without a review until its penalty is over. */
export class Rejections {
  readonly #clock: { now(): number };
  readonly #tokens: LRUCache<string, { readonly penaltyMs: number; readonly until: number }>;

  constructor(clock: { now(): number }) {
    this.#clock = clock;
    this.#tokens = new LRUCache({ max: MAX_TOKENS, ttl: FORGOTTEN_MS, ttlResolution: 0, perf: clock });
  }

  /** Whether a token is under its penalty. */
  has(hash: string): boolean {
    const rejection = this.#tokens.get(hash);
    return rejection !== undefined && this.#clock.now() < rejection.until;
  }

  /** Records a rejection. */
  add(hash: string): void {
    const before = this.#tokens.get(hash);
    const penaltyMs = before === undefined ? FIRST_MS : Math.min(2 * before.penaltyMs, LONGEST_MS);
    this.#tokens.set(hash, { penaltyMs, until: this.#clock.now() + penaltyMs });
  }
}
