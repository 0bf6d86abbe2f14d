import { type Condition, conditionOf, type Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import { type Gateway, MAX_LISTENERS, type Route } from '../../objects/gatewayapi.ts';
import type { GatewayName } from '../config.ts';
import { RESERVED } from '../listeners/limit.ts';
import type { Rendered } from '../object.ts';
import type { GatewayView } from '../observed.ts';
import { isApplied, isSame, type Stored } from '../owned.ts';

const TYPE = 'Programmed';

/** Whether the engine has programmed the routes that a rule needs, in the engine's words where it has not. */
export function programmedVerdict(
  gateway: GatewayView,
  routes: readonly Rendered[],
  stored: readonly Stored[],
): Verdict {
  const { name } = gateway.config;
  const label = `Gateway ${name.namespace}/${name.name}`;
  if (gateway.object === undefined) {
    return fails(TYPE, REASONS.gatewayNotFound, `${label} does not exist`);
  }
  const { object } = gateway;
  const pending = routes.flatMap((route) => routeProblem(name, object, route, stored) ?? []);
  return pending[0] ?? holds(TYPE, REASONS.programmed, `${label} serves the route`);
}

function routeProblem(
  name: GatewayName,
  gateway: Gateway,
  wanted: Rendered,
  stored: readonly Stored[],
): Verdict | undefined {
  const label = `Gateway ${name.namespace}/${name.name}`;
  const listener = listenerOf(wanted);
  const problem = listenerProblem(label, gateway, listener) ?? gatewayProblem(label, gateway, listener);
  if (problem !== undefined) {
    return problem;
  }
  const route = stored.find((each) => isSame(wanted, each))?.object;
  const pending = fails(TYPE, REASONS.pending, `the route waits for ${label}`);
  return isApplied(wanted, route) ? reported(name, label, route as Route, pending) : pending;
}

/** The listener that a route attaches to. */
function listenerOf({ draft }: Rendered): string {
  const { parentRefs } = draft.spec as { readonly parentRefs: readonly { readonly sectionName: string }[] };
  return parentRefs[0]?.sectionName ?? '';
}

/** Sentence on the limit of listeners. */
const LIMIT = `${MAX_LISTENERS} is the most that a Gateway can have, and the last ${RESERVED.listeners} are for teams with fewer than ${RESERVED.forTeamsBelow}`;

function listenerProblem(label: string, gateway: Gateway, name: string): Verdict | undefined {
  const { listeners } = gateway.spec;
  if (!listeners.some((listener) => listener.name === name)) {
    return listeners.length >= MAX_LISTENERS - RESERVED.listeners
      ? fails(TYPE, REASONS.listenerLimit, `${label} has no room for another listener: ${LIMIT}`)
      : fails(TYPE, REASONS.pending, `the route waits for the listener ${name} of ${label}`);
  }
  const conditions = gateway.status?.listeners?.find((status) => status.name === name)?.conditions ?? [];
  const bad = conditions.find(
    ({ type, status }) =>
      (['Accepted', 'ResolvedRefs', 'Programmed'].includes(type) && status === 'False') ||
      (type === 'Conflicted' && status === 'True'),
  );
  return bad && fails(TYPE, bad.reason, `listener ${name} of ${label}: ${bad.message || bad.reason}`);
}

/**
 * Engines that find fault with one listener call the whole Gateway not programmed, while the others go on
 * to carry traffic: where the engine reports that this listener is programmed, that counts.
 */
function gatewayProblem(label: string, { status }: Gateway, listener: string): Verdict | undefined {
  const ofListener = conditionOf(
    status?.listeners?.find(({ name }) => name === listener),
    'Programmed',
  );
  const ofGateway = conditionOf(status, 'Programmed');
  const why = ofGateway?.message || 'no engine has reported on it';
  return [ofListener, ofGateway].some((condition) => condition?.status === 'True')
    ? undefined
    : fails(TYPE, REASONS.gatewayNotProgrammed, `${label} is not programmed: ${why}`);
}

function reported(name: GatewayName, label: string, route: Route, pending: Verdict): Verdict | undefined {
  const current = parentConditions(name, route);
  const wanted = ['Accepted', 'ResolvedRefs'].map((type) =>
    current.find((condition) => condition.type === type),
  );
  const bad = wanted.find((condition) => condition?.status === 'False');
  if (bad !== undefined) {
    return fails(TYPE, bad.reason, `${label} says: ${bad.message || bad.reason}`);
  }
  return wanted.every((condition) => condition?.status === 'True') ? undefined : pending;
}

/** Conditions that engines report of the route's present generation on that Gateway. */
function parentConditions(name: GatewayName, route: Route): readonly Condition[] {
  const generation = route.metadata.generation ?? 0;
  return (route.status?.parents ?? [])
    .filter(({ parentRef }) => parentRef.name === name.name && parentRef.namespace === name.namespace)
    .flatMap(({ conditions }) => conditions ?? [])
    .filter(({ observedGeneration }) => (observedGeneration ?? generation) >= generation);
}
