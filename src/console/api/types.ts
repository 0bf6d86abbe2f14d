import type { components } from '../../client/paths.d.ts';

/** Application as a whole, as the API tells it. */
export type Topology = components['schemas']['Topology'];

/** Rule in a topology. */
export type Rule = Topology['rules'][number];

/** Component in a topology. */
export type Component = Topology['components'][number];

/** Pod of a component. */
export type Pod = Component['pods'][number];

/** Install in a topology. */
export type Install = Topology['installs'][number];
