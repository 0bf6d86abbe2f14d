import { apiVersionOf } from '../../kube/resource.ts';
import { HTTP_ROUTES } from '../../objects/httproute.ts';
import type { Rendered } from '../dialects/dialect.ts';
import type { RuleGroup } from '../dialects/group.ts';
import type { GatewayConfig } from '../observed.ts';
import { metadataOf } from '../owned.ts';

/** Where ACME servers look for a challenge by HTTP (RFC 8555, 8.3); it must be answered without TLS. */
const CHALLENGES = '/.well-known/acme-challenge';

/**
 * The route that sends plain requests of a group to HTTPS, for good (301). Challenges of ACME go through to
 * the component, where an external service may answer them; cert-manager's own route for one is more
 * specific than this.
 */
export function redirectRoute(group: RuleGroup, { name, http, https }: GatewayConfig): Rendered {
  const port = https.publicPort ?? https.port;
  const redirect = {
    type: 'RequestRedirect',
    requestRedirect: { scheme: 'https', statusCode: 301, ...(port === 443 ? {} : { port }) },
  };
  const exempt = isBelow(CHALLENGES, group.path);
  const backends = group.branches.at(-1)?.backends ?? [];
  return {
    resource: HTTP_ROUTES,
    draft: {
      apiVersion: apiVersionOf(HTTP_ROUTES),
      kind: HTTP_ROUTES.kind,
      metadata: metadataOf({ ...group, name: `${group.route}-redirect` }),
      spec: {
        parentRefs: [{ group: HTTP_ROUTES.group, kind: 'Gateway', ...name, sectionName: http.listener }],
        hostnames: [group.host],
        rules: [
          ...(exempt
            ? [
                {
                  matches: [prefix(CHALLENGES)],
                  backendRefs: backends.map(({ service, ...rest }) => ({ name: service, ...rest })),
                },
              ]
            : []),
          { matches: [prefix(group.path)], filters: [redirect] },
        ],
      },
    },
  };
}

function prefix(value: string) {
  return { path: { type: 'PathPrefix', value } };
}

/** Whether a path lies at or below a prefix, by whole segments. */
function isBelow(path: string, prefix: string): boolean {
  return `${path}/`.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}
