import type { Policy } from '../../../api/policy.ts';
import type { Guard } from '../../../rule/guard.ts';
import type { Branch } from '../group.ts';
import { SAME_FOR_ALL } from './precedence.ts';

const PERIODS = { second: '1s', minute: '1m', hour: '1h' } as const;

/** Largest answer in KiB of a component that Traefik asks; it reserves this much memory for each request. */
export const MOST_ANSWERED = 64;

const ENCODINGS = { gzip: 'gzip', brotli: 'br', zstd: 'zstd' } as const;

/** Guards that Traefik has for a branch. */
export function guardsOf({ externalAuth }: Branch): readonly Guard[] {
  return ['allow', 'basicAuth', ...(externalAuth?.address === undefined ? [] : (['externalAuth'] as const))];
}

/** Contents of the Middlewares on who may send requests, in the order in which requests pass them. */
export function accessParts(
  host: string,
  { policy, externalAuth }: Branch,
): Readonly<Record<string, object>> {
  const { allow, basicAuth, rateLimit, compression } = policy;
  const realm = host.replace('*.', '');
  return {
    ...(allow === undefined ? {} : { allow: { ipAllowList: { sourceRange: allow } } }),
    ...(basicAuth === undefined ? {} : { basicAuth: { basicAuth: { secret: basicAuth.secretName, realm } } }),
    ...(externalAuth?.address === undefined
      ? {}
      : {
          externalAuth: {
            forwardAuth: forwardAuthOf(policy.externalAuth, externalAuth.address, externalAuth.port),
          },
        }),
    ...(rateLimit === undefined ? {} : { rateLimit: { rateLimit: limitOf(rateLimit) } }),
    ...(compression === undefined
      ? {}
      : { compression: { compress: { encodings: compression.map((name) => ENCODINGS[name]) } } }),
  };
}

function limitOf({ requests, per, burst = requests, by = 'rule' }: NonNullable<Policy['rateLimit']>): object {
  return {
    average: requests,
    period: PERIODS[per],
    burst,
    ...(by === 'rule' ? { sourceCriterion: { requestHeaderName: SAME_FOR_ALL } } : {}),
  };
}

/**
 * Traefik asks at the address of the Service: behind a name, the team could put any host. It would pass all headers of
 * requests on, trust what clients say of themselves, and name the Service in redirects.
 */
function forwardAuthOf(
  {
    path = '/',
    requestHeaders = [],
    responseHeaders = [],
  }: Partial<NonNullable<Policy['externalAuth']>> = {},
  address: string,
  port: number,
): object {
  const host = address.includes(':') ? `[${address}]` : address;
  return {
    address: `http://${host}:${port}${path}`,
    preserveRequestMethod: true,
    trustForwardHeader: false,
    authRequestHeaders: ['Authorization', ...requestHeaders],
    ...(responseHeaders.length > 0 ? { authResponseHeaders: responseHeaders } : {}),
    maxResponseBodySize: MOST_ANSWERED * 1024,
    preserveLocationHeader: true,
  };
}
