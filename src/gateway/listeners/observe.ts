import { type Gradual, gradually } from '../../base/gradual.ts';
import { type Candidate, candidatesOf, isHttp, isTcp, isTeam } from '../../rule/candidate.ts';
import { isStanding } from '../../rule/claim.ts';
import { certificatesOf } from '../certificates.ts';
import { memberOf, standingOn } from '../observe.ts';
import type { GatewayView } from '../observed.ts';
import { gatewayView, type Sources } from '../sources.ts';
import { hostTls } from '../tls.ts';
import type { GatewayObserved, ObservedHost } from './observed.ts';

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
  return {
    gateway,
    hosts: yield* hostsOf(from, gateway, rules.filter(isHttp)),
    ports: rules.filter(isTcp).map((each) => memberOf(from, each)),
    grants: caches.grants.store.list(),
    partial,
  };
}

/** The hosts of rules, each with the certificate of the team that has the host. */
function hostsOf(from: Sources, gateway: GatewayView, rules: readonly Candidate[]): Gradual<ObservedHost[]> {
  const hosts = new Map(rules.map(({ object, rule: { host } }) => [host, object.metadata.namespace ?? '']));
  return gradually(hosts, ([host, namespace]) => {
    const ofTeam = standingOn(from.caches, host, namespace);
    return { host, namespace, tls: hostTls(ofTeam, certificatesOf(from, gateway, namespace)) };
  });
}
