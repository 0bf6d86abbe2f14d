import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Impersonation } from '../../kube/client.ts';
import { Problem, Throttled } from '../problem/problem.ts';
import type { RateLimiter } from './ratelimiter.ts';
import type { TokenReviewer } from './tokenreview.ts';

/** Time to live of the review of a valid token, in milliseconds: a revoked token still works this long. */
const AUTHENTICATED_TTL_MS = 10_000;

/** Time to live of the review of a rejected token, in milliseconds. */
const REJECTED_TTL_MS = 3_000;

/** Reviewed tokens in the cache. */
const MAX_TOKENS = 10_000;

/** The caller by the header Authorization and the address of the request. */
export type Authenticate = (header: string | undefined, address: string) => Promise<Impersonation>;

/** A token for review, and the address that sent it first. */
interface ReviewAttempt {
  readonly token: string;
  readonly address: string;
}

/** Result of a review: the token's owner, if it has one. */
interface ReviewedToken {
  readonly caller: Impersonation | undefined;
}

/**
 * Authentication by token, sent as `<token>` or `Bearer <token>`. Results of `review` are cached briefly under a
 * hash of the token, and concurrent requests with one token share a review. Throws the Problem `unauthorized`
 * where the header identifies no caller: a request never acts as the service itself. `failures` counts the failed
 * reviews of an address, and rejects its tokens without a review while there are too many.
 */
export function createAuthenticate(
  review: TokenReviewer,
  failures: RateLimiter,
  clock: { now(): number } = performance,
): Authenticate {
  const tokens = new LRUCache<string, ReviewedToken, ReviewAttempt>({
    max: MAX_TOKENS,
    ttl: AUTHENTICATED_TTL_MS,
    ttlResolution: 0,
    perf: clock,
    // Requests that wait for a review get its result, even if the cache has no room for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_hash, _stale, { options, context }) => {
      const caller = await reviewCounted(review, failures, context);
      options.ttl = caller === undefined ? REJECTED_TTL_MS : AUTHENTICATED_TTL_MS;
      return { caller };
    },
  });
  return async (header, address) => {
    const token = tokenIn(header);
    const hash = createHash('sha256').update(token).digest('base64');
    const reviewed = await tokens.fetch(hash, { context: { token, address } });
    if (reviewed?.caller === undefined) {
      throw new Problem('unauthorized', 'the cluster does not know this token, or it has expired');
    }
    return reviewed.caller;
  };
}

function tokenIn(header: string | undefined): string {
  const token = header?.replace(/^Bearer +/i, '').trim();
  if (!token) {
    throw new Problem('unauthorized', 'send the header Authorization: <token>');
  }
  return token;
}

async function reviewCounted(
  review: TokenReviewer,
  failures: RateLimiter,
  { token, address }: ReviewAttempt,
): Promise<Impersonation | undefined> {
  const seconds = failures.wait(address);
  if (seconds > 0) {
    throw new Throttled('too many tokens that nobody knows have come from your address', seconds);
  }
  const caller = await review(token);
  if (caller === undefined) {
    failures.count(address);
  }
  return caller;
}
