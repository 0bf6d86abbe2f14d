import { splitKey } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { Gateway } from '../objects/gatewayapi.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import {
  type Candidate,
  candidatesOf,
  competingRules,
  hostPlace,
  isHttp,
  isPortTaken,
  isTcp,
  isTeam,
  portPlace,
} from '../rule/candidate.ts';
import type { EffectiveRule, EffectiveTcp } from '../rule/effective.ts';
import { certificateGroup, type GroupName } from '../rule/groupname.ts';
import { freePort } from '../rule/ports.ts';
import type { GatewayCaches } from './caches.ts';
import type { GatewayConfig } from './config.ts';
import type { Dialect } from './dialects/dialect.ts';
import { dialectOf } from './dialects/index.ts';
import { componentOfRule, groupsOfRule, targetOfRule } from './indexes.ts';
import type { Component, Member } from './member.ts';
import type { GatewayView, Observed, PathGroup, PortGroup, RuleGroup } from './observed.ts';
import { groupOf, type Stored } from './owned.ts';
import type { OptionalKinds } from './supportedkinds.ts';
import { type Certificates, hostTls } from './tls.ts';

/** Sources of observations: the caches, and what is known from the start. */
export interface Sources {
  readonly caches: GatewayCaches;
  readonly config: GatewayConfig;
  readonly served: OptionalKinds;
  /** Whether there may be rules of teams that the caches do not have. */
  readonly partial?: boolean | undefined;
}

/** Reads from the caches everything that deciding on the rule with `key` takes into account. */
export function observe(from: Sources, key: string): Observed {
  const { caches } = from;
  const { namespace } = splitKey(key);
  const rule = caches.rules.store.get(key);
  return {
    ...(rule === undefined ? {} : { rule }),
    inTeam: isTeam(caches, namespace),
    component: rule === undefined ? { services: [], opened: false } : componentOf(caches, rule),
    groups: groupNames(caches, key, rule).map((group) => ruleGroup(from, namespace, group)),
    gateway: gatewayView(from),
  };
}

/** The Gateway as it stands, and the dialect of its engine. */
export function gatewayView({ caches, config, served }: Sources): GatewayView {
  const object = caches.gateways.store.get(`${config.name.namespace}/${config.name.name}`);
  const dialect = dialectOf(controllerOf(caches, config, object));
  const kinds = new Set(caches.owned.map(({ resource }) => idOf(resource)));
  const isServed = dialect.resources.every((resource) => kinds.has(idOf(resource)));
  return {
    config,
    served: supportedBy(dialect, served),
    ...(object === undefined ? {} : { object }),
    dialect: isServed ? dialect : dialectOf(undefined),
  };
}

/** The optional kinds without the routes of protocols that the engine does not support. */
function supportedBy({ ports }: Dialect, { TCP, UDP, ...rest }: OptionalKinds): OptionalKinds {
  return {
    ...rest,
    ...(TCP !== undefined && ports.includes('TCP') ? { TCP } : {}),
    ...(UDP !== undefined && ports.includes('UDP') ? { UDP } : {}),
  };
}

/** Controller name of the Gateway's class. */
function controllerOf(
  { classes }: GatewayCaches,
  { controllerName }: GatewayConfig,
  gateway: Gateway | undefined,
): string | undefined {
  return (
    gateway && (controllerName ?? classes?.store.get(gateway.spec.gatewayClassName)?.spec.controllerName)
  );
}

function idOf({ group, plural }: Resource): string {
  return `${plural}.${group}`;
}

/** The groups that the rule belongs to, and those whose objects name it as their owner. */
function groupNames(caches: GatewayCaches, key: string, rule: GatewayRule | undefined): GroupName[] {
  const own = rule === undefined ? [] : groupsOfRule(rule);
  const owning = caches.owned.flatMap(({ cache }) => cache.store.by('rule', key).map(groupOf));
  return [...new Map([...own, ...owning].map((group) => [group.name, group])).values()];
}

function ruleGroup(from: Sources, namespace: string, { type, name }: GroupName): RuleGroup {
  const { caches } = from;
  const key = `${namespace}/${name}`;
  const rules = candidatesOf(caches.rules.store.by('group', key), (each) => isTeam(caches, each));
  const stored = storedOf(caches, key);
  switch (type) {
    case 'path':
      return { type, name, stored, ...pathGroup(caches, namespace, rules.filter(isHttp)) };
    case 'port':
      return { type, name, stored, ...portGroup(from, rules.filter(isTcp)) };
    case 'certificate':
      return { type, name, stored, members: rules.filter(isHttp) };
  }
}

function pathGroup(
  caches: GatewayCaches,
  namespace: string,
  rules: readonly Candidate[],
): Pick<PathGroup, 'members' | 'competing' | 'tls'> {
  const [first] = rules;
  const competing =
    first === undefined ? [] : competingRules(caches, hostPlace(first.rule.host)).filter(isHttp);
  const ofTeam = competing.filter(({ object }) => object.metadata.namespace === namespace);
  return {
    members: rules.map((each) => memberOf(caches, each)),
    competing,
    tls: hostTls(ofTeam, certificatesOf(caches, namespace)),
  };
}

function portGroup(
  { caches, config }: Sources,
  rules: readonly Candidate<EffectiveTcp>[],
): Pick<PortGroup, 'members' | 'competing' | 'freePort'> {
  const members = rules.map((each) => memberOf(caches, each));
  const port = members[0]?.rule.port;
  if (port === undefined) {
    return { members, competing: [] };
  }
  const competing = competingRules(caches, portPlace(port)).filter(isTcp);
  const free =
    competing.length > 1 ? freePort(port, config.tcp.ports, (each) => isPortTaken(caches, each)) : undefined;
  return { members, competing, ...(free === undefined ? {} : { freePort: free }) };
}

function storedOf(caches: GatewayCaches, groupKey: string): Stored[] {
  return caches.owned.flatMap(({ resource, cache }) =>
    cache.store.by('group', groupKey).map((object) => ({ resource, object })),
  );
}

/** A rule with the component that it names. */
export function memberOf<R extends EffectiveRule>(caches: GatewayCaches, each: Candidate<R>): Member<R> {
  return { ...each, component: componentOf(caches, each.object) };
}

function componentOf(caches: GatewayCaches, rule: GatewayRule): Component {
  return {
    services: componentOfRule(rule).flatMap((key) => caches.services.store.by('component', key)),
    opened: targetOfRule(rule).some((port) => caches.rules.store.first('opener', port) !== undefined),
  };
}

/** The certificates of a namespace. Of several with one number, the Secret that is first by name counts. */
export function certificatesOf({ secrets }: GatewayCaches, namespace: string): Certificates {
  return {
    byId: (id) =>
      secrets.store
        .by('certificate', `${namespace}/${id}`)
        .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))[0],
    issuedFor: (host) => secrets.store.get(`${namespace}/${certificateGroup(host).name}`),
  };
}
