import { isEmpty } from '../../base/fields.ts';
import type { Resource } from '../../kube/resource.ts';
import { defineEngine, kindContent } from '../engine.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { referenceToRoute, routeOf } from '../httproute.ts';
import { branchName, filterBy, objectOf, partName, type Rendered } from '../object.ts';
import { ABILITIES, CALLS, STYLE } from './abilities.ts';
import {
  AUTHENTICATION,
  CLIENT_SETTINGS,
  PROXY_SETTINGS,
  RATE_LIMITS,
  UPSTREAM_SETTINGS,
} from './objects.ts';

/** Ports of the readiness and of the metrics of its pods. */
const OWN_PORTS = [
  { from: 8081, to: 8081 },
  { from: 9113, to: 9113 },
];

const FILTER = kindContent(ABILITIES, AUTHENTICATION);
const RATE = kindContent(ABILITIES, RATE_LIMITS);
const PROXY = kindContent(ABILITIES, PROXY_SETTINGS);
const CLIENT = kindContent(ABILITIES, CLIENT_SETTINGS);
const UPSTREAM = kindContent(ABILITIES, UPSTREAM_SETTINGS);

/** NGINX Gateway Fabric: policies for proxying, for requests of clients, for limits and for the choice of a pod, a filter for passwords. */
export const nginxGatewayFabric = defineEngine({
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
  passthrough: { level: 'full', how: 'by a TLSRoute' },
  clientCertificates: { level: 'close', how: 'since NGINX Gateway Fabric 2.6' },
  listenerSets: {
    level: 'close',
    how: 'since NGINX Gateway Fabric 2.6',
  },
  certificates: 'of-listener',
  smallestRsaKey: 1024,
  presentsStapling: true,
  evidence: 'engine',
  passwords: 'nginx',
  metrics: undefined,
  style: STYLE,
  abilities: ABILITIES,
  calls: CALLS,
  reports: [PROXY_SETTINGS, CLIENT_SETTINGS, UPSTREAM_SETTINGS, RATE_LIMITS],
  objects: (group) => {
    const filters = new Map(group.branches.map((branch) => [branch, authentication(group, branch)]));
    const targetRef = referenceToRoute(group);
    const targetRefs = [targetRef];
    return [
      routeOf(group, STYLE, { firstOf: (branch) => (filters.get(branch) ?? []).map(filterBy) }),
      ...[...filters.values()].flat(),
      ...policyOf(group, RATE_LIMITS, { targetRefs, ...RATE.ofGroup(group) }),
      ...policyOf(group, PROXY_SETTINGS, { targetRefs, ...PROXY.ofGroup(group) }),
      ...policyOf(group, CLIENT_SETTINGS, { targetRef, ...CLIENT.ofGroup(group) }),
      ...upstreamSettings(group),
    ];
  },
});

/** The policy of a route; none where it has nothing beside its target. */
function policyOf(group: ListenerGroup, resource: Resource, spec: object): readonly Rendered[] {
  return Object.keys(spec).length > 1 ? [objectOf(group, resource, spec)] : [];
}

/** The filter for the passwords of a branch. */
function authentication(group: ListenerGroup, branch: Branch): readonly Rendered[] {
  const content = FILTER.ofBranch(branch, group);
  return isEmpty(content) ? [] : [objectOf(group, AUTHENTICATION, content, branchName(group, branch))];
}

/** The policies for the choice of a pod, one for each Service. */
function upstreamSettings(group: ListenerGroup): readonly Rendered[] {
  const method = UPSTREAM.ofGroup(group);
  const services = new Set(group.branches.flatMap(({ backends }) => backends.map(({ service }) => service)));
  return isEmpty(method)
    ? []
    : [...services].map((name) => {
        const targetRefs = [{ group: 'core', kind: 'Service', name }];
        return objectOf(group, UPSTREAM_SETTINGS, { targetRefs, ...method }, partName(group, name));
      });
}
