import { DEFAULT_ATTEMPTS } from '../../api/policy.ts';
import { durationMs } from '../../base/duration.ts';
import type { Resource } from '../../kube/resource.ts';
import type { Cors } from '../../objects/httproute.ts';
import { objectOf, type Rendered } from '../object.ts';
import { type Branch, type ListenerGroup, mirrorOfBranch } from './group.ts';
import { branchName } from './parts.ts';
import { accessParts } from './traefikaccess.ts';

/** Middlewares of Traefik. */
export const MIDDLEWARES = traefikResource('middlewares', 'Middleware');

/** ServersTransports of Traefik. */
export const TRANSPORTS = traefikResource('serverstransports', 'ServersTransport');

/** TraefikServices. */
export const TRAEFIK_SERVICES = traefikResource('traefikservices', 'TraefikService');

/** Whether Traefik before 3.7.11 finds objects of the namespace: it reduces dashes in a row to one in their names. */
export function isReachable({ namespace }: Pick<ListenerGroup, 'namespace'>): boolean {
  return !namespace.includes('--');
}

/**
 * The Middlewares for the policy of a branch before and after the filters of the Gateway API, in the order in which
 * requests pass them. Browsers ask about origins without a password.
 */
export function policyMiddlewares(group: ListenerGroup, branch: Branch) {
  const { cors, retry } = branch.policy;
  const first = {
    ...(cors === undefined ? {} : { cors: { headers: corsHeaders(cors) } }),
    ...accessParts(group.host, branch),
  };
  const last = retry === undefined ? {} : { retry: { retry: retryOf(retry) } };
  return { first: rendered(group, branch, first), last: rendered(group, branch, last) };
}

function rendered(
  group: ListenerGroup,
  branch: Branch,
  parts: Readonly<Record<string, object>>,
): readonly Rendered[] {
  return isReachable(group)
    ? Object.entries(parts).map(([part, spec]) =>
        objectOf(group, MIDDLEWARES, spec, branchName(group, branch, part)),
      )
    : [];
}

/** Origins with `*` are regular expressions for Traefik; it answers requests of others without these headers. */
function corsHeaders(cors: Cors): object {
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

/** Traefik counts the first try, too. */
function retryOf({
  attempts = DEFAULT_ATTEMPTS,
  codes = [],
  backoff,
}: NonNullable<Branch['policy']['retry']>) {
  return {
    attempts: attempts + 1,
    ...(backoff === undefined ? {} : { initialInterval: backoff }),
    ...(codes.length > 0 ? { status: codes.map(String) } : {}),
  };
}

/** The ServersTransport with the timeouts of a branch, as far as Traefik has them; undefined where it needs none. */
export function transportOf(group: ListenerGroup, branch: Branch): Rendered | undefined {
  const { proxyConnectTimeout = 0, proxyReadTimeout = 0 } = group.settings;
  const ofPolicy = durationMs(branch.policy.timeouts?.backendRequest ?? '0s') ?? 0;
  const limits = [proxyReadTimeout * 1000, ofPolicy].filter((ms) => ms > 0);
  const forwardingTimeouts = {
    ...(proxyConnectTimeout > 0 ? { dialTimeout: `${proxyConnectTimeout}s` } : {}),
    ...(limits.length > 0 ? { responseHeaderTimeout: `${Math.min(...limits)}ms` } : {}),
  };
  return Object.keys(forwardingTimeouts).length > 0 && isReachable(group)
    ? objectOf(group, TRANSPORTS, { forwardingTimeouts }, branchName(group, branch))
    : undefined;
}

/** Most KiB of a body that Traefik copies: it reserves this much memory for each request, even without a body. */
export const MOST_COPIED = 64;

/** The TraefikService that passes the requests of a branch on to another one, and copies them; undefined where none is copied. */
export function mirroringOf(
  group: ListenerGroup,
  branch: Branch,
  to: Rendered | undefined,
  transport: TransportReference,
): Rendered | undefined {
  const mirror = mirrorOfBranch(branch);
  if (mirror === undefined || to === undefined) {
    return undefined;
  }
  const { service, port, percent = 100 } = mirror;
  const mirroring = {
    kind: TRAEFIK_SERVICES.kind,
    name: to.draft.metadata.name,
    maxBodySize: MOST_COPIED * 1024,
    mirrors: [{ name: service, port, percent, ...transport }],
  };
  return objectOf(group, TRAEFIK_SERVICES, { mirroring }, branchName(group, branch, 'mirror'));
}

/** Reference of a TraefikService to the ServersTransport of its branch, if there is one. */
export interface TransportReference {
  readonly serversTransport?: string;
}

function traefikResource(plural: string, kind: string): Resource {
  return { group: 'traefik.io', version: 'v1alpha1', plural, kind, namespaced: true };
}
