import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Impersonation } from '../../kube/client.ts';
import { Problem } from '../problem/problem.ts';
import { Throttled } from '../problem/throttled.ts';
import type { RateLimiter } from './ratelimiter.ts';
import type { Review } from './review.ts';

/** Milliseconds for which an answer of the API server holds: so long a token lives on that is taken back. */
const KNOWN_MS = 10_000;
const UNKNOWN_MS = 3_000;

/** Tokens whose answers are remembered. */
const MAX_TOKENS = 10_000;

/** Tells who calls from the header Authorization and the address that it came from. */
export type Authenticate = (header: string | undefined, address: string) => Promise<Impersonation>;

/** A token that is to be reviewed, and the address that sent it first. */
interface Attempt {
  readonly token: string;
  readonly address: string;
}

interface Verdict {
  readonly caller: Impersonation | undefined;
}

/**
 * Tells callers by their tokens, which come as `<token>` or `Bearer <token>`. Answers of `review` are
 * remembered for a moment, under a hash of the token, and equal tokens that come at once are reviewed once.
 * Throws a Problem where the header names nobody: nothing is ever done in the service's own name instead.
 * `failures` counts the reviews of an address that came to nothing, and ends them where there are too many.
 */
export function createAuthenticate(
  review: Review,
  failures: RateLimiter,
  clock: { now(): number } = performance,
): Authenticate {
  const verdicts = new LRUCache<string, Verdict, Attempt>({
    max: MAX_TOKENS,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    perf: clock,
    // Who waits for a review gets its answer, even if there is no room to remember it.
    ignoreFetchAbort: true,
    fetchMethod: async (_hash, _stale, { options, context }) => {
      const caller = await reviewed(review, failures, context);
      options.ttl = caller === undefined ? UNKNOWN_MS : KNOWN_MS;
      return { caller };
    },
  });
  return async (header, address) => {
    const token = tokenIn(header);
    const hash = createHash('sha256').update(token).digest('base64');
    const verdict = await verdicts.fetch(hash, { context: { token, address } });
    if (verdict?.caller === undefined) {
      throw new Problem('unauthorized', 'the cluster does not know this token, or it has expired');
    }
    return verdict.caller;
  };
}

function tokenIn(header: string | undefined): string {
  const token = header?.replace(/^Bearer +/i, '').trim();
  if (!token) {
    throw new Problem('unauthorized', 'send the header Authorization: <token>');
  }
  return token;
}

async function reviewed(
  review: Review,
  failures: RateLimiter,
  { token, address }: Attempt,
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
