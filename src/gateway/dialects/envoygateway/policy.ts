import type { Resource } from '../../../kube/resource.ts';
import { objectOf, type Rendered } from '../../object.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { ruleNames } from '../httproute.ts';
import { branchName, referenceToRoute } from '../parts.ts';
import { STYLE } from './style.ts';

/** The policy for the rules of a branch, or for the whole route; none where there is nothing to set. */
export function policyOf(
  group: ListenerGroup,
  resource: Resource,
  settings: object,
  branch?: Branch,
): readonly Rendered[] {
  const route = referenceToRoute(group);
  const targetRefs =
    branch === undefined
      ? [route]
      : ruleNames(group, branch, STYLE).map((sectionName) => ({ ...route, sectionName }));
  const name = branch === undefined ? group.name : branchName(group, branch);
  return isEmpty(settings)
    ? []
    : [objectOf(group, resource, { targetRefs, mergeType: 'StrategicMerge', ...settings }, name)];
}

/** Whether there is nothing to set. */
export function isEmpty(settings: object): boolean {
  return Object.keys(settings).length === 0;
}
