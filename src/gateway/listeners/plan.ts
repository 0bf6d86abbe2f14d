import { LABELS } from '../../api/group.ts';
import { byAge } from '../../objects/age.ts';
import type { GatewayListener } from '../../objects/gatewayapi.ts';
import type { Candidate } from '../../rule/candidate.ts';
import type { EffectiveTcp } from '../../rule/effective.ts';
import { type Member, memberTransport, type Routed, routed } from '../member.ts';
import type { GatewayView } from '../observed.ts';
import { isPortFree } from '../plan/port.ts';
import type { SecretName } from '../secrets/name.ts';
import { httpsListenerName, isOwnListener, portListenerName } from './name.ts';
import type { ObservedHost } from './observed.ts';

/** A host that is to be served with a certificate; its age is that of the rule that chose it. */
export interface SecureHost {
  readonly host: string;
  readonly namespace: string;
  readonly secret: string;
  /** Of the Secret. */
  readonly uid: string;
  /** Name under which a listener serves it. */
  readonly servedAs: string;
  readonly chosenBy: Candidate['object'];
}

/** A Secret that the Gateway is to present. */
export interface PlannedSecret extends SecretName {
  readonly uid: string;
}

/** Listeners that Stoa wants on its Gateway, and the Secrets that these need. */
export interface ListenerPlan {
  readonly listeners: readonly GatewayListener[];
  /** Namespaces of the teams for which listeners are, by the name of the listener. */
  readonly owners: ReadonlyMap<string, string>;
  readonly secrets: readonly PlannedSecret[];
}

/** Routes that may attach: those in namespaces of teams, as far as a selector tells them. */
export function routesOfTeams({ config: { teamPolicy }, outsiders }: GatewayView): object {
  const expression =
    teamPolicy.mode === 'labelled'
      ? { key: LABELS.team, operator: 'Exists' }
      : { key: NAMESPACE_NAME, operator: 'NotIn', values: outsiders };
  return { namespaces: { from: 'Selector', selector: { matchExpressions: [expression] } } };
}

/** Label of every Namespace with its name, by the API server. */
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/** The hosts that are to be served with a certificate which can be used. */
export function secureHosts(hosts: readonly ObservedHost[]): SecureHost[] {
  return hosts.flatMap(({ host, namespace, tls }) =>
    tls.type === 'usable'
      ? [
          {
            host,
            namespace,
            secret: tls.secret,
            uid: tls.uid,
            servedAs: tls.servedAs,
            chosenBy: tls.chosenBy,
          },
        ]
      : [],
  );
}

/** The rules that have a port of the Gateway, of those that stand, one for each transport, if they lead somewhere. */
export function openPorts(
  candidates: readonly Member<EffectiveTcp>[],
  gateway: GatewayView,
): Routed<EffectiveTcp>[] {
  const youngestFirst = candidates.toSorted((a, b) => byAge(b.object, a.object));
  const winners = new Map(
    youngestFirst.map((each) => [portListenerName(memberTransport(each), each.rule.port), each]),
  );
  return routed([...winners.values()]).filter(
    ({ rule, backend }) => isPortFree(rule, gateway) && gateway.served[backend.protocol] !== undefined,
  );
}

/**
 * The listeners for hosts with a certificate and for ports. Hosts that one wildcard name of one certificate
 * covers share a listener; of two certificates for one name, that of the older rule has it, and the hosts of
 * the other get listeners of their own.
 */
export function planListeners(
  hosts: readonly SecureHost[],
  ports: readonly Routed<EffectiveTcp>[],
  httpsPort: number,
  allowedRoutes: object,
): ListenerPlan {
  const claims = claimNames(hosts);
  const https = [...claims].map(
    ([hostname, { namespace, secret }]): GatewayListener => ({
      name: httpsListenerName(hostname),
      hostname,
      port: httpsPort,
      protocol: 'HTTPS',
      tls: {
        mode: 'Terminate',
        certificateRefs: [{ group: '', kind: 'Secret', namespace, name: secret }],
      },
      allowedRoutes,
    }),
  );
  const byPort = ports.map(
    ({ rule: { port }, backend: { protocol } }): GatewayListener => ({
      name: portListenerName(protocol, port),
      port,
      protocol,
      allowedRoutes,
    }),
  );
  // The names of two hosts could be equal: a user with time finds hosts whose digests are.
  const byName = new Map([...https, ...byPort].toReversed().map((listener) => [listener.name, listener]));
  const listeners = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const owners = new Map([
    ...[...claims].map(([hostname, { namespace }]) => [httpsListenerName(hostname), namespace] as const),
    ...ports.map(ownerOfPort),
  ]);
  const secrets = new Map(
    [...claims.values()].map(({ namespace, secret: name, uid }) => [
      `${namespace}/${name}`,
      { namespace, name, uid },
    ]),
  );
  return { listeners, owners, secrets: [...secrets.values()] };
}

function ownerOfPort({ rule, backend, object }: Routed<EffectiveTcp>): readonly [string, string] {
  return [portListenerName(backend.protocol, rule.port), object.metadata.namespace];
}

/** Hosts by the name under which a listener serves them, each with its certificate. */
function claimNames(hosts: readonly SecureHost[]): ReadonlyMap<string, SecureHost> {
  const oldest = hosts.toSorted((a, b) => byAge(a.chosenBy, b.chosenBy));
  // A host that is a wildcard itself can be served under no other name.
  const claims = new Map(
    oldest.filter(({ host }) => host.startsWith('*.')).map((each) => [each.host, each] as const),
  );
  for (const each of oldest) {
    const shared = each.servedAs;
    const holder = claims.get(shared);
    if (holder === undefined) {
      claims.set(shared, each);
    } else if (!sameSecret(holder, each)) {
      claims.set(each.host, each);
    }
  }
  return claims;
}

function sameSecret(a: SecureHost, b: SecureHost): boolean {
  return a.namespace === b.namespace && a.secret === b.secret;
}

/** The plan with listeners that stay exactly as they stand, whatever else is planned for them. */
export function withHeld(plan: ListenerPlan, held: readonly GatewayListener[]): ListenerPlan {
  const names = new Set(held.map(({ name }) => name));
  const others = plan.listeners.filter(({ name }) => !names.has(name));
  const listeners = [...others, ...held].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return held.length === 0 ? plan : { ...plan, listeners };
}

/** The plan with all own listeners that stand: rules that are not watched may need them. */
export function withStanding(plan: ListenerPlan, present: readonly GatewayListener[]): ListenerPlan {
  const planned = new Set(plan.listeners.map(({ name }) => name));
  const others = present.filter((each) => isOwnListener(each) && !planned.has(each.name));
  return { ...plan, listeners: [...plan.listeners, ...others] };
}
