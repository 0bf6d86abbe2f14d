import { isDeepStrictEqual } from 'node:util';
import { conditionOf } from '../api/condition.ts';
import { NAME_ANNOTATIONS } from '../api/group.ts';
import { componentOf } from '../component/backend.ts';
import { hasReadyPod, selectablePart } from '../component/caches.ts';
import { serviceNameOf, targetsOfService } from '../component/target.ts';
import type { Change } from '../controller/store.ts';
import {
  appearsOrVanishes,
  changed,
  eitherSide,
  every,
  not,
  sidesOf,
  specChanged,
  type Watch,
  watch,
} from '../controller/watches.ts';
import { type KubeObject, keyOf, splitKey } from '../kube/object.ts';
import type { Claim } from '../names/claim.ts';
import type { Name } from '../names/name.ts';
import { hasTeamLabel, teamOf } from '../names/team.ts';
import { selects } from '../objects/core.ts';
import type { Gateway, ListenerHolder, ListenerSet } from '../objects/gatewayapi.ts';
import { type GatewayRule, ruleOwners } from '../objects/stoa.ts';
import { namedPorts, type Pod, type Workload } from '../objects/workload.ts';
import { burdenPlaces } from '../rule/burden.ts';
import { namesOf } from '../rule/candidate.ts';
import { isStanding, nameOfRule } from '../rule/claim.ts';
import type { NameState } from '../rule/namestate.ts';
import { foreignCaches, type GatewayCaches, rulesOfSecret } from './caches.ts';
import {
  componentOfRule,
  engineOf,
  groupKeysOfRoute,
  groupsOfRule,
  hostOfCalls,
  placeChanged,
  portOpenedBy,
  samePorts,
  statementOf,
  targetOfStatement,
} from './indexes.ts';
import { exposureAt, type Sources } from './sources.ts';
import { isBehind, listenerConditions } from './status/listener.ts';

/** Watches of the rule controller: which changes make which GatewayRules due. */
export function ruleWatches({ caches, components, names, config }: Sources): readonly Watch[] {
  const { store } = caches.rules;
  const isOurs = ({ before, after }: Change<Gateway>) =>
    [before, after].some((object) => object && keyOf(object) === keyOf({ metadata: config.name }));
  const state = (gateway: Gateway) => gatewayState(gateway, config.http.listener);
  const everyRule = { wakes: () => store.list(), priority: 'background' as const };
  return [
    watch(caches.rules, { wakes: sidesOf }),
    // After a list, users wait for what they wrote while nobody watched; the other rules are as they were.
    watch(caches.rules, { when: isUnreported, wakes: sidesOf, priority: 'user' }),
    watch(caches.rules, { when: specChanged, wakes: eitherSide((rule) => sharing(caches, rule)) }),
    ...portWatches({ caches, components }),
    ...nameWatches(caches, names),
    watch(caches.foreignRoutes, {
      wakes: eitherSide((route) => groupKeysOfRoute(route).flatMap((key) => store.by('group', key))),
    }),
    watch(caches.rules, {
      when: every(placeChanged, certificateChanged),
      wakes: eitherSide((rule) => ofSameHosts(caches, [rule])),
    }),
    watch(caches.rules, { when: placeChanged, wakes: eitherSide((rule) => ofOtherTraffic(caches, rule)) }),
    watch(caches.rules, {
      when: placeChanged,
      wakes: eitherSide((rule) => burdenPlaces(rule).flatMap((place) => store.by('burden', place))),
    }),
    ...caches.owned.map(({ cache }) => watch(cache, { wakes: eitherSide(ownersOf) })),
    watch(components.services, {
      wakes: eitherSide((service) => leadingTo(caches, targetsOfService(service))),
    }),
    ...components.workloads.flatMap(({ cache }) => [
      // Not each pod matters, only whether there is one.
      watch(cache, {
        when: changed((workload) => [hasReadyPod(workload), ...componentOf(workload)]),
        wakes: eitherSide((workload) =>
          targetsOfWorkload(components, workload).flatMap((target) => store.by('component', target)),
        ),
      }),
      watch(cache, {
        when: changed(portNames),
        wakes: eitherSide((workload) => leadingTo(caches, targetsOfWorkload(components, workload))),
      }),
    ]),
    ...namingWatches({ caches, components }),
    watch(caches.secrets, {
      wakes: eitherSide((secret) => ofSameHosts(caches, rulesOfSecret(caches, secret))),
    }),
    watch(caches.namespaces, {
      when: appearsOrVanishes,
      wakes: eitherSide(({ metadata }) => store.by('namespace', metadata.name)),
    }),
    watch(caches.namespaces, { when: declares(config), ...everyRule }),
    ...(caches.classes === undefined
      ? []
      : [watch(caches.classes, { when: changed(engineOf), ...everyRule })]),
    watch(caches.gateways, { when: every(isOurs, changed(state)), ...everyRule }),
    watch(caches.gateways, {
      when: every(isOurs, not(changed(state)), changed(listenersOf)),
      wakes: () => store.by('listener', ''),
      priority: 'user',
    }),
    ...(caches.sets === undefined
      ? []
      : [
          watch(caches.sets, {
            when: changed(setState),
            wakes: eitherSide(({ metadata }) => store.by('secured', metadata.name)),
          }),
        ]),
  ];
}

/** Watches of what rules do to the ports of components: they open them, and state their protocols. */
function portWatches(from: Pick<Sources, 'caches' | 'components'>): readonly Watch[] {
  return [
    watch(from.caches.rules, {
      when: placeChanged,
      wakes: (change) => dependents(from, change),
    }),
    watch(from.caches.rules, {
      when: placeChanged,
      wakes: eitherSide((rule) => (decides(from, rule) ? sharingPorts(from, [rule]) : [])),
    }),
  ];
}

/** Watches of what rules that name a Service, and no application, depend on. */
function namingWatches({ caches, components }: Pick<Sources, 'caches' | 'components'>): readonly Watch[] {
  return [
    watch(components.pods, {
      when: changed(selectablePart),
      wakes: eitherSide((pod) => selecting({ caches, components }, pod)),
    }),
    watch(components.applications, {
      when: changed(({ spec }) => spec.id),
      wakes: eitherSide(({ metadata }) => caches.rules.store.by('unassigned', metadata.namespace)),
    }),
  ];
}

/** Watches of what may give a name to a rule that waits for it, or take it. */
function nameWatches(caches: GatewayCaches, names: NameState): readonly Watch[] {
  const { store } = caches.rules;
  const waiting = ({ metadata }: KubeObject, name: Name | undefined) =>
    name === undefined ? [] : names.claims.waitingFor(name, metadata.namespace ?? '').map(ruleOfClaim);
  return [
    watch(caches.rules, {
      when: changed(({ metadata, spec, status }: GatewayRule) => [
        metadata.deletionTimestamp,
        metadata.uid,
        spec,
        acceptedOf(status),
        status?.certificateNames,
      ]),
      wakes: (change) => [
        ...eitherSide((rule: GatewayRule) =>
          [nameOfRule(rule), ...(rule.status?.certificateNames ?? [])].flatMap((name) => waiting(rule, name)),
        )(change),
        ...withRoom(names, change),
      ],
    }),
    ...foreignCaches(caches).map((routes) =>
      watch(routes, {
        wakes: eitherSide((route) => (route.spec.hostnames ?? []).flatMap((host) => waiting(route, host))),
      }),
    ),
    watch(caches.namespaces, {
      when: appearsOrVanishes,
      wakes: eitherSide(({ metadata }) =>
        store.by('namespace', metadata.name).flatMap((rule) => waiting(rule, nameOfRule(rule))),
      ),
    }),
    // What was kept for the team is free.
    watch(caches.namespaces, { when: ends, wakes: () => names.claims.waiting().map(ruleOfClaim) }),
  ];
}

/** Whether no status tells of the version that a rule now has. */
function isUnreported({ after }: Change<GatewayRule>): boolean {
  return after !== undefined && after.status?.observedGeneration !== (after.metadata.generation ?? 1);
}

/** Whether a Namespace begins to be deleted, or is gone. */
function ends({ before, after }: Change<KubeObject>): boolean {
  const isEnding = (object: KubeObject | undefined) => object?.metadata.deletionTimestamp !== undefined;
  return after === undefined || (isEnding(after) && !isEnding(before));
}

/** Rules of a team with limits that wait, where another one of its rules stands no more. */
function withRoom({ claims, declarations }: NameState, { before, after }: Change<GatewayRule>) {
  const namespace = before?.metadata.namespace ?? '';
  const lost = before !== undefined && isStanding(before) && !(after !== undefined && isStanding(after));
  const isLimited = lost && Object.keys(declarations.limitsOf(namespace)).length > 0;
  return isLimited ? claims.waitingIn(namespace).map(ruleOfClaim) : [];
}

/** The rule of a claim that waits, by name. */
function ruleOfClaim({ id }: Claim) {
  return { metadata: splitKey(id) };
}

/** Acceptance of a rule, as its status has it. */
function acceptedOf(status: GatewayRule['status']) {
  const accepted = conditionOf(status, 'Accepted');
  return [status?.name, accepted?.status, accepted?.message];
}

/** Whether what a Namespace declares changes; most that appear declare nothing, and concern the rules in them alone. */
function declares(config: Sources['config']) {
  return every<KubeObject>(
    changed((namespace) => declared(namespace, config)),
    (change) => sidesOf(change).some((namespace) => declared(namespace, config).length > 0),
  );
}

/** Team of a Namespace and what its metadata declares, where it, or the configuration for its team, declares names. */
function declared(namespace: KubeObject, { teams, teamPolicy }: Sources['config']): readonly unknown[] {
  const { annotations } = namespace.metadata;
  const team = teamOf(namespace, teamPolicy) ?? '';
  const entries = Object.values(NAME_ANNOTATIONS).map((annotation) => annotations?.[annotation]);
  return Object.hasOwn(teams, team) || entries.some((entry) => entry !== undefined)
    ? [team, hasTeamLabel(namespace), ...entries]
    : [];
}

/** Rules of the groups that a rule belongs to, but for those that only share a BackendTLSPolicy. */
function sharing({ rules: { store } }: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  return groupsOfRule(rule)
    .filter(({ type }) => type !== 'backend')
    .flatMap(({ name }) => store.by('group', `${rule.metadata.namespace}/${name}`));
}

/**
 * Whether it may matter to other rules for a component that a rule states the protocol of a port, or does so no more: it
 * does not where another one states the same of the port, and none anything else of the component.
 */
function decides({ caches: { rules } }: Pick<Sources, 'caches'>, rule: GatewayRule): boolean {
  const statement = statementOf(rule);
  if (statement === undefined) {
    return false;
  }
  const others = targetOfStatement(rule)
    .flatMap((target) => rules.store.by('stating', target))
    .filter((each) => each.metadata.uid !== rule.metadata.uid && isStanding(each));
  const isAlike = (other: GatewayRule) => isDeepStrictEqual(statementOf(other), statement);
  const ofSamePort = others.some(({ spec }) => spec.http?.containerPort === rule.spec.http?.containerPort);
  return !(ofSamePort && others.every(isAlike));
}

/** Rules for the components of some rules, and those that name these in their policies, whatever the way to name them. */
export function sharingPorts(
  { caches: { rules }, components: { services } }: Pick<Sources, 'caches' | 'components'>,
  of: readonly GatewayRule[],
): readonly GatewayRule[] {
  const targets = new Set(of.flatMap(componentOfRule));
  const beside = [...targets]
    .flatMap((target) => services.store.by('component', target))
    .flatMap(targetsOfService);
  return [...new Set([...targets, ...beside])].flatMap((target) => [
    ...rules.store.by('component', target),
    ...rules.store.by('named', target),
  ]);
}

/** Targets that a workload is a part of: its component, and each Service of that. */
function targetsOfWorkload(
  { services: { store } }: Sources['components'],
  workload: Workload,
): readonly string[] {
  return [
    ...new Set(
      componentOf(workload).flatMap((key) => [key, ...store.by('component', key).flatMap(targetsOfService)]),
    ),
  ];
}

/** Rules that name a Service which selects a pod. */
function selecting(
  { caches: { rules }, components: { services } }: Pick<Sources, 'caches' | 'components'>,
  pod: Pod,
): GatewayRule[] {
  const { namespace } = pod.metadata;
  return rules.store.by('naming', namespace).filter((rule) => {
    const name = serviceNameOf(rule) ?? '';
    const service = services.store.get(keyOf({ metadata: { namespace, name } }));
    return service !== undefined && selects(service, pod);
  });
}

/** Rules that lead to targets, or name them in their policies. */
function leadingTo(caches: GatewayCaches, targets: readonly string[]): GatewayRule[] {
  const { store } = caches.rules;
  return targets
    .flatMap((target) => [...store.by('component', target), ...store.by('named', target)])
    .flatMap((rule) => [rule, ...besideInPort(caches, rule)]);
}

/** Component of a workload, and its ports that a Service can name; undefined where it has none. */
function portNames(workload: Workload) {
  const ports = namedPorts(workload);
  return ports.length === 0 ? undefined : [componentOf(workload), ports];
}

/** Rules for the port of a TCP rule: a Service can change its transport, and with it which of them compete. */
function besideInPort(caches: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  return rule.spec.tcp !== undefined ? sharing(caches, rule) : [];
}

/** Rules of the namespace of some rules for the same hosts as one of them, which share its certificate. */
function ofSameHosts({ rules: { store } }: GatewayCaches, rules: readonly GatewayRule[]): GatewayRule[] {
  const namespaces = new Set(rules.map(({ metadata }) => metadata.namespace));
  return [...new Set(rules.flatMap(namesOf))]
    .flatMap((name) => store.by('name', name))
    .filter(({ metadata }) => namespaces.has(metadata.namespace));
}

/** Rules of the namespace of a rule for the same host that are for gRPC where it is for HTTP, or the other way round. */
function ofOtherTraffic(caches: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  const { store } = caches.rules;
  const { http } = rule.spec;
  if (http === undefined) {
    return [];
  }
  return hostOfCalls(rule).length === 0
    ? [...store.by('calls', `${rule.metadata.namespace}/${http.domainName}`)]
    : ofSameHosts(caches, [rule]).filter((other) => hostOfCalls(other).length === 0);
}

/**
 * Rules that lead to a port which a change opens or closes for them. Of all the rules that open a port, only the
 * first in the index makes a difference; so a list of many rules for one port wakes the dependents once.
 */
function dependents(
  from: Pick<Sources, 'caches' | 'components'>,
  { before, after }: Change<GatewayRule>,
): GatewayRule[] {
  const { store } = from.caches.rules;
  const [was, is] = [before ? portOpenedBy(before) : [], after ? portOpenedBy(after) : []];
  const differing = [
    ...was.filter((port) => !is.includes(port)),
    ...is.filter((port) => !was.includes(port)),
  ];
  const decided = differing.filter((port) => {
    const first = store.first('opener', port);
    return first === undefined || (after !== undefined && keyOf(first) === keyOf(after));
  });
  return decided
    .flatMap((port) => samePorts(port, (component) => exposureAt(from, component)))
    .flatMap((port) => store.by('dependent', port));
}

/** Whether a change may concern the certificate of a host, or where TLS for it ends. */
function certificateChanged(change: Change<GatewayRule>): boolean {
  const wants = ({ spec: { http, tls } }: GatewayRule) => [
    tls,
    http?.certificateId,
    http?.certificateName,
    http?.autoSsl,
    http?.issuerRef,
  ];
  return (
    sidesOf(change).some((rule) => wants(rule).some(Boolean)) &&
    changed((rule: GatewayRule) => [...wants(rule), ...namesOf(rule), isStanding(rule)])(change, 'watch')
  );
}

/** The rules that own an object, by name. */
function ownersOf(object: KubeObject) {
  const { namespace = '' } = object.metadata;
  return ruleOwners(object).map(({ name }) => ({ metadata: { namespace, name } }));
}

/** The part of a Gateway that every rule depends on; its counts of attached routes change with every HTTPRoute. */
function gatewayState(gateway: Gateway, plainListener: string) {
  const { metadata, spec, status } = gateway;
  const programmed = conditionOf(status, 'Programmed');
  return {
    uid: metadata.uid,
    class: spec.gatewayClassName,
    status: programmed?.status,
    message: programmed?.message,
    plain: wordOn(gateway, plainListener),
  };
}

/** Conditions of a listener, or where there are none, whether the engine has yet to see the Gateway. */
function wordOn(holder: ListenerHolder, listener: string) {
  const conditions = listenerConditions(holder, listener);
  return conditions.length === 0
    ? isBehind(holder)
    : conditions.map(({ type, status, message }) => [type, status, message]);
}

/** The listeners of a Gateway with the conditions that the engine reports of them, and who may add to them. */
function listenersOf(gateway: Gateway) {
  return { ...stateOf(gateway), allowed: gateway.spec.allowedListeners };
}

/** The part of a ListenerSet that the rules behind its listeners depend on. */
function setState(set: ListenerSet) {
  const programmed = conditionOf(set.status, 'Programmed');
  return { ...stateOf(set), own: set.metadata.labels, programmed: [programmed?.status, programmed?.message] };
}

function stateOf(holder: ListenerHolder) {
  const { listeners } = holder.spec;
  return { spec: listeners, status: listeners.map(({ name }) => wordOn(holder, name)) };
}
