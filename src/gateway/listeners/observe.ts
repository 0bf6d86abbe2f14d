import { byAge } from '../../objects/age.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { candidatesOf, competingRules, hostPlace, isHttp, isTcp, isTeam } from '../../rule/candidate.ts';
import type { GatewayCaches } from '../caches.ts';
import { certificatesOf, gatewayView, memberOf, type Sources } from '../observe.ts';
import { hostTls } from '../tls.ts';
import type { GatewayObserved, ObservedHost } from './observed.ts';

/** Reads from the caches everything that deciding on the Gateway takes into account. */
export function observeGateway(from: Sources): GatewayObserved {
  const { caches, partial = false } = from;
  const rules = caches.rules.store.by('listener', '');
  return {
    gateway: gatewayView(from),
    hosts: hostsOf(caches, rules),
    ports: candidatesOf(rules, (each) => isTeam(caches, each))
      .filter(isTcp)
      .map((each) => memberOf(caches, each)),
    grants: caches.grants.store.list(),
    partial,
  };
}

/** The hosts of the rules that need a listener, each with the certificate of the team that has the host. */
function hostsOf(caches: GatewayCaches, rules: readonly GatewayRule[]): ObservedHost[] {
  const hosts = new Set(rules.flatMap(({ spec }) => spec.http?.domainName ?? []));
  return [...hosts].flatMap((host) => {
    const competing = competingRules(caches, hostPlace(host)).filter(isHttp);
    const [oldest] = competing.toSorted((a, b) => byAge(a.object, b.object));
    if (oldest === undefined) {
      return [];
    }
    const { namespace = '' } = oldest.object.metadata;
    const ofTeam = competing.filter(({ object }) => object.metadata.namespace === namespace);
    return [{ host, namespace, tls: hostTls(ofTeam, certificatesOf(caches, namespace)) }];
  });
}
