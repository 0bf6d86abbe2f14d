import type { Case } from './case.ts';
import type { Difference } from './differences.ts';
import type { Stage } from './stage.ts';
import type { Team } from './team.ts';

/** A case during play: its names are those of the team and the gateway. */
export interface Scene {
  readonly stage: Stage;
  readonly team: Team;
  readonly one: Case;
  readonly differences: readonly Difference[];
}
