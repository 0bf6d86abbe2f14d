import type { HttpHeaderMatch } from '../../objects/httproute.ts';
import { protects } from '../../rule/guard.ts';
import { defineEngine, featuresBy, kindContent } from '../engine.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { routeOf, servicesOf } from '../httproute.ts';
import { branchName, filterBy, objectOf, type Rendered, referenceTo } from '../object.ts';
import { ABILITIES, CALLS, STYLE } from './abilities.ts';
import { traefikFailure } from './failure.ts';
import { TRAEFIK_METRICS } from './metrics.ts';
import { MIDDLEWARES, SAME_FOR_ALL } from './middlewares.ts';
import { PASSING } from './passing.ts';
import { TRAEFIK_CHECK } from './problems.ts';
import { isReachable, serviceObjects } from './services.ts';

/** Ports of the entry points for its API and for the metrics of its chart, which a rule would take over. */
const OWN_PORTS = [
  { from: 8080, to: 8080 },
  { from: 9100, to: 9100 },
];

/** Middlewares that ask a component about each request, or count requests. */
const ASKING = ['forwardAuth', 'rateLimit'];

/** Condition that every request meets. */
const ALWAYS: HttpHeaderMatch = { name: SAME_FOR_ALL, type: 'RegularExpression', value: '.*' };

/** Contents of the Middlewares of branches, by the feature. */
const OF_BRANCHES = featuresBy(ABILITIES, MIDDLEWARES).flatMap(({ feature, means: { ofBranch } }) =>
  ofBranch === undefined ? [] : [{ feature, ofBranch }],
);

/** Feature whose Middleware comes after the filters of the Gateway API: what it sends again has passed them. */
const LAST = 'http.policy.retry';

const MIDDLEWARE = kindContent(ABILITIES, MIDDLEWARES);

/** Traefik: Middlewares for buffering and policies, TraefikServices for the choice of a pod, timeouts and copies. */
export const traefik = defineEngine({
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
  passthrough: {
    level: 'close',
    how: 'by an IngressRouteTCP, on which Traefik does not report, and only where the configuration names its entry point for HTTPS, gateway.https.entryPoint: a TLSRoute would change other hosts and ports',
  },
  passing: PASSING,
  clientCertificates: { level: 'none', how: 'Traefik does not read spec.tls.frontend of the Gateway' },
  listenerSets: { level: 'none', how: 'Traefik does not read them' },
  certificates: 'of-gateway',
  smallestRsaKey: 1024,
  presentsStapling: true,
  evidence: 'engine',
  failure: traefikFailure,
  passwords: 'traefik',
  proves: ({ resource, draft: { spec } }) =>
    resource === MIDDLEWARES && !ASKING.some((part) => part in (spec as object)),
  check: TRAEFIK_CHECK,
  metrics: TRAEFIK_METRICS,
  style: STYLE,
  abilities: ABILITIES,
  calls: CALLS,
  reports: [],
  objects: (group) => {
    const buffering = bufferingOf(group);
    const parts = new Map(group.branches.map((branch) => [branch, partsOf(group, branch)]));
    const route = routeOf(group, STYLE, {
      firstOf: (branch) => (parts.get(branch)?.first ?? []).map(filterBy),
      filtersOf: (branch) => [...buffering, ...(parts.get(branch)?.last ?? [])].map(filterBy),
      backendsOf: (branch) => {
        const { service, mirroring = service } = parts.get(branch) ?? {};
        return mirroring === undefined ? servicesOf(branch) : [referenceTo(mirroring)];
      },
      // It leaves out a router one of whose Middlewares it cannot make.
      floor: { isNeeded: ({ policy }) => protects(policy), always: ALWAYS },
    });
    const others = [...parts.values()].flatMap(({ first, last, mirroring, service, transports = [] }) =>
      [...first, ...last, mirroring, service, ...transports].filter((object) => object !== undefined),
    );
    return [route, ...buffering, ...others];
  },
});

/** The Middleware for a whole group. */
function bufferingOf(group: ListenerGroup): readonly Rendered[] {
  const content = MIDDLEWARE.ofGroup(group);
  const isNeeded = Object.keys(content).length > 0 && isReachable(group);
  return isNeeded ? [objectOf(group, MIDDLEWARES, content)] : [];
}

/** The objects of a branch: Middlewares before and after the filters of the Gateway API, and what it has for its Services. */
function partsOf(group: ListenerGroup, branch: Branch) {
  const middlewares = isReachable(group)
    ? OF_BRANCHES.flatMap(({ feature, ofBranch }) => {
        const spec = ofBranch(branch, group);
        const name = branchName(group, branch, feature.replace('http.policy.', ''));
        return spec === undefined ? [] : [{ feature, object: objectOf(group, MIDDLEWARES, spec, name) }];
      })
    : [];
  return {
    first: middlewares.filter(({ feature }) => feature !== LAST).map(({ object }) => object),
    last: middlewares.filter(({ feature }) => feature === LAST).map(({ object }) => object),
    ...serviceObjects(group, branch),
  };
}
