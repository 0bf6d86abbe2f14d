import type { Policy } from '../../api/policy.ts';
import { DEFAULT_ATTEMPTS } from '../../api/timeouts.ts';
import type { Cors } from '../../objects/httproute.ts';
import { answerBuffers, type Branch, type ListenerGroup } from '../group.ts';
import { traefikResource } from './services.ts';

/** Middlewares of Traefik. */
export const MIDDLEWARES = traefikResource('middlewares', 'Middleware');

/** Header that Traefik gives each request itself, with its own name as the value: it is the same for all clients. */
export const SAME_FOR_ALL = 'X-Forwarded-Server';

/** Most MiB of a request or an answer that Traefik writes to its disk, which all teams share. */
export const MOST_ON_DISK = 1024;

const MEBIBYTE = 1024 * 1024;

/**
 * Content of the Middleware that limits requests and holds answers back. A limit of 0 is none, which is Traefik's own
 * way, as is passing answers on as they come.
 */
export function bufferingOf(group: ListenerGroup): object | undefined {
  const limit = requestLimit(group);
  if (limit === 0 && !buffersAnswers(group)) {
    return undefined;
  }
  const { number, kibibytes } = answerBuffers(group.settings);
  const buffering = {
    ...(buffersAnswers(group) ? { memResponseBodyBytes: number * kibibytes * 1024 } : {}),
    // With either, Traefik writes both requests and answers to its disk: none may go on for ever.
    maxRequestBodyBytes: (limit || MOST_ON_DISK) * MEBIBYTE,
    maxResponseBodyBytes: MOST_ON_DISK * MEBIBYTE,
  };
  return { buffering };
}

/** Limit of a request in MiB; 0 is none. */
export function requestLimit({ settings: { proxyBodySize = 0 } }: ListenerGroup): number {
  return proxyBodySize > MOST_ON_DISK ? 0 : proxyBodySize;
}

/** Whether a group requests that answers are held back. */
export function buffersAnswers({ settings }: ListenerGroup): boolean {
  return settings.proxyBuffering === 'on';
}

/**
 * Headers for pages of other origins. Origins with `*` are regular expressions for Traefik; it answers requests of others
 * without these headers.
 */
export function corsHeaders({ policy: { cors } }: Branch): object | undefined {
  return cors && { headers: headersOf(cors) };
}

function headersOf(cors: Cors): object {
  const { allowOrigins, allowCredentials, allowMethods, allowHeaders, exposeHeaders, maxAge } = cors;
  const patterns = allowOrigins.filter((origin) => origin.includes('://*.'));
  const literal = allowOrigins.filter((origin) => !patterns.includes(origin));
  return {
    ...(literal.length > 0 ? { accessControlAllowOriginList: literal } : {}),
    ...(patterns.length > 0 ? { accessControlAllowOriginListRegex: patterns.map(originPattern) } : {}),
    ...(allowCredentials === undefined ? {} : { accessControlAllowCredentials: allowCredentials }),
    accessControlAllowMethods: allowMethods ?? ['GET', 'HEAD', 'POST'],
    ...(allowHeaders === undefined ? {} : { accessControlAllowHeaders: allowHeaders }),
    ...(exposeHeaders === undefined ? {} : { accessControlExposeHeaders: exposeHeaders }),
    accessControlMaxAge: maxAge ?? DEFAULT_MAX_AGE,
    addVaryHeader: true,
  };
}

/** Seconds for which browsers keep an answer where nothing is said, as in the Gateway API (HTTPCORSFilter). */
const DEFAULT_MAX_AGE = 5;

function originPattern(origin: string): string {
  const [scheme = '', host = ''] = origin.split('://*');
  return `^${scheme}://[-a-z0-9.]+${host.replaceAll('.', String.raw`\.`)}$`;
}

/** Passwords, one of which a request must have. */
export function basicAuth({ policy }: Branch, { host }: ListenerGroup): object | undefined {
  return (
    policy.basicAuth && { basicAuth: { secret: policy.basicAuth.secretName, realm: host.replace('*.', '') } }
  );
}

/** Largest answer in KiB of a component that Traefik asks; it reserves this much memory for each request. */
export const MOST_ANSWERED = 64;

/**
 * Question to a component. Traefik asks at the address of the Service: behind a name, the team could put any host. It
 * would pass all headers of requests on, trust what clients say of themselves, and name the Service in redirects.
 */
export function forwardAuth({ policy, externalAuth }: Branch): object | undefined {
  if (externalAuth?.address === undefined) {
    return undefined;
  }
  const { address, port } = externalAuth;
  const asked: Partial<NonNullable<Policy['externalAuth']>> = policy.externalAuth ?? {};
  const { path = '/', requestHeaders = [], responseHeaders = [] } = asked;
  const host = address.includes(':') ? `[${address}]` : address;
  return {
    forwardAuth: {
      address: `http://${host}:${port}${path}`,
      preserveRequestMethod: true,
      trustForwardHeader: false,
      authRequestHeaders: ['Authorization', ...requestHeaders],
      ...(responseHeaders.length > 0 ? { authResponseHeaders: responseHeaders } : {}),
      maxResponseBodySize: MOST_ANSWERED * 1024,
      preserveLocationHeader: true,
    },
  };
}

const PERIODS = { second: '1s', minute: '1m', hour: '1h' } as const;

/** Limit of requests. */
export function rateLimit({ policy }: Branch): object | undefined {
  if (policy.rateLimit === undefined) {
    return undefined;
  }
  const { requests, per, burst = requests, by = 'rule' } = policy.rateLimit;
  const together = by === 'rule' ? { sourceCriterion: { requestHeaderName: SAME_FOR_ALL } } : {};
  return { rateLimit: { average: requests, period: PERIODS[per], burst, ...together } };
}

const ENCODINGS = { gzip: 'gzip', brotli: 'br', zstd: 'zstd' } as const;

/** Compression of answers. */
export function compress({ policy: { compression } }: Branch): object | undefined {
  return compression && { compress: { encodings: compression.map((name) => ENCODINGS[name]) } };
}

/**
 * Tries. Traefik counts the first one, too. The codes are left out: Traefik passes the flush of a discarded answer on to
 * the client (Flush in its middleware), which sends the status 200 before the status and the headers of the last answer.
 */
export function retry({ policy }: Branch): object | undefined {
  if (policy.retry === undefined) {
    return undefined;
  }
  const { attempts = DEFAULT_ATTEMPTS, backoff } = policy.retry;
  const pause = backoff === undefined ? {} : { initialInterval: backoff };
  return { retry: { attempts: attempts + 1, ...pause } };
}
