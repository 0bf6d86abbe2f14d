import { objectOf, type Rendered } from '../../object.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { hasCookies, unmatchable } from '../matches.ts';
import { branchName } from '../parts.ts';
import { ROUTE_FILTERS } from './resources.ts';
import { STYLE } from './style.ts';

/** The filter that matches only requests with the cookies of a branch. */
export function cookieFilters(group: ListenerGroup, branch: Branch): readonly Rendered[] {
  if (!hasCookies(branch) || unmatchable(branch, STYLE) !== undefined) {
    return [];
  }
  const cookies = Object.entries(branch.cookies)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) =>
      value === '' ? { type: 'RegularExpression', name, value: '^$' } : { type: 'Exact', name, value },
    );
  return [objectOf(group, ROUTE_FILTERS, { matches: [{ cookies }] }, branchName(group, branch))];
}
