import { LRUCache } from 'lru-cache';
import { Gate } from '../../base/gate.ts';
import type { Impersonation } from '../../kube/client.ts';
import { Throttled } from '../problem/problem.ts';
import type { SignatureCheck } from './issuer.ts';
import type { RateLimiter } from './ratelimiter.ts';
import type { TokenReviewer } from './tokenreview.ts';

/** Concurrent reviews of tokens that the cluster has signed or accepted before, and how many more may wait. */
const KNOWN = { places: 16, waiting: 1_000 };

/** Concurrent reviews of other tokens, and how many more may wait: what bad tokens can occupy. */
const UNKNOWN = { places: 8, waiting: 100 };

/** Tokens that are remembered as accepted; only an accepted token makes another one forgotten. */
const MAX_KNOWN = 10_000;

/** Time for which an accepted token is remembered, in milliseconds. */
const KNOWN_TTL_MS = 3_600_000;

/** A token for review. */
interface ReviewRequest {
  readonly token: string;
  /** Hash of the token, by which it is remembered. */
  readonly hash: string;
  /** Network that sent it. */
  readonly address: string;
}

/** Dependencies of the reviews of a region. */
export interface ReviewSettings {
  readonly review: TokenReviewer;
  readonly isSigned: SignatureCheck;
  /** Failed reviews by address. */
  readonly failures: RateLimiter;
}

/**
 * Budget of a region's reviews. Tokens that the cluster has signed, or has accepted in the last hour, have places of
 * their own, which bad tokens cannot take. For the others, `failures` counts the rejected tokens of an address, and the reviews of that
 * address stop while there are too many.
 */
export class Reviews {
  readonly #review: TokenReviewer;
  readonly #failures: RateLimiter;
  readonly #isSigned: SignatureCheck;
  readonly #known: LRUCache<string, true>;
  readonly #gates = {
    known: new Gate(KNOWN.places, KNOWN.waiting),
    unknown: new Gate(UNKNOWN.places, UNKNOWN.waiting),
  };

  constructor({ review, isSigned, failures }: ReviewSettings, clock: { now(): number }) {
    this.#review = review;
    this.#isSigned = isSigned;
    this.#failures = failures;
    this.#known = new LRUCache({ max: MAX_KNOWN, ttl: KNOWN_TTL_MS, ttlResolution: 0, perf: clock });
  }

  /** Owner of a token; undefined if the cluster does not accept it. Throws Throttled beyond the budget. */
  async ownerOf({ token, hash, address }: ReviewRequest): Promise<Impersonation | undefined> {
    const isKnown = this.#known.has(hash) || (await this.#isSigned(token));
    const leave = await this.#gates[isKnown ? 'known' : 'unknown'].enter();
    if (leave === undefined) {
      throw new Throttled('too many tokens wait for their review', 1);
    }
    try {
      return isKnown ? await this.#reviewed(token, hash) : await this.#reviewedCounted(token, hash, address);
    } finally {
      leave();
    }
  }

  async #reviewed(token: string, hash: string): Promise<Impersonation | undefined> {
    const owner = await this.#review(token);
    owner === undefined ? this.#known.delete(hash) : this.#known.set(hash, true);
    return owner;
  }

  async #reviewedCounted(token: string, hash: string, address: string): Promise<Impersonation | undefined> {
    const seconds = this.#failures.wait(address);
    if (seconds > 0) {
      throw new Throttled('too many tokens that nobody knows have come from your address', seconds);
    }
    const owner = await this.#reviewed(token, hash);
    if (owner === undefined) {
      this.#failures.count(address);
    }
    return owner;
  }
}
