import { LRUCache } from 'lru-cache';
import { Gate } from '../../base/gate.ts';
import type { Impersonation } from '../../kube/client.ts';
import { Throttled } from '../problem/problem.ts';
import type { SignatureCheck } from './issuer.ts';
import type { RateLimiter } from './ratelimiter.ts';
import { sharerOf } from './shares.ts';
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
  readonly subjectOf: SignatureCheck;
  /** Failed reviews by address, and by namespace of ServiceAccounts. */
  readonly failures: RateLimiter;
}

/**
 * Budget of a region's reviews. Tokens that the cluster has signed, or has accepted in the last hour, have places of
 * their own, which bad tokens cannot take. Rejected tokens count for whoever can make more of them: a signed token for
 * the namespace of its ServiceAccount, every other one for the address that sent it. While there are too many, the
 * reviews of that namespace or address stop; accepted tokens do not need them.
 */
export class Reviews {
  readonly #review: TokenReviewer;
  readonly #failures: RateLimiter;
  readonly #subjectOf: SignatureCheck;
  readonly #known: LRUCache<string, true>;
  readonly #gates = {
    known: new Gate(KNOWN.places, KNOWN.waiting),
    unknown: new Gate(UNKNOWN.places, UNKNOWN.waiting),
  };

  constructor({ review, subjectOf, failures }: ReviewSettings, clock: { now(): number }) {
    this.#review = review;
    this.#subjectOf = subjectOf;
    this.#failures = failures;
    this.#known = new LRUCache({ max: MAX_KNOWN, ttl: KNOWN_TTL_MS, ttlResolution: 0, perf: clock });
  }

  /** Owner of a token; undefined if the cluster does not accept it. Throws Throttled beyond the budget. */
  async ownerOf({ token, hash, address }: ReviewRequest): Promise<Impersonation | undefined> {
    const isAccepted = this.#known.has(hash);
    const subject = isAccepted ? undefined : await this.#subjectOf(token);
    const leave = await this.#gates[isAccepted || subject !== undefined ? 'known' : 'unknown'].enter();
    if (leave === undefined) {
      throw new Throttled('too many tokens wait for their review', 1);
    }
    try {
      return isAccepted
        ? await this.#reviewed(token, hash)
        : await this.#reviewedCounted(token, hash, accountable(address, subject));
    } finally {
      leave();
    }
  }

  async #reviewed(token: string, hash: string): Promise<Impersonation | undefined> {
    const owner = await this.#review(token);
    owner === undefined ? this.#known.delete(hash) : this.#known.set(hash, true);
    return owner;
  }

  async #reviewedCounted(token: string, hash: string, sender: Sender): Promise<Impersonation | undefined> {
    const seconds = this.#failures.wait(sender.key);
    if (seconds > 0) {
      throw new Throttled(`too many tokens that nobody accepts have come from ${sender.name}`, seconds);
    }
    const owner = await this.#reviewed(token, hash);
    if (owner === undefined) {
      this.#failures.count(sender.key);
    }
    return owner;
  }
}

/** Party for which rejected tokens count. */
interface Sender {
  readonly key: string;
  /** Name in messages. */
  readonly name: string;
}

/** Sender of a token: whoever can have tokens of this subject signed, or the address where nobody has signed it. */
function accountable(address: string, subject: string | undefined): Sender {
  return subject === undefined
    ? { key: address, name: 'your address' }
    : { key: sharerOf(subject), name: 'your namespace' };
}
