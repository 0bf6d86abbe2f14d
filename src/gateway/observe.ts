import { LABELS } from '../api/group.ts';
import { present } from '../base/fields.ts';
import { type KubeObject, keyOf, splitKey } from '../kube/object.ts';
import { hostName } from '../names/name.ts';
import { MAX_ROUTE_RULES } from '../objects/httproute.ts';
import { type GatewayRule, ruleOwners } from '../objects/stoa.ts';
import { burdenOf, burdenPlace } from '../rule/burden.ts';
import {
  type Candidate,
  candidatesOf,
  competingRules,
  isHttp,
  isTcp,
  isTeam,
  isTls,
} from '../rule/candidate.ts';
import { byStanding, isStanding, isUnreadable } from '../rule/claim.ts';
import type { EffectiveRule, EffectiveTcp } from '../rule/effective.ts';
import { decidesEnding } from '../rule/ending.ts';
import type { GroupName } from '../rule/groupname.ts';
import type { NameDecisions } from '../rule/namedecisions.ts';
import { freePort } from '../rule/ports.ts';
import { statementsOn } from './backends/observe.ts';
import type { GatewayCaches } from './caches.ts';
import { certificatesOf } from './certificates.ts';
import { componentOfRule, componentsOfPolicy, groupsOfRule, targetsOfRule } from './indexes.ts';
import type { Component, Member } from './member.ts';
import type { GatewayView, Observed, PathGroup, PortGroup, Rivals, RuleGroup } from './observed.ts';
import { offeredPorts } from './offeredports.ts';
import { groupOf, type Stored } from './owned.ts';
import { namedSecret } from './secrets/named.ts';
import { gatewayView, type Sources } from './sources.ts';
import { hostTls } from './tls.ts';

/** Reads from the caches everything that deciding on the rule with `key` takes into account. */
export function observe(from: Sources, key: string): Observed {
  const { caches } = from;
  const { namespace } = splitKey(key);
  const rule = caches.rules.store.get(key);
  const names = from.names.decisions();
  const name = rule && names.decide(rule);
  const gateway = gatewayView(from);
  const component =
    rule === undefined
      ? { ...NO_COMPONENT, opened: false, named: new Map() }
      : componentFor(from, gateway, rule);
  return {
    ...present({ rule }),
    inTeam: isTeam(caches, namespace),
    ...present({ name, appId: rule && foundApplication(from, rule, component) }),
    component,
    groups: groupNames(caches, key, rule).map((group) => ruleGroup(from, gateway, names, { key, group })),
    granted: names.granted,
    gateway,
  };
}

/**
 * Number of the application of a rule that has none: that of the Application which it names, or where it names none, that
 * of its Service, else that of the only Application of its namespace; undefined where there is none.
 */
function foundApplication(
  { components }: Sources,
  { metadata, spec }: GatewayRule,
  { services }: Component,
): number | undefined {
  if (spec.appId !== undefined) {
    return undefined;
  }
  const applications = components.applications.store.by('namespace', metadata.namespace);
  if (spec.application !== undefined) {
    return applications.find((each) => each.metadata.name === spec.application)?.spec.id;
  }
  const [labelled] = services.flatMap(({ metadata: { labels } }) => labels?.[LABELS.appId] ?? []);
  const ofService = applications.find((each) => String(each.spec.id) === labelled);
  const [only, ...others] = applications;
  return ofService?.spec.id ?? (others.length === 0 ? only?.spec.id : undefined);
}

/** The groups that the rule belongs to, and those whose objects name it as their owner. */
function groupNames(caches: GatewayCaches, key: string, rule: GatewayRule | undefined): GroupName[] {
  const own = rule === undefined ? [] : groupsOfRule(rule);
  const owning = caches.owned.flatMap(({ cache }) => cache.store.by('rule', key).map(groupOf));
  return [...new Map([...own, ...owning].map((group) => [group.name, group])).values()];
}

/** Most rules of a group that count: the two HTTPRoutes of a path have room for as many. */
const MOST_RULES = 2 * MAX_ROUTE_RULES ** 2;

/** Rules of a component that own its BackendTLSPolicies: all of them have to go before these go. */
const MOST_OWNERS = 16;

/** Rules of a group that there may be room for, those that stand first, then the oldest, and those beyond. */
function withRoom<C extends Candidate<EffectiveRule>>(all: readonly C[]) {
  const ordered = all.length <= MOST_RULES ? all : all.toSorted(byStanding);
  return { rules: ordered.slice(0, MOST_RULES), beyond: ordered.slice(MOST_RULES) };
}

function ruleGroup(
  from: Sources,
  gateway: GatewayView,
  names: NameDecisions,
  { key: decidedKey, group: { type, name } }: { readonly key: string; readonly group: GroupName },
): RuleGroup {
  const { caches } = from;
  const { namespace } = splitKey(decidedKey);
  const key = `${namespace}/${name}`;
  const all = candidatesOf(caches.rules.store.by('group', key), (each) => isTeam(caches, each));
  const { rules, beyond } = type === 'port' ? { rules: all, beyond: [] } : withRoom(all);
  const granted = rules.filter(({ object }) => isGranted(names, object));
  const stored = storedOf(caches, names, key);
  switch (type) {
    case 'path':
      return {
        type,
        name,
        stored,
        probes: probesOf(from, stored),
        rivals: rivalsOf(caches, namespace, key),
        beyond: beyond.filter(isHttp),
        ...pathGroup(from, gateway, namespace, granted.filter(isHttp)),
      };
    case 'port': {
      const wanting = rules.filter(isTcp);
      const members = granted.filter(isTcp).map((each) => memberOf(from, gateway, each));
      const isUndisputed = wanting.length === 1 && members.length === 1;
      return {
        type,
        name,
        stored,
        members,
        ...present({ asked: from.streams.stateOf(key) }),
        ...(isUndisputed ? {} : freePortBeside(from, gateway, namespace, wanting)),
      };
    }
    case 'passthrough': {
      const members = granted.filter(isTls).map((each) => memberOf(from, gateway, each));
      const [first] = members;
      const deciding = first === undefined ? [] : decidingOf(rulesOfHost(caches, first.rule.host, namespace));
      return { type, name, stored, members, deciding, ...present({ asked: from.streams.stateOf(key) }) };
    }
    case 'certificate': {
      const issuers = from.names.declarations.issuersOf(namespace) ?? [];
      return { type, name, stored, members: granted.filter(isHttp), issuers };
    }
    case 'backend': {
      const first = granted
        .filter(isHttp)
        .filter(({ object }) => isStanding(object) || keyOf(object) === decidedKey)
        .toSorted(byStanding)
        .slice(0, MOST_OWNERS);
      const members = first.map((each) => memberOf(from, gateway, each));
      return { type, name, stored, members, statements: statementsOn(from, gateway, members) };
    }
  }
}

function rivalsOf({ foreignRoutes, namespaces }: GatewayCaches, namespace: string, key: string): Rivals {
  const { labels = {} } = namespaces.store.get(namespace)?.metadata ?? {};
  return { routes: foreignRoutes.store.by('group', key), labels };
}

/** States of the HTTPRoutes among stored objects on the gateway, by their names. */
function probesOf({ probes }: Sources, stored: readonly Stored[]): PathGroup['probes'] {
  const states = stored.map(({ object }) => [object.metadata.name, probes.stateOf(keyOf(object))] as const);
  return new Map(states.flatMap(([name, state]) => (state === undefined ? [] : [[name, state]])));
}

/** Whether a rule may have its name. */
function isGranted(names: NameDecisions, rule: GatewayRule): boolean {
  const decision = names.decide(rule);
  return decision !== undefined && decision.type !== 'refused';
}

function pathGroup(
  from: Sources,
  gateway: GatewayView,
  namespace: string,
  rules: readonly Candidate[],
): Pick<PathGroup, 'members' | 'elsewhere' | 'burdening' | 'deciding' | 'tls' | 'statements'> {
  const { caches } = from;
  const members = rules.map((each) => memberOf(from, gateway, each));
  const [first] = rules;
  const keys = new Set(rules.map(({ object }) => object.metadata.uid));
  const ofHost = first === undefined ? [] : rulesOfHost(caches, first.rule.host, namespace);
  const elsewhere = standingRules(ofHost).filter(({ object }) => !keys.has(object.metadata.uid));
  return {
    members,
    statements: statementsOn(from, gateway, members),
    elsewhere,
    burdening:
      first === undefined ? [] : burdeningBeside(caches, rules, burdenPlace(namespace, first.rule.host)),
    deciding: decidingOf(ofHost),
    tls: hostTls([...rules, ...elsewhere], certificatesOf(from, gateway, namespace)),
  };
}

/** Rules that stand and share the room of others; none where these need none. */
function burdeningBeside(caches: GatewayCaches, rules: readonly Candidate[], place: string): Candidate[] {
  const keys = new Set(rules.map(({ object }) => object.metadata.uid));
  return rules.every(({ rule }) => burdenOf(rule) === 0)
    ? []
    : candidatesOf(caches.rules.store.by('burden', place), (each) => isTeam(caches, each))
        .filter(isHttp)
        .filter(({ object }) => isStanding(object) && !keys.has(object.metadata.uid));
}

/** Rules of a namespace that compete for a host. */
export function rulesOfHost(
  caches: GatewayCaches,
  host: string,
  namespace: string,
): readonly Candidate<EffectiveRule>[] {
  return competingRules(caches, hostName(host), namespace);
}

/** Rules that stand, of those that compete for a host. */
export function standingRules(ofHost: readonly Candidate<EffectiveRule>[]): Candidate[] {
  return ofHost.filter((each): each is Candidate => isHttp(each) && isStanding(each.object));
}

/** Rules with a part in where TLS for a host ends, of those that compete for it; none where no TLS rule is among them. */
export function decidingOf(ofHost: readonly Candidate<EffectiveRule>[]): readonly Candidate<EffectiveRule>[] {
  const deciding = ofHost.filter(({ rule }) => decidesEnding(rule));
  return deciding.some(isTls) ? deciding : [];
}

/** Port that rules which dispute one may have instead. */
function freePortBeside(
  from: Sources,
  gateway: GatewayView,
  namespace: string,
  [first]: readonly Candidate<EffectiveTcp>[],
): Pick<PortGroup, 'freePort'> {
  if (first === undefined) {
    return {};
  }
  const isTaken = (port: number) => from.names.portStanding(port, namespace) !== 'free';
  return present({ freePort: freePort(first.rule.port, offeredPorts(gateway), isTaken) });
}

function storedOf(caches: GatewayCaches, names: NameDecisions, groupKey: string): Stored[] {
  const isRefused = (rule: GatewayRule) => names.decide(rule)?.type === 'refused';
  return caches.owned.flatMap(({ resource, cache }) =>
    cache.store.by('group', groupKey).map((object) => {
      const heldBy = unreadableOwners(caches, object).find((rule) => !isRefused(rule));
      return { resource, object, ...present({ heldBy }) };
    }),
  );
}

/** Rules that own an object, and that cannot be read. */
function unreadableOwners(caches: GatewayCaches, object: KubeObject): readonly GatewayRule[] {
  const { namespace = '' } = object.metadata;
  return isTeam(caches, namespace)
    ? ruleOwners(object).flatMap(({ name, uid }) => {
        const rule = caches.rules.store.get(`${namespace}/${name}`);
        const isOwner = rule?.metadata.uid === uid && rule.metadata.deletionTimestamp === undefined;
        return isOwner && isUnreadable(rule) ? [rule] : [];
      })
    : [];
}

/** Component of a rule that is not valid. */
const NO_COMPONENT = { services: [], workloads: [], slices: [], policies: [] };

/** A rule with the component that it names. */
export function memberOf<R extends EffectiveRule>(
  from: Sources,
  gateway: GatewayView,
  each: Candidate<R>,
): Member<R> {
  return { ...each, component: componentFor(from, gateway, each.object) };
}

function componentFor(
  { caches, secrets }: Sources,
  { dialect, componentAt }: GatewayView,
  rule: GatewayRule,
): Component {
  const [key] = componentOfRule(rule);
  const component = key === undefined ? NO_COMPONENT : componentAt(key);
  const secret = namedSecret(secrets, rule, dialect.passwords);
  return {
    ...component,
    opened: targetsOfRule(rule, () => component).some((port) => caches.rules.store.first('opener', port)),
    named: new Map(componentsOfPolicy(rule).map((each) => [each, componentAt(each)])),
    ...present({ secret }),
  };
}
