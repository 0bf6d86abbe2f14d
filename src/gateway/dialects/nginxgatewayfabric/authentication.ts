import { objectOf, type Rendered } from '../../object.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { branchName } from '../parts.ts';
import { AUTHENTICATION } from './resources.ts';

/** The filter that lets only those through who know a password. */
export function authentication(group: ListenerGroup, branch: Branch): readonly Rendered[] {
  const { basicAuth } = branch.policy;
  if (basicAuth === undefined) {
    return [];
  }
  const basic = { secretRef: { name: basicAuth.secretName }, realm: group.host.replace('*.', '') };
  return [objectOf(group, AUTHENTICATION, { type: 'Basic', basic }, branchName(group, branch))];
}
