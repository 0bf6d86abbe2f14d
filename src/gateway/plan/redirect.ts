import { HTTP_ROUTES } from '../../objects/httproute.ts';
import type { GatewayConfig } from '../config.ts';
import type { ListenerGroup } from '../dialects/group.ts';
import { servicesOf } from '../dialects/httproute.ts';
import { objectOf, type Rendered } from '../object.ts';
import { gatewayParent } from '../parent.ts';

/** Path at which ACME servers look for a challenge by HTTP (RFC 8555, 8.3); it must be answered without TLS. */
const CHALLENGES = '/.well-known/acme-challenge';

/**
 * The HTTPRoute that redirects plain requests of a group to HTTPS, permanently (301). Challenges of ACME go
 * through to the component, where an external service may answer them; cert-manager's own HTTPRoute for one is
 * more specific than this.
 */
export function redirectRoute(group: ListenerGroup, { name, http, https }: GatewayConfig): Rendered {
  const port = https.publicPort ?? https.port;
  const redirect = {
    type: 'RequestRedirect',
    requestRedirect: { scheme: 'https', statusCode: 301, ...(port === 443 ? {} : { port }) },
  };
  const last = group.branches.at(-1);
  const exempt = isBelow(CHALLENGES, group.path)
    ? [{ matches: [prefix(CHALLENGES)], backendRefs: last === undefined ? [] : servicesOf(last) }]
    : [];
  const spec = {
    parentRefs: [gatewayParent(name, http.listener)],
    hostnames: [group.host],
    rules: [...exempt, { matches: [prefix(group.path)], filters: [redirect] }],
  };
  return objectOf(group, HTTP_ROUTES, spec, `${group.route}-redirect`);
}

function prefix(value: string) {
  return { path: { type: 'PathPrefix', value } };
}

/** Whether a path lies at or below a prefix, by whole segments. */
function isBelow(path: string, prefix: string): boolean {
  return `${path}/`.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}
