import { protects } from '../../../rule/guard.ts';
import { defineDialect } from '../define.ts';
import { httpRoute, servicesOf } from '../httproute.ts';
import { filterBy, referenceTo } from '../parts.ts';
import { ABILITIES } from './abilities.ts';
import { guardsOf } from './access.ts';
import { partsOf } from './branchparts.ts';
import { bufferingOf } from './buffering.ts';
import { ALWAYS } from './precedence.ts';
import { isReachable } from './reach.ts';
import { MIDDLEWARES, TRAEFIK_SERVICES, TRANSPORTS } from './resources.ts';
import { STYLE } from './style.ts';

/** Ports of the entry points for its API and for the metrics of its chart, which a rule would take over. */
const OWN_PORTS = [
  { from: 8080, to: 8080 },
  { from: 9100, to: 9100 },
];

/** Middlewares that ask a component about each request, or count requests. */
const ASKING = ['forwardAuth', 'rateLimit'];

/** Traefik: Middlewares for buffering and policies, TraefikServices for the choice of a pod, timeouts and copies. */
export const traefik = defineDialect({
  name: 'traefik',
  controllers: ['traefik.io/gateway-controller'],
  ports: {
    TCP: { level: 'full', how: 'by a TCPRoute' },
    UDP: { level: 'none', how: 'the Gateway provider of Traefik serves no UDP' },
    opened: {
      level: 'none',
      how: 'Traefik listens at its entry points only: it needs one for each port, with the number of the port',
    },
    own: OWN_PORTS,
  },
  listenerSets: { level: 'none', how: 'Traefik does not read them' },
  certificates: 'of-gateway',
  smallestRsaKey: 1024,
  evidence: 'engine',
  passwords: 'traefik',
  proves: ({ resource, draft: { spec } }) =>
    resource === MIDDLEWARES && !ASKING.some((part) => part in (spec as object)),
  resources: [MIDDLEWARES, TRAEFIK_SERVICES, TRANSPORTS],
  style: STYLE,
  abilities: ABILITIES,
  guards: (group, branch) => (isReachable(group) ? guardsOf(branch) : []),
  objects: (group) => {
    const buffering = bufferingOf(group);
    const parts = new Map(group.branches.map((branch) => [branch, partsOf(group, branch)]));
    const route = httpRoute(group, STYLE, {
      firstOf: (branch) => (parts.get(branch)?.first ?? []).map(filterBy),
      filtersOf: (branch) => [...buffering, ...(parts.get(branch)?.last ?? [])].map(filterBy),
      backendsOf: (branch) => {
        const { service, mirroring = service } = parts.get(branch) ?? {};
        return mirroring === undefined ? servicesOf(branch) : [referenceTo(mirroring)];
      },
      // It leaves out a router one of whose Middlewares it cannot make.
      floor: { isNeeded: ({ policy }) => protects(policy), always: ALWAYS },
    });
    const others = [...parts.values()].flatMap(({ first, last, mirroring, service, transport }) =>
      [...first, ...last, mirroring, service, transport].filter((object) => object !== undefined),
    );
    return [route, ...buffering, ...others];
  },
});
