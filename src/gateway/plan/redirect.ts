import { HTTP_ROUTES } from '../../objects/httproute.ts';
import type { GatewayConfig } from '../config.ts';
import type { ListenerGroup } from '../dialects/group.ts';
import { objectOf, type Rendered } from '../object.ts';
import { gatewayParent } from '../parent.ts';

/**
 * The HTTPRoute that redirects plain requests of a group to HTTPS, permanently (301). Nothing passes it, so that no
 * request goes around what protects the group. Who answers challenges of ACME (RFC 8555, 8.3) has a longer path, which
 * every engine prefers: the HTTPRoute of cert-manager, or a rule of its own. Other ACME servers follow the redirect.
 */
export function redirectRoute(group: ListenerGroup, { name, http, https }: GatewayConfig): Rendered {
  const port = https.publicPort ?? https.port;
  const requestRedirect = { scheme: 'https', statusCode: 301, ...(port === 443 ? {} : { port }) };
  const spec = {
    parentRefs: [gatewayParent(name, http.listener)],
    hostnames: [group.host],
    rules: [
      {
        matches: [{ path: { type: 'PathPrefix', value: group.path } }],
        filters: [{ type: 'RequestRedirect', requestRedirect }],
      },
    ],
  };
  return objectOf(group, HTTP_ROUTES, spec, `${group.route}-redirect`);
}
