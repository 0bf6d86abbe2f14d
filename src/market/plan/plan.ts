import type { Pinned } from '../../api/marketinstall.ts';
import { REASONS } from '../../api/reason.ts';
import type { Expansion, PlannedComponent, PlannedObject } from '../expand/expansion.ts';
import { wavesOf } from './waves.ts';

/** All objects of an install, in the order in which they are created. */
export interface Plan {
  readonly template: Pinned;
  readonly shared: Expansion['shared'];
  /** Components by wave; a wave begins when the one before is ready. */
  readonly waves: readonly (readonly PlannedComponent[])[];
  readonly rules: Expansion['rules'];
  readonly notApplied: Expansion['notApplied'];
}

/** Result of planning. */
export type PlanResult =
  | { readonly type: 'planned'; readonly plan: Plan }
  /** The model cannot be installed: reason and message of a condition. */
  | { readonly type: 'refused'; readonly reason: string; readonly message: string };

/** Most objects of an install: the status of an upgrade lists those of two versions within 1.5 MiB. */
export const MAX_OBJECTS = 3_000;

/** Plan of an expanded model. Pure. */
export function planOf(template: Pinned, { shared, components, rules, notApplied }: Expansion): PlanResult {
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

/** Objects of a plan; those that others refer to come first. */
export function objectsOf({ shared, waves, rules }: Plan): PlannedObject[] {
  const components = waves.flat().flatMap(({ objects, workload }) => [...objects, workload]);
  return [...shared, ...components, ...rules];
}
