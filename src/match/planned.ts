import { YOUNGEST } from '../names/claim.ts';
import type { AnyRoute } from '../objects/anyroute.ts';
import { ruleOwners } from '../objects/stoa.ts';
import { isPlain } from '../rule/conditions.ts';
import { type EffectiveHttp, schemeOf } from '../rule/effective.ts';
import { entriesOf, type LabelsOf } from './attach.ts';
import type { Behavior } from './behavior.ts';
import type { Entry } from './entry.ts';
import { byHost, coversHost } from './host.ts';
import type { Listener } from './listener.ts';
import { placeText, shadowOf } from './shadow.ts';

/** Rule that is not written yet. */
export interface PlannedRule {
  readonly rule: EffectiveHttp;
  readonly namespace: string;
}

/** Routes of a Gateway among which a rule would be, and the behaviors that its engine may have. */
export interface Surroundings {
  readonly listeners: readonly Listener[];
  /** HTTPRoutes, of which those that are made for GatewayRules are no others. */
  readonly routes: readonly AnyRoute[];
  readonly labelsOf: LabelsOf;
  readonly behaviors: readonly Behavior[];
}

/**
 * Entry of a route of others that would get all requests of a rule, by whichever behavior; undefined where none does for
 * sure. Rules with conditions on cookies or headers, with an expression for the path, or for gRPC have none. Pure.
 */
export function shadowOfPlanned(planned: PlannedRule, around: Surroundings): Entry | undefined {
  const { listeners, routes, labelsOf, behaviors } = around;
  const own = entriesOfPlanned(planned, listeners, routes);
  const others = routes
    .filter((route) => !isMadeForRules(route))
    .flatMap((route) => entriesOf({ kind: 'HTTPRoute', route }, listeners, labelsOf));
  const found = behaviors.flatMap((behavior) => own.map((entry) => shadowOf(entry, others, behavior)));
  return found.includes(undefined) ? undefined : found[0];
}

/** Entries that a rule would have; none where they cannot be told. */
function entriesOfPlanned(
  { rule, namespace }: PlannedRule,
  listeners: readonly Listener[],
  routes: readonly AnyRoute[],
): readonly Entry[] {
  const host = rule.host.toLowerCase();
  const [listener] = listeners
    .filter((each) => each.scheme === schemeOf(rule) && coversHost(each.host, host))
    .toSorted((one, other) => byHost(one.host, other.host));
  if (listener === undefined || !isPlain(rule)) {
    return [];
  }
  const route = routeBeside(routes, namespace, host);
  const type = rule.exactPath === undefined ? 'PathPrefix' : 'Exact';
  const query = Object.entries(rule.query).map(([name, value]) => ({ name, value }));
  const conditions = { path: { type, value: rule.path }, headers: [], query } as const;
  const place = { kind: 'HTTPRoute', route, listener, host, hosts: [host], rule: 0 } as const;
  return rule.methods.length === 0
    ? [{ ...place, conditions }]
    : rule.methods.map((method) => ({ ...place, conditions: { ...conditions, method } }));
}

/** The route that is made for the rules of a host, which would have the rule as its first one; else a new one. */
function routeBeside(routes: readonly AnyRoute[], namespace: string, host: string): AnyRoute {
  const [standing] = routes
    .filter(({ metadata, spec }) => metadata.namespace === namespace && spec.hostnames?.includes(host))
    .filter(isMadeForRules)
    .toSorted((a, b) => ageOf(a).localeCompare(ageOf(b)));
  const rules = [{}, ...(standing?.spec.rules ?? [])];
  const metadata = standing?.metadata ?? { namespace, name: '~', creationTimestamp: YOUNGEST };
  return { apiVersion: '', kind: 'HTTPRoute', metadata, spec: { rules } } as AnyRoute;
}

function ageOf({ metadata }: AnyRoute): string {
  return metadata.creationTimestamp;
}

/** Sentence on what shadows a rule that is not written yet. */
export function shadowText(shadow: Entry): string {
  return `the rule would get no request: ${placeText(shadow)}, is for the same ones, and would be tried first`;
}

/** Whether a route may get requests for a host. */
export function mayGetHost({ spec: { hostnames = [] } }: AnyRoute, host: string): boolean {
  return (
    hostnames.length === 0 || hostnames.some((each) => coversHost(each.toLowerCase(), host.toLowerCase()))
  );
}

/** Whether a route is one that Stoa makes for GatewayRules. */
export function isMadeForRules(route: AnyRoute): boolean {
  return ruleOwners(route).length > 0;
}
