import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Impersonation, KubeClient } from '../../kube/client.ts';
import { Problem, Throttled } from '../problem/problem.ts';
import type { Region, Regions } from '../region.ts';
import type { Limits } from '../settings.ts';
import { traceOf } from '../trace.ts';
import { networkOf } from './address.ts';
import { createAuthenticate } from './authenticate.ts';
import { TOKEN_HEADER } from './headers.ts';
import { identityIn } from './identity.ts';
import { createSignatureCheck } from './issuer.ts';
import type { Rate } from './ratelimiter.ts';
import { RateLimiter } from './ratelimiter.ts';
import { type Place, Shares, sharerOf } from './shares.ts';

/** Authentication and rate-limit settings. */
export interface GuardSettings {
  readonly regions: Regions;
  /** Accepted audiences of tokens; empty for the API server's own. */
  readonly audiences: readonly string[];
  readonly limits: Pick<Limits, 'requestsPerSecond' | 'concurrentRequests' | 'failedTokensPerMinute'>;
}

/** A caller that the API server of the requested region has authenticated. */
export interface AuthenticatedCaller {
  readonly region: Region;
  readonly caller: Impersonation;
  /** Acts as the caller. */
  readonly client: KubeClient;
  /** Regions that the caller may know of: a caller of the first one all, of another one that alone. */
  readonly regions: readonly Region[];
  /** Name under which it shares the service. */
  readonly sharer: string;
  /** Gives back its place among the requests in progress, before its response ends. */
  readonly leave: () => void;
  /** Authenticates it again. Throws a Problem where that fails. */
  readonly again: () => Promise<void>;
}

/**
 * Authentication and rate limit of a request for the named region, or the first region where the name is
 * undefined. Throws a Problem for each way in which it can fail.
 */
export type Admit = (
  request: Pick<Request, 'headers' | 'ip'>,
  response: Response,
  name: string | undefined,
) => Promise<AuthenticatedCaller>;

/**
 * Admission of callers by the API server of the requested region, within the rate limits. For an unknown region
 * name the first region authenticates, so that only its callers learn the names of the regions.
 */
export function createAdmit({ regions, audiences, limits }: GuardSettings): Admit {
  const perMinute = limits.failedTokensPerMinute;
  const failures = new RateLimiter(rateOf(perMinute, perMinute / 60));
  const requests = new RateLimiter(rateOf(limits.requestsPerSecond, limits.requestsPerSecond));
  const shares = new Shares(limits.concurrentRequests);
  const entryOf = (region: Region) => {
    const { review, clientOf } = identityIn(region, audiences);
    const subjectOf = createSignatureCheck(region.client);
    return { region, clientOf, authenticate: createAuthenticate({ review, subjectOf, audiences, failures }) };
  };
  const [home, ...others] = regions;
  const first = entryOf(home);
  const entries = new Map([first, ...others.map(entryOf)].map((entry) => [entry.region.name, entry]));
  return async ({ headers, ip = '' }, response, name) => {
    const found = name === undefined ? first : entries.get(name);
    const { region, clientOf, authenticate } = found ?? first;
    const trace = traceOf(response);
    trace.region = region.name;
    const known = () => authenticate(credentialIn(headers), networkOf(ip));
    const { token, caller } = await known();
    trace.user = caller.user;
    const sharer = JSON.stringify([region.name, sharerOf(caller.user)]);
    countOne(requests, sharer);
    if (found === undefined) {
      const names = [...entries.keys()].join(', ');
      throw new Problem('regionNotFound', `region_name: there is no region ${name}; there is ${names}`);
    }
    const { calls, leave } = await takePlace(shares, sharer, response);
    return {
      region,
      caller,
      client: clientOf(token, caller).within(calls),
      regions: region === home ? regions : [region],
      sharer,
      leave,
      again: async () => void (await known()),
    };
  };
}

/** Waits for a place of the caller, which the request has until its response ends at the latest. */
async function takePlace(shares: Shares, sharer: string, response: Response): Promise<Place> {
  const { promise: ended, resolve: leave } = Promise.withResolvers<void>();
  response.once('close', leave);
  const { calls, leave: leaveShare } = await shares.enter(sharer);
  void ended.then(leaveShare);
  return { calls, leave };
}

function credentialIn({ authorization, [TOKEN_HEADER]: token }: IncomingHttpHeaders): string | undefined {
  return authorization ?? [token].flat()[0];
}

/** Rate of a setting; undefined, no limit, for 0. */
function rateOf(burst: number, perSecond: number): Rate | undefined {
  return burst === 0 ? undefined : { burst, perSecond };
}

function countOne(requests: RateLimiter, caller: string): void {
  const seconds = requests.wait(caller);
  if (seconds > 0) {
    throw new Throttled('you send more requests than you may', seconds);
  }
  requests.count(caller);
}
