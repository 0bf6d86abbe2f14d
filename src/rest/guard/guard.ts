import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Impersonation, KubeClient } from '../../kube/client.ts';
import { Problem } from '../problem/problem.ts';
import { Throttled } from '../problem/throttled.ts';
import type { Region, Regions } from '../region.ts';
import type { Limits } from '../settings.ts';
import { traceOf } from '../trace.ts';
import { networkOf } from './address.ts';
import { createAuthenticate } from './auth.ts';
import type { Rate } from './bucket.ts';
import { TOKEN_HEADER } from './headers.ts';
import { RateLimiter } from './ratelimiter.ts';
import { reviewBy } from './review.ts';

/** What callers are told by, and held to. */
export interface GuardSettings {
  readonly regions: Regions;
  /** Whom tokens must be meant for, any of them; where there is none, the API server. */
  readonly audiences: readonly string[];
  readonly limits: Pick<Limits, 'requestsPerSecond' | 'failedTokensPerMinute'>;
}

/** Somebody who is known to the cluster that they ask about. */
export interface AuthenticatedCaller {
  readonly region: Region;
  readonly caller: Impersonation;
  /** Acts as the caller. */
  readonly client: KubeClient;
}

/**
 * Finds out who asks about the region of a name, the first where there is none; throws a Problem for each way in
 * which that can fail.
 */
export type Admit = (
  request: Pick<Request, 'headers' | 'ip'>,
  response: Response,
  name: string | undefined,
) => Promise<AuthenticatedCaller>;

/**
 * Lets in whom the region's own API server knows, as often as the limits say. Of a region that there is not,
 * the first one judges who may be told so.
 */
export function createAdmit({ regions, audiences, limits }: GuardSettings): Admit {
  const perMinute = limits.failedTokensPerMinute;
  const failures = new RateLimiter(rateOf(perMinute, perMinute / 60));
  const requests = new RateLimiter(rateOf(limits.requestsPerSecond, limits.requestsPerSecond));
  const doorOf = (region: Region) => ({
    region,
    authenticate: createAuthenticate(reviewBy(region.client, audiences), failures),
  });
  const [home, ...others] = regions;
  const first = doorOf(home);
  const doors = new Map([first, ...others.map(doorOf)].map((door) => [door.region.name, door]));
  return async ({ headers, ip = '' }, response, name) => {
    const found = name === undefined ? first : doors.get(name);
    const { region, authenticate } = found ?? first;
    const trace = traceOf(response);
    trace.region = region.name;
    const caller = await authenticate(presented(headers), networkOf(ip));
    trace.user = caller.user;
    countOne(requests, JSON.stringify([region.name, caller.user]));
    if (found === undefined) {
      const names = [...doors.keys()].join(', ');
      throw new Problem('regionNotFound', `region_name: there is no region ${name}; there is ${names}`);
    }
    return { region, caller, client: region.client.as(caller) };
  };
}

function presented({ authorization, [TOKEN_HEADER]: token }: IncomingHttpHeaders): string | undefined {
  return authorization ?? [token].flat()[0];
}

/** 0 stands for no limit. */
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
