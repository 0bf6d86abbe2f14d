import { conditionOf, type Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, unknown } from '../../api/verdict.ts';
import type { Rendered } from '../../engines/object.ts';
import { keyOf } from '../../kube/object.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { GatewayView } from '../observed.ts';
import { isApplied, isSame, type Stored } from '../owned.ts';
import { isMet } from './serving.ts';

/** The rule for which a route stays as it is, where others want it to be otherwise; undefined where it is as they want. */
export function holdingRule(
  routes: readonly Rendered[],
  stored: readonly Stored[],
  { applies }: GatewayView,
): GatewayRule | undefined {
  const held = routes.flatMap((route) => {
    const found = stored.find((one) => isSame(route, one));
    return found?.heldBy !== undefined && !isApplied(route, found.object, applies) ? [found.heldBy] : [];
  });
  return held[0];
}

/**
 * Verdict on a rule whose route stays as it is for another rule. What was said of its present spec goes on to hold: the
 * route is the one of which it was said.
 */
export function heldVerdict(type: 'Programmed' | 'Serving', rule: GatewayRule, holder: GatewayRule): Verdict {
  const before = conditionOf(rule.status, type);
  if (before !== undefined && before.observedGeneration === rule.metadata.generation && isMet(before)) {
    const { status, reason, message } = before;
    return { type, status, reason, message };
  }
  const message = `rule ${keyOf(holder)} shares the route, and this version of Stoa cannot read that rule: the route stays as it was`;
  return type === 'Programmed'
    ? fails(type, REASONS.routeHeld, message)
    : unknown(type, REASONS.routeHeld, message);
}
