import type { Team } from './team.ts';

/** What a user does, and how to tell that the operator has carried it out. */
export interface Workload {
  readonly name: string;
  /** What it is about, of which its calls and events are struck. */
  readonly about: 'rules' | 'installs';
  run(team: Team): Promise<void>;
  /** Whether the end is reached; what exactly the end is, the runs without faults tell. */
  done(team: Team): boolean;
  /** Another run, without faults, whose end is as good. */
  orElse?(team: Team): Promise<void>;
}
