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
  isTcp,
  isTeam,
  portPlace,
} from '../rule/candidate.ts';
import type { EffectiveRule } from '../rule/effective.ts';
import { freePort } from '../rule/ports.ts';
import { componentOfRule, type GatewayCaches, routesOf, targetOfRule } from './caches.ts';
import type { Dialect } from './dialects/dialect.ts';
import { dialectOf } from './dialects/index.ts';
import type { Component, Member } from './member.ts';
import { issuedName, kindOfRoute } from './name.ts';
import type { GatewayConfig, GatewayView, Observed, OptionalKinds, RouteView } from './observed.ts';
import { routeOf, type Stored } from './owned.ts';
import { hostTls } from './tls.ts';

/** Where observations come from. */
export interface Sources {
  readonly caches: GatewayCaches;
  readonly config: GatewayConfig;
  readonly served: OptionalKinds;
  /** Whether there may be rules of teams that the caches do not have. */
  readonly partial?: boolean | undefined;
}

/** Gathers from the caches what deciding on the rule with `key` takes into account. */
export function observe(from: Sources, key: string): Observed {
  const { caches } = from;
  const rule = caches.rules.store.get(key);
  return {
    ...(rule === undefined ? {} : { rule }),
    inTeam: isTeam(caches, splitKey(key).namespace),
    component: rule === undefined ? { services: [], opened: false } : componentOf(caches, rule),
    routes: routeKeys(caches, key, rule).map((routeKey) => routeView(from, routeKey)),
    gateway: gatewayView(from),
  };
}

/** The Gateway as it stands, and how its engine is told things. */
export function gatewayView({ caches, config, served }: Sources): GatewayView {
  const object = caches.gateways.store.get(`${config.name.namespace}/${config.name.name}`);
  const dialect = dialectOf(controllerOf(caches, config, object));
  const kinds = new Set(caches.owned.map(({ resource }) => idOf(resource)));
  const speaks = dialect.resources.every((resource) => kinds.has(idOf(resource)));
  return {
    config,
    served: spoken(served, dialect),
    ...(object === undefined ? {} : { object }),
    dialect: speaks ? dialect : dialectOf(undefined),
  };
}

/** What is served, without the routes of protocols that the engine does not know. */
function spoken({ TCP, UDP, ...rest }: OptionalKinds, { ports }: Dialect): OptionalKinds {
  return {
    ...rest,
    ...(TCP !== undefined && ports.includes('TCP') ? { TCP } : {}),
    ...(UDP !== undefined && ports.includes('UDP') ? { UDP } : {}),
  };
}

/** The engine, by the name that its GatewayClass gives it. */
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

/** The routes that the rule belongs to, and those that name it as their owner. */
function routeKeys(caches: GatewayCaches, key: string, rule: GatewayRule | undefined): string[] {
  const { namespace } = splitKey(key);
  const owned = caches.owned.flatMap(({ cache }) =>
    cache.store.by('rule', key).map((object) => `${namespace}/${routeOf(object) ?? object.metadata.name}`),
  );
  return [...new Set([...(rule === undefined ? [] : routesOf(rule)), ...owned])];
}

function routeView(from: Sources, routeKey: string): RouteView {
  const { caches } = from;
  const { namespace, name } = splitKey(routeKey);
  const rules = candidatesOf(caches.rules.store.by('route', routeKey), (each) => isTeam(caches, each));
  const stored = storedOf(caches, routeKey);
  switch (kindOfRoute(name)) {
    case 'path': {
      const members = rules.filter(isHttp).map((each) => memberOf(caches, each));
      const ofHost =
        members[0] === undefined
          ? []
          : competingRules(caches, hostPlace(members[0].rule.host)).filter(isHttp);
      const here = ofHost.filter(({ object }) => object.metadata.namespace === namespace);
      return {
        type: 'path',
        name,
        members,
        ofHost,
        stored,
        tls: hostTls(here, certificatesOf(caches, namespace)),
      };
    }
    case 'port': {
      const members = rules.filter(isTcp).map((each) => memberOf(caches, each));
      const port = members[0]?.rule.port;
      const ofPort = port === undefined ? [] : competingRules(caches, portPlace(port)).filter(isTcp);
      const free = ofPort.length > 1 && port !== undefined ? freeAbove(from, port) : undefined;
      return { type: 'port', name, members, ofPort, stored, ...(free === undefined ? {} : { free }) };
    }
    case 'host':
      return { type: 'host', name, members: rules.filter(isHttp), stored };
  }
}

function storedOf(caches: GatewayCaches, routeKey: string): Stored[] {
  return caches.owned.flatMap(({ resource, cache }) =>
    cache.store.by('route', routeKey).map((object) => ({ resource, object })),
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
export function certificatesOf({ secrets }: GatewayCaches, namespace: string) {
  return {
    byId: (id: number) =>
      secrets.store
        .by('certificate', `${namespace}/${id}`)
        .toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))[0],
    issuedFor: (host: string) => secrets.store.get(`${namespace}/${issuedName(host)}`),
  };
}

function freeAbove({ caches, config }: Sources, port: number): number | undefined {
  return freePort(
    port,
    config.tcp.ports,
    (each) => caches.rules.store.by('place', portPlace(each)).length > 0,
  );
}
