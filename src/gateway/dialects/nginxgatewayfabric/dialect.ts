import { defineDialect } from '../define.ts';
import { httpRoute } from '../httproute.ts';
import { filterBy } from '../parts.ts';
import { ABILITIES } from './abilities.ts';
import { authentication } from './authentication.ts';
import { clientSettings } from './clientsettings.ts';
import { proxySettings } from './proxysettings.ts';
import { rateLimits } from './ratelimit.ts';
import {
  AUTHENTICATION,
  CLIENT_SETTINGS,
  PROXY_SETTINGS,
  RATE_LIMITS,
  UPSTREAM_SETTINGS,
} from './resources.ts';
import { STYLE } from './style.ts';
import { upstreamSettings } from './upstreamsettings.ts';

/** Ports of the readiness and of the metrics of its pods. */
const OWN_PORTS = [
  { from: 8081, to: 8081 },
  { from: 9113, to: 9113 },
];

/** NGINX Gateway Fabric: policies for proxying, for requests of clients, for limits and for the choice of a pod, a filter for passwords. */
export const nginxGatewayFabric = defineDialect({
  name: 'nginx-gateway-fabric',
  controllers: ['gateway.nginx.org/nginx-gateway-controller'],
  ports: {
    TCP: { level: 'full', how: 'by a TCPRoute' },
    UDP: { level: 'full', how: 'by a UDPRoute' },
    opened: {
      level: 'full',
      how: 'NGINX Gateway Fabric adds the ports of listeners to the Service of the Gateway',
    },
    own: OWN_PORTS,
  },
  listenerSets: {
    level: 'close',
    how: 'since NGINX Gateway Fabric 2.6; Stoa uses them once it reports on one',
  },
  certificates: 'of-listener',
  smallestRsaKey: 1024,
  evidence: 'engine',
  passwords: 'nginx',
  resources: [PROXY_SETTINGS, CLIENT_SETTINGS, UPSTREAM_SETTINGS, RATE_LIMITS, AUTHENTICATION],
  style: STYLE,
  abilities: ABILITIES,
  guards: () => ['basicAuth'],
  objects: (group) => [
    httpRoute(group, STYLE, { firstOf: (branch) => authentication(group, branch).map(filterBy) }),
    ...group.branches.flatMap((branch) => authentication(group, branch)),
    ...rateLimits(group),
    ...proxySettings(group),
    ...clientSettings(group),
    ...upstreamSettings(group),
  ],
});
