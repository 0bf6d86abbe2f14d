import type { Pinned } from '../../api/marketinstall.ts';
import type { Expansion, PlannedComponent, Wanted } from '../expand/expansion.ts';

/** All that an install is to have, in the order in which it comes about. */
export interface Plan {
  readonly template: Pinned;
  readonly shared: Expansion['shared'];
  /** Components by wave: each wave waits for the one before. */
  readonly waves: readonly (readonly PlannedComponent[])[];
  readonly rules: Expansion['rules'];
  readonly notApplied: Expansion['notApplied'];
}

/** Every object of a plan: what others refer to comes first. */
export function objectsOf({ shared, waves, rules }: Plan): Wanted[] {
  const components = waves.flat().flatMap(({ objects, workload }) => [...objects, workload]);
  return [...shared, ...components, ...rules];
}
