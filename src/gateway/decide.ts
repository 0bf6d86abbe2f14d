import { isDeepStrictEqual } from 'node:util';
import { conditionsFrom, type Verdict } from '../api/condition.ts';
import type { GatewayRuleStatus } from '../api/gatewayrule.ts';
import { REASONS } from '../api/reason.ts';
import { type Backend, resolveBackend } from '../component/backend.ts';
import { type Outcome, SETTLED } from '../controller/outcome.ts';
import type { Service } from '../objects/core.ts';
import type { Gateway, HttpRoute } from '../objects/gatewayapi.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { type GatewayName, isApplied, type Member, type RouteDraft, renderRoute } from './route.ts';
import { type ParsedRule, parseRule } from './rule.ts';
import { fullyExpressed, holds, programmed, refusedVerdicts, resolvedRefs, withReady } from './status.ts';

/** A route that the rule has, or ought to have, a part in. */
export interface RouteView {
  readonly name: string;
  /** The route as stored, if it is. */
  readonly stored?: HttpRoute;
  /** All rules for the route's host and path, with the Services of the component of each. */
  readonly rules: readonly { readonly object: GatewayRule; readonly services: readonly Service[] }[];
}

/** Everything that deciding on one rule takes into account. */
export interface Observed {
  /** Missing when the rule is deleted. */
  readonly rule?: GatewayRule;
  /** Whether the rule's namespace belongs to a team. */
  readonly inTeam: boolean;
  readonly services: readonly Service[];
  readonly routes: readonly RouteView[];
  readonly gatewayName: GatewayName;
  readonly gateway?: Gateway;
}

/** One change to the cluster. */
export type Action =
  | { readonly type: 'apply-route'; readonly route: RouteDraft }
  /** The route stood and is gone: made again if all of its rules still exist. */
  | { readonly type: 'restore-route'; readonly route: RouteDraft; readonly rules: readonly GatewayRule[] }
  | { readonly type: 'delete-route'; readonly route: HttpRoute };

/** What is to be done for one rule. */
export interface Decision {
  readonly actions: readonly Action[];
  /** The rule's new status; missing where the stored one says the same. */
  readonly status?: GatewayRuleStatus;
  readonly outcome: Outcome;
}

/** Decides on one rule: which routes to write, what to report. Pure: the same input gives the same answer. */
export function decide(observed: Observed, now: Date): Decision {
  const actions = observed.routes.flatMap((view) => routeAction(view, observed));
  const { rule } = observed;
  if (rule === undefined) {
    return { actions, outcome: SETTLED };
  }
  const verdicts = verdictsOn(rule, observed, actions);
  const status = statusOf(rule, verdicts, now);
  return {
    actions,
    ...(isDeepStrictEqual(status, rule.status) ? {} : { status }),
    outcome: outcomeOf(verdicts),
  };
}

/**
 * What one route needs. A route that no living rule wants is deleted only while the rule that left it
 * lives: when the rule is gone, the garbage collector removes what it owned, by uid, whatever our cache
 * has missed.
 */
function routeAction(view: RouteView, observed: Observed): Action[] {
  const [first, ...rest] = members(view, observed.inTeam);
  if (first === undefined) {
    const deletes = view.stored !== undefined && observed.rule !== undefined;
    return deletes ? [{ type: 'delete-route', route: view.stored }] : [];
  }
  const group = [first, ...rest] as const;
  const route = renderRoute(observed.gatewayName, group);
  if (isApplied(route, view.stored)) {
    return [];
  }
  const stood = group.some(({ object }) => object.status?.routeName === view.name);
  return view.stored === undefined && stood
    ? [{ type: 'restore-route', route, rules: group.map(({ object }) => object) }]
    : [{ type: 'apply-route', route }];
}

/** The rules that a route carries, the oldest first. */
function members({ name, rules }: RouteView, inTeam: boolean): Member[] {
  const found = rules.flatMap(({ object, services }): Member[] => {
    const parsed = parseRule(object);
    if (!inTeam || object.metadata.deletionTimestamp !== undefined || parsed.type === 'refused') {
      return [];
    }
    const backend = resolveBackend(services, parsed.rule.containerPort);
    return backend.type === 'resolved' && parsed.rule.route === name
      ? [{ object, rule: parsed.rule, service: backend.service, port: backend.port }]
      : [];
  });
  return found.toSorted(({ object: a }, { object: b }) => (ageKey(a) < ageKey(b) ? -1 : 1));
}

function ageKey({ metadata }: GatewayRule): string {
  return `${metadata.creationTimestamp} ${metadata.uid}`;
}

function verdictsOn(rule: GatewayRule, observed: Observed, actions: readonly Action[]): Verdict[] {
  const parsed = admitted(rule, observed);
  if (parsed.type === 'refused') {
    return refusedVerdicts(parsed.reason, parsed.message);
  }
  const backend: Backend = resolveBackend(observed.services, parsed.rule.containerPort);
  const view = observed.routes.find(({ name }) => name === parsed.rule.route);
  const written = !actions.some(
    (action) => action.type !== 'delete-route' && action.route.metadata.name === parsed.rule.route,
  );
  return withReady([
    holds('Accepted', REASONS.accepted, 'the rule is valid'),
    resolvedRefs(backend, parsed.rule),
    programmedIf(backend, observed, written ? view?.stored : undefined),
    fullyExpressed(parsed.rule),
  ]);
}

/** A rule that cannot lead anywhere is not programmed for that reason, whatever the engine holds. */
function programmedIf(backend: Backend, observed: Observed, route: HttpRoute | undefined): Verdict {
  return backend.type === 'resolved'
    ? programmed(observed.gatewayName, observed.gateway, route)
    : {
        type: 'Programmed',
        status: 'False',
        reason: REASONS.refsNotResolved,
        message: 'the rule leads nowhere yet',
      };
}

function admitted(rule: GatewayRule, { inTeam }: Observed): ParsedRule {
  return inTeam
    ? parseRule(rule)
    : {
        type: 'refused',
        reason: REASONS.namespaceWithoutTeam,
        message: `namespace ${rule.metadata.namespace} belongs to no team: label it with stoa.dev/team`,
      };
}

function statusOf(rule: GatewayRule, verdicts: readonly Verdict[], now: Date): GatewayRuleStatus {
  const generation = rule.metadata.generation ?? 1;
  const parsed = parseRule(rule);
  return {
    observedGeneration: generation,
    ...(parsed.type === 'accepted' ? { routeName: parsed.rule.route } : {}),
    conditions: conditionsFrom(verdicts, rule.status?.conditions ?? [], generation, now),
  };
}

function outcomeOf(verdicts: readonly Verdict[]): Outcome {
  const accepted = verdicts.find(({ type }) => type === 'Accepted');
  const ready = verdicts.find(({ type }) => type === 'Ready');
  if (accepted?.status === 'False') {
    return { type: 'stalled', reason: accepted.reason };
  }
  return ready?.status === 'True' || ready === undefined
    ? SETTLED
    : { type: 'waiting', reason: ready.reason, atMostMs: 300_000 };
}
