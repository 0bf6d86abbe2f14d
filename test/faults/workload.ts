import type { Subject } from './subject.ts';
import type { Team } from './team.ts';

/** Actions of a user, and the check that the operator has completed them. */
export interface Workload {
  readonly name: string;
  readonly about: Subject;
  run(team: Team): Promise<void>;
  /** Whether the end is reached; the runs without faults define the exact end. */
  done(team: Team): boolean;
  /** Alternative variant, without faults, whose end is equally good. */
  orElse?(team: Team): Promise<void>;
}
