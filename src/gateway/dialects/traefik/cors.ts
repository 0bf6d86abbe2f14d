import type { Cors } from '../../../objects/httproute.ts';

/**
 * Headers for pages of other origins. Origins with `*` are regular expressions for Traefik; it answers requests of others
 * without these headers.
 */
export function corsHeaders(cors: Cors): object {
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
