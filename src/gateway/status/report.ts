import type { Condition } from '../../api/condition.ts';
import type { Rendered } from '../../engines/object.ts';
import type { Route } from '../../objects/gatewayapi.ts';
import type { GatewayView } from '../observed.ts';
import { isSame, type Stored } from '../owned.ts';
import { isSetParent, type ListenerParent } from '../parent.ts';
import { quotedCondition } from './quote.ts';

/** Report of engines on a route. */
export interface RouteReport {
  /** Conditions of its present generation. */
  readonly current: readonly Condition[];
  /** Whether there are conditions of earlier generations. */
  readonly isBehind: boolean;
}

/** The listeners that a route attaches to; one that moves is in two places, one of an engine's own kind in none. */
export function parentsOf({ draft }: Rendered): readonly ListenerParent[] {
  return (draft.spec as { readonly parentRefs?: readonly ListenerParent[] }).parentRefs ?? [];
}

/** The report of engines on the stored object of a route, as far as it attaches to the Gateway, or to a set. */
export function routeReport(
  wanted: Rendered,
  stored: readonly Stored[],
  parent: ListenerParent,
): RouteReport {
  const { namespace, name } = parent;
  const route: Route | undefined = stored.find((each) => isSame(wanted, each))?.object;
  const conditions = (route?.status?.parents ?? [])
    .filter(
      ({ parentRef }) =>
        parentRef.name === name &&
        parentRef.namespace === namespace &&
        isSetParent(parentRef) === isSetParent(parent),
    )
    .flatMap((parent) => parent.conditions ?? []);
  const current = currentOf(conditions, route?.metadata.generation);
  return { current, isBehind: current.length < conditions.length };
}

/** The conditions of the present generation; those that name none count as such. */
export function currentOf(conditions: readonly Condition[], generation = 0): readonly Condition[] {
  return conditions.filter(({ observedGeneration = generation }) => observedGeneration >= generation);
}

/** Name of the Gateway in messages. */
export function labelOf({ config: { name } }: GatewayView): string {
  return `Gateway ${name.namespace}/${name.name}`;
}

/** Shortcomings of routes that an engine tells of, although it has accepted them. */
export interface RouteShortcomings {
  /** Sentences on fields of the route that the engine leaves out. */
  readonly ignored: readonly string[];
  /** Sentences on other routes with the same conditions. */
  readonly overlaps: readonly string[];
}

/** The shortcomings that engines tell of the routes that a rule needs. */
export function shortcomingsOf(
  gateway: GatewayView,
  routes: readonly Rendered[],
  stored: readonly Stored[],
): RouteShortcomings {
  const label = labelOf(gateway);
  const conditions = routes.flatMap((route) =>
    parentsOf(route).flatMap((parent) => routeReport(route, stored, parent).current),
  );
  const ofType = (wanted: string) =>
    conditions.filter(({ type, status }) => type === wanted && status === 'True');
  return {
    ignored: ofType('Accepted')
      .filter(({ reason }) => reason !== 'Accepted')
      .map((condition) => `${label} says of the route: ${quotedCondition(condition)}`),
    overlaps: ofType('RouteRulesOverlap').map(
      (condition) =>
        `${label} says that another route has the same conditions; the older one gets the requests: ${quotedCondition(condition)}`,
    ),
  };
}
