import { detoursOf, UNJUDGED } from '../../engines/detours.ts';
import type { Dialect } from '../../engines/engine.ts';
import type { ListenerGroup } from '../../engines/group.ts';
import { isGuarded } from '../../engines/guards.ts';
import { objectOf, type Rendered } from '../../engines/object.ts';
import { HTTP_ROUTES, type HttpRouteMatch } from '../../objects/httproute.ts';
import type { GatewayView } from '../observed.ts';
import { gatewayParent } from '../parent.ts';

/**
 * The HTTPRoute that redirects plain requests of a group to HTTPS, permanently (301). Nothing passes it, so that no
 * request goes around what protects the group. Who answers challenges of ACME (RFC 8555, 8.3) has a longer path, which
 * every engine prefers: the HTTPRoute of cert-manager, or a rule of its own. Other ACME servers follow the redirect.
 */
export function redirectRoute(group: ListenerGroup, { config, dialect }: GatewayView): Rendered {
  const { name, http, https } = config;
  const port = https.publicPort ?? https.port;
  const requestRedirect = { scheme: 'https', statusCode: 301, ...(port === 443 ? {} : { port }) };
  const spec = {
    parentRefs: [gatewayParent(name, http.listener)],
    hostnames: [group.host],
    rules: [{ matches: redirected(group, dialect), filters: [{ type: 'RequestRedirect', requestRedirect }] }],
  };
  return objectOf(group, HTTP_ROUTES, spec, `${group.route}-redirect`);
}

/** Matches of the requests that are redirected: of a group with guards, also those that are meant to go around them. */
function redirected(
  { path, branches }: ListenerGroup,
  { detours }: Pick<Dialect, 'detours'>,
): readonly HttpRouteMatch[] {
  const below = [{ path: { type: 'PathPrefix', value: path } }] as const;
  return detours === 'left' && branches.some(isGuarded) ? [...below, ...detoursOf(below), UNJUDGED] : below;
}
