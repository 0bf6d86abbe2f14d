import type { Rendered } from '../../object.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { isEmpty, policyOf } from './policy.ts';
import { SECURITY_POLICIES } from './resources.ts';

/** The policies for the guards of the branches of a group. */
export function securityPolicies(group: ListenerGroup): readonly Rendered[] {
  return group.branches.flatMap((branch) => policyOf(group, SECURITY_POLICIES, securityOf(branch), branch));
}

/** Whether a branch has a SecurityPolicy. */
export function hasGuards(branch: Branch): boolean {
  return !isEmpty(securityOf(branch));
}

/** Settings of a SecurityPolicy for the policy of a branch. */
function securityOf({ policy: { allow, deny, basicAuth } }: Branch): object {
  const rules = [
    ...(deny === undefined ? [] : [{ action: 'Deny', principal: { clientCIDRs: deny } }]),
    ...(allow === undefined ? [] : [{ action: 'Allow', principal: { clientCIDRs: allow } }]),
  ];
  const defaultAction = allow === undefined ? 'Allow' : 'Deny';
  return {
    ...(rules.length === 0 ? {} : { authorization: { defaultAction, rules } }),
    ...(basicAuth === undefined ? {} : { basicAuth: { users: { name: basicAuth.secretName } } }),
  };
}
