import { hash as digestOf } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Impersonation } from '../../kube/client.ts';
import { Problem } from '../problem/problem.ts';
import { type ReviewSettings, Reviews } from './reviews.ts';
import { tokenIn } from './token.ts';

/** Time to live of the review of a valid token, in milliseconds: a revoked token still works this long. */
const AUTHENTICATED_TTL_MS = 10_000;

/** Valid tokens in the cache. */
const MAX_TOKENS = 10_000;

/** A token, and its owner. */
interface OwnedToken {
  readonly token: string;
  readonly caller: Impersonation;
}

/** The token and its owner by the header Authorization and the address of the request. */
type Authenticate = (header: string | undefined, address: string) => Promise<OwnedToken>;

/** Settings of the authentication in one region. */
interface AuthenticateSettings extends ReviewSettings {
  /** Accepted audiences of tokens; empty for the API server's own. */
  readonly audiences: readonly string[];
  /** Monotonic clock, and time of day, in milliseconds. */
  readonly clock?: { now(): number };
  readonly timeOfDay?: () => number;
}

/**
 * Authentication by token. Results of `review` are cached briefly under a hash of the token, and concurrent requests
 * with one token share a review. Throws the Problem `unauthorized` where the header identifies no caller: a request
 * never acts as the service itself.
 */
export function createAuthenticate(settings: AuthenticateSettings): Authenticate {
  const { audiences, clock = performance, timeOfDay = Date.now } = settings;
  const owners = new OwnerCache(new Reviews(settings, clock), clock);
  return async (header, address) => {
    const token = tokenIn(header, audiences, timeOfDay());
    const caller = await owners.of(token, address);
    if (caller === undefined) {
      throw new Problem('unauthorized', 'the cluster does not know this token, or it has expired');
    }
    return { token, caller };
  };
}

/** Owners of tokens, by hash. Rejected tokens have a memory of their own, so that they displace no valid one. */
class OwnerCache {
  readonly #reviews: Reviews;
  readonly #rejections: Rejections;
  readonly #valid: LRUCache<string, Impersonation>;
  readonly #running = new Map<string, Promise<Impersonation | undefined>>();

  constructor(reviews: Reviews, clock: { now(): number }) {
    this.#reviews = reviews;
    this.#rejections = new Rejections(clock);
    this.#valid = new LRUCache({ max: MAX_TOKENS, ttl: AUTHENTICATED_TTL_MS, ttlResolution: 0, perf: clock });
  }

  async of(token: string, address: string): Promise<Impersonation | undefined> {
    const hash = digestOf('sha256', token, 'base64');
    const owner = this.#valid.get(hash);
    if (owner !== undefined || this.#rejections.has(hash)) {
      return owner;
    }
    return await (this.#running.get(hash) ?? this.#begin(token, hash, address));
  }

  #begin(token: string, hash: string, address: string): Promise<Impersonation | undefined> {
    const running = this.#review(token, hash, address).finally(() => this.#running.delete(hash));
    this.#running.set(hash, running);
    return running;
  }

  async #review(token: string, hash: string, address: string): Promise<Impersonation | undefined> {
    const owner = await this.#reviews.ownerOf({ token, hash, address });
    if (owner === undefined) {
      this.#rejections.add(hash);
    } else {
      this.#valid.set(hash, owner);
    }
    return owner;
  }
}

/** Rejected tokens that are remembered. */
const MAX_REJECTED = 10_000;

/** Penalty of a token after its first rejection, and the longest one, in milliseconds; it doubles each time. */
const FIRST_MS = 3_000;
const LONGEST_MS = 60_000;

/** Time after which earlier rejections no longer count, in milliseconds. */
const FORGOTTEN_MS = 600_000;

/** Memory of rejected tokens, by their hashes: a token is rejected without a review until its penalty is over. */
class Rejections {
  readonly #clock: { now(): number };
  readonly #tokens: LRUCache<string, { readonly penaltyMs: number; readonly until: number }>;

  constructor(clock: { now(): number }) {
    this.#clock = clock;
    this.#tokens = new LRUCache({ max: MAX_REJECTED, ttl: FORGOTTEN_MS, ttlResolution: 0, perf: clock });
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
