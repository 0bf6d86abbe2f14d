import { byAge } from '../../objects/age.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { candidatesOf, competingRules, hostPlace, isHttp, isTcp, isTeam } from '../../rule/candidate.ts';
import type { GatewayCaches } from '../caches.ts';
import { routed } from '../member.ts';
import { certificatesOf, gatewayView, memberOf, type Sources } from '../observe.ts';
import type { GatewayView } from '../observed.ts';
import { portRefusal } from '../ports.ts';
import { hostTls } from '../tls.ts';
import type { GatewayObserved } from './decide.ts';
import { planListeners, type SecureHost, withStanding } from './plan.ts';

/** Gathers what deciding on the Gateway's listeners takes into account. */
export function observeGateway(from: Sources): GatewayObserved {
  const { caches, config } = from;
  const view = gatewayView(from);
  const rules = caches.rules.store.by('listener', '');
  const plan = planListeners(secureHosts(caches, rules), openPorts(caches, rules, view), config.https.port);
  return {
    config,
    plan: from.partial ? withStanding(plan, view.object?.spec.listeners ?? []) : plan,
    grants: caches.grants.store.list(),
    ...(view.object === undefined ? {} : { gateway: view.object }),
  };
}

/** The hosts that are to be served with a certificate which can be used. */
function secureHosts(caches: GatewayCaches, rules: readonly GatewayRule[]): SecureHost[] {
  const hosts = new Set(rules.flatMap(({ spec }) => spec.http?.domainName ?? []));
  return [...hosts].flatMap((host) => {
    const ofHost = competingRules(caches, hostPlace(host))
      .filter(isHttp)
      .toSorted((a, b) => byAge(a.object, b.object));
    const namespace = ofHost[0]?.object.metadata.namespace ?? '';
    const here = ofHost.filter(({ object }) => object.metadata.namespace === namespace);
    const tls = hostTls(here, certificatesOf(caches, namespace));
    const uid =
      tls.type === 'usable'
        ? caches.secrets.store.get(`${namespace}/${tls.secret}`)?.metadata.uid
        : undefined;
    return tls.type === 'usable' && uid !== undefined
      ? [{ host, namespace, secret: tls.secret, uid, names: tls.names, chosenBy: tls.chosenBy }]
      : [];
  });
}

/** The rules that have a port of the Gateway: the oldest valid one for each, if it leads somewhere. */
function openPorts(caches: GatewayCaches, rules: readonly GatewayRule[], view: GatewayView) {
  const tcp = candidatesOf(rules, (each) => isTeam(caches, each))
    .filter(isTcp)
    .toSorted((a, b) => byAge(a.object, b.object));
  const winners = new Map(tcp.toReversed().map((each) => [each.rule.port, each]));
  const members = [...winners.values()].map((each) => memberOf(caches, each));
  return routed(members).filter(
    ({ rule, backend }) =>
      portRefusal(rule.port, view) === undefined && view.served[backend.protocol] !== undefined,
  );
}
