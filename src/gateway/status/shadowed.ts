import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails } from '../../api/verdict.ts';
import type { Rendered } from '../../engines/object.ts';
import { entriesOf } from '../../match/attach.ts';
import { behaviorOf } from '../../match/behavior.ts';
import type { Entry } from '../../match/entry.ts';
import { type Listener, listenersOf } from '../../match/listener.ts';
import { placeText, shadowOf } from '../../match/shadow.ts';
import type { AnyRoute } from '../../objects/anyroute.ts';
import { HTTP_ROUTES } from '../../objects/httproute.ts';
import { isPlain } from '../../rule/conditions.ts';
import type { EffectiveHttp } from '../../rule/effective.ts';
import type { GatewayView, PathGroup } from '../observed.ts';
import { isSame } from '../owned.ts';
import { isSetParent } from '../parent.ts';

/**
 * Serving of a rule of which a route of others gets all requests; undefined where none does for sure. The probe cannot
 * tell: its own request is for no other route. Rules with conditions on cookies or headers, or with an expression for the
 * path, are left to `kubectl stoa who`.
 */
export function shadowedVerdict(
  rule: EffectiveHttp,
  gateway: GatewayView,
  wanted: readonly Rendered[],
  group: PathGroup,
): Verdict | undefined {
  const { routes, labels } = group.rivals;
  if (routes.length === 0) {
    return undefined;
  }
  const own = group.stored
    .filter((each) => each.resource === HTTP_ROUTES && wanted.some((route) => isSame(route, each)))
    .map(({ object }) => object as AnyRoute);
  const listeners = listenersFor(own, gateway);
  const entries = (all: readonly AnyRoute[]) =>
    all.flatMap((route) => entriesOf({ kind: 'HTTPRoute', route }, listeners, () => labels));
  const behavior = behaviorOf(gateway.dialect.controllers[0]);
  const others = entries(routes);
  const ofRule = entries(own).filter((entry) => isOf(entry, rule));
  const shadows = ofRule.map((entry) => shadowOf(entry, others, behavior));
  const [first] = shadows;
  return first === undefined || shadows.includes(undefined)
    ? undefined
    : fails(
        'Serving',
        REASONS.shadowed,
        `${placeText(first)}, gets all requests of the rule: it is for the same ones, and the engine tries it first`,
      );
}

/** Listeners of the Gateway and of the ListenerSets that routes are attached to. */
function listenersFor(routes: readonly AnyRoute[], { object, sets }: GatewayView): readonly Listener[] {
  const parents = routes.flatMap(({ spec }) => spec.parentRefs ?? []).filter(isSetParent);
  const names = new Set(parents.map(({ name }) => name));
  return object === undefined
    ? []
    : listenersOf(
        object,
        [...names].flatMap((name) => sets.get(name) ?? []),
      );
}

/** Whether an entry is made for a rule without conditions on cookies and headers. */
function isOf({ conditions: { path, method, headers, query } }: Entry, rule: EffectiveHttp): boolean {
  const type = rule.exactPath === undefined ? 'PathPrefix' : 'Exact';
  return (
    isPlain(rule) &&
    headers.length === 0 &&
    path.type === type &&
    path.value === rule.path &&
    (rule.methods.length === 0 ? method === undefined : rule.methods.some((each) => each === method)) &&
    query.length === Object.keys(rule.query).length &&
    query.every(({ name, value }) => rule.query[name] === value)
  );
}
