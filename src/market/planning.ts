import type { Pinned } from '../api/marketinstall.ts';
import { REASONS } from '../api/reason.ts';
import type { Gradual } from '../base/gradual.ts';
import { expand } from './expand/expand.ts';
import type { Kept, Surroundings } from './expand/expansion.ts';
import type { Model } from './model/model.ts';
import { objectsOf, type Plan } from './plan/plan.ts';
import { wavesOf } from './plan/waves.ts';

/** What a model comes to, or why it comes to nothing. */
export type PlanResult =
  | { readonly type: 'planned'; readonly plan: Plan }
  | { readonly type: 'refused'; readonly reason: string; readonly message: string };

/**
 * The most objects of an install. The status of one that is being upgraded names those of two versions, and
 * has to fit into 1.5 MiB.
 */
export const MAX_OBJECTS = 3_000;

/** Expands a model and puts its components in the order of their roll-out. Pure. */
export function* planOf(
  template: Pinned,
  model: Model,
  kept: Kept,
  surroundings: Surroundings,
): Gradual<PlanResult> {
  const { shared, components, rules, notApplied } = yield* expand(model, kept, surroundings);
  const order = wavesOf(components);
  if (order.type === 'cycle') {
    const names = order.keys.map((key) => components.find((each) => each.key === key)?.name ?? key);
    return {
      type: 'refused',
      reason: REASONS.dependencyCycle,
      message: `components depend on each other in a circle: ${[...names, names[0]].join(' → ')}`,
    };
  }
  const byKey = new Map(components.map((component) => [component.key, component]));
  const waves = order.waves.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
  const plan = { template, shared, waves, rules, notApplied };
  const count = objectsOf(plan).length;
  return count <= MAX_OBJECTS
    ? { type: 'planned', plan }
    : {
        type: 'refused',
        reason: REASONS.templateInvalid,
        message: `the template comes to ${count} objects, and an install has room for ${MAX_OBJECTS}`,
      };
}
