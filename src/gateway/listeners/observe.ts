import { type Candidate, candidatesOf, isHttp, isTcp, isTeam } from '../../rule/candidate.ts';
import { isStanding } from '../../rule/claim.ts';
import { certificatesOf, gatewayView, memberOf, type Sources, standingOn } from '../observe.ts';
import { hostTls } from '../tls.ts';
import type { GatewayObserved, ObservedHost } from './observed.ts';

/** Reads from the caches everything that deciding on the Gateway takes into account: rules that stand. */
export function observeGateway(from: Sources): GatewayObserved {
  const { caches, partial = false } = from;
  const rules = candidatesOf(caches.rules.store.by('listener', '').filter(isStanding), (each) =>
    isTeam(caches, each),
  );
  return {
    gateway: gatewayView(from),
    hosts: hostsOf(from, rules.filter(isHttp)),
    ports: rules.filter(isTcp).map((each) => memberOf(caches, each)),
    grants: caches.grants.store.list(),
    partial,
  };
}

/** The hosts of rules, each with the certificate of the team that has the host. */
function hostsOf(from: Sources, rules: readonly Candidate[]): ObservedHost[] {
  const hosts = new Map(rules.map(({ object, rule: { host } }) => [host, object.metadata.namespace ?? '']));
  return [...hosts].map(([host, namespace]) => {
    const ofTeam = standingOn(from.caches, host, namespace);
    return { host, namespace, tls: hostTls(ofTeam, certificatesOf(from, namespace)) };
  });
}
