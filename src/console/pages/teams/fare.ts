import type { Topology } from '../../api/types.ts';
import { type Fare, fareOfPhase, isTrouble, worstOf } from '../../parts/health.ts';
import { problemsOf } from '../application/problems.ts';

/** Health and word of a team by its applications; undefined are those that are not known yet. */
export function fareOfTeam(applications: readonly (Topology | undefined)[]): Fare {
  const known = applications.filter((each) => each !== undefined);
  if (known.length < applications.length) {
    return ['busy', 'asking'];
  }
  const healths = known.map((each) =>
    worstOf([fareOfPhase(each.application.phase)[0], ...problemsOf(each).map(({ health }) => health)]),
  );
  const troubled = healths.filter(isTrouble).length;
  return [
    worstOf(healths),
    troubled === 0 ? 'nothing is broken' : `${troubled} of ${applications.length} not well`,
  ];
}
