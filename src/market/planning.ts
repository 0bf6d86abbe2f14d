import type { Pinned } from '../api/marketinstall.ts';
import { REASONS } from '../api/reason.ts';
import { expand } from './expand/expand.ts';
import type { Kept, Surroundings } from './expand/expansion.ts';
import type { Gradual } from './gradual.ts';
import type { Model } from './model/model.ts';
import type { Plan } from './plan.ts';
import { wavesOf } from './waves.ts';

/** What a model comes to, or why it comes to nothing. */
export type Planned =
  | { readonly type: 'planned'; readonly plan: Plan }
  | { readonly type: 'refused'; readonly reason: string; readonly message: string };

/** Expands a model and puts its components in the order of their roll-out. Pure. */
export function* planOf(
  template: Pinned,
  model: Model,
  kept: Kept,
  surroundings: Surroundings,
): Gradual<Planned> {
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
  return { type: 'planned', plan: { template, shared, waves, rules, notApplied } };
}
