import { type Gradual, gradually } from '../../base/gradual.ts';
import { keyOf } from '../../kube/object.ts';
import type { GatewayListener } from '../../objects/gatewayapi.ts';
import type { HttpRoute } from '../../objects/httproute.ts';
import { type Candidate, candidatesOf, isHttp, isTcp, isTeam, isTls } from '../../rule/candidate.ts';
import { isStanding } from '../../rule/claim.ts';
import { routesOfHosts } from '../caches.ts';
import { certificatesOf } from '../certificates.ts';
import { routed } from '../member.ts';
import { decidingOf, memberOf, rulesOfHost, standingRules } from '../observe.ts';
import type { GatewayView } from '../observed.ts';
import { isSetParent } from '../parent.ts';
import { gatewayView, type Sources } from '../sources.ts';
import { currentOf } from '../status/report.ts';
import { hostTls } from '../tls.ts';
import { hostListenersOf, isOwnListener } from './name.ts';
import type { GatewayObserved, ObservedHost } from './observed.ts';
import { standingListener } from './parents.ts';
import { passing } from './passthrough.ts';
import { isOwnSet } from './sets.ts';

/**
 * Reads from the caches everything that deciding on the Gateway takes into account: rules that stand. They are those of
 * all teams, so that the observation pauses between hosts; what changes meanwhile makes the Gateway due again.
 */
export function* observeGateway(from: Sources): Gradual<GatewayObserved> {
  const { caches, partial = false } = from;
  const rules = candidatesOf(caches.rules.store.by('listener', '').filter(isStanding), (each) =>
    isTeam(caches, each),
  );
  const gateway = gatewayView(from);
  const passed = passing(rules.filter(isTls), ({ rule, object }) =>
    decidingOf(rulesOfHost(caches, rule.host, object.metadata.namespace)),
  );
  const passedHosts = new Set(passed.map(({ rule }) => rule.host));
  const ending = rules.filter(isHttp).filter(({ rule }) => !passedHosts.has(rule.host));
  return {
    gateway,
    hosts: yield* hostsOf(from, gateway, ending),
    passing:
      gateway.served.TLS === undefined || gateway.passes.passing !== undefined
        ? []
        : routed(passed.map((each) => memberOf(from, gateway, each))),
    ports: rules.filter(isTcp).map((each) => memberOf(from, gateway, each)),
    held: heldListeners(from, gateway),
    grants: caches.grants.store.list(),
    sets: (caches.sets?.store.list() ?? []).filter((set) => isOwnSet(set, from.config.name)),
    waiting: yield* waitingOn(from, gateway),
    partial,
  };
}

/** The hosts of rules, each with the certificate of the team that has the host. */
function hostsOf(from: Sources, gateway: GatewayView, rules: readonly Candidate[]): Gradual<ObservedHost[]> {
  const hosts = new Map(rules.map(({ object, rule: { host } }) => [host, object.metadata.namespace]));
  return gradually(hosts, ([host, namespace]) => {
    const ofTeam = standingRules(rulesOfHost(from.caches, host, namespace));
    return { host, namespace, tls: hostTls(ofTeam, certificatesOf(from, gateway, namespace)) };
  });
}

/** Listeners, as they stand, of the routes of rules that stand and cannot be read. */
function heldListeners({ caches, names }: Sources, gateway: GatewayView): readonly GatewayListener[] {
  const held = caches.rules.store
    .by('unreadable', '')
    .filter((rule) => isStanding(rule) && isTeam(caches, rule.metadata.namespace) && names.isGranted(rule));
  const keys = held.map(keyOf);
  const routes = keys.flatMap((key) => caches.owned.flatMap(({ cache }) => cache.store.by('rule', key)));
  const parents = routes.flatMap((route) => (route as Partial<HttpRoute>).spec?.parentRefs ?? []);
  const listeners = parents.map((parent) => (isSetParent(parent) ? parent.name : (parent.sectionName ?? '')));
  return [...new Set(listeners)]
    .filter((name) => isOwnListener({ name }))
    .flatMap((name) => standingListener(name, gateway) ?? []);
}

/** Listeners of the Gateway from which a route does not let go yet, where listeners move to ListenerSets. */
function* waitingOn({ caches }: Sources, { object, sets }: GatewayView): Gradual<ReadonlySet<string>> {
  const listeners = hostListenersOf(object);
  if (sets.use === 'none' || listeners.length === 0) {
    return new Set();
  }
  const names = new Set(listeners.map(({ name }) => name));
  const routes = routesOfHosts(caches).flatMap(({ store }) => store.list());
  const waiting = yield* gradually(routes, (each) => {
    const route = each as HttpRoute;
    const parents = route.spec.parentRefs;
    const name = parents.find((parent) => !isSetParent(parent))?.sectionName ?? '';
    return names.has(name) && !(parents.some(isSetParent) && isSeen(route)) ? [name] : [];
  });
  return new Set(waiting.flat());
}

/**
 * Whether an engine has reported on the present generation of a route. A condition that names no generation counts,
 * unlike in `isReported`: the API server fills in none of a route, so that an engine wrote it, and one that never names
 * a generation would keep the listener on the Gateway for ever.
 */
function isSeen({ metadata, status }: HttpRoute): boolean {
  return (status?.parents ?? []).some(
    ({ conditions = [] }) => currentOf(conditions, metadata.generation).length > 0,
  );
}
