import type { Policy } from '../../../api/policy.ts';
import type { Branch } from '../group.ts';

/** Header that Traefik gives each request itself, with its own name as the value: it is the same for all clients. */
const SAME_FOR_ALL = 'X-Forwarded-Server';

const PERIODS = { second: '1s', minute: '1m', hour: '1h' } as const;

const ENCODINGS = { gzip: 'gzip', brotli: 'br', zstd: 'zstd' } as const;

/** Contents of the Middlewares on who may send requests, in the order in which requests pass them. */
export function accessParts(host: string, { policy }: Branch): Readonly<Record<string, object>> {
  const { allow, basicAuth, rateLimit, compression } = policy;
  const realm = host.replace('*.', '');
  return {
    ...(allow === undefined ? {} : { allow: { ipAllowList: { sourceRange: allow } } }),
    ...(basicAuth === undefined ? {} : { basicAuth: { basicAuth: { secret: basicAuth.secretName, realm } } }),
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
