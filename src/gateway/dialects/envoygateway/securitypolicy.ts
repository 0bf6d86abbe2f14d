import type { Policy } from '../../../api/policy.ts';
import type { Rendered } from '../../object.ts';
import type { AskedBackend, Branch, ListenerGroup } from '../group.ts';
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
function securityOf({ policy, externalAuth }: Branch): object {
  const { allow, deny, basicAuth } = policy;
  const rules = [
    ...(deny === undefined ? [] : [{ action: 'Deny', principal: { clientCIDRs: deny } }]),
    ...(allow === undefined ? [] : [{ action: 'Allow', principal: { clientCIDRs: allow } }]),
  ];
  const defaultAction = allow === undefined ? 'Allow' : 'Deny';
  return {
    ...(rules.length === 0 ? {} : { authorization: { defaultAction, rules } }),
    ...(basicAuth === undefined ? {} : { basicAuth: { users: { name: basicAuth.secretName } } }),
    ...(externalAuth === undefined ? {} : { extAuth: extAuthOf(policy.externalAuth, externalAuth) }),
  };
}

/**
 * Envoy refuses the configuration of a whole listener in which a policy has a path and a policy for the Gateway another
 * form of it, and Envoy Gateway merges the two: so there is none, and that of the Gateway does not count either.
 */
function extAuthOf(
  { requestHeaders = [], responseHeaders }: Partial<NonNullable<Policy['externalAuth']>> = {},
  { service, port }: AskedBackend,
): object {
  return {
    failOpen: false,
    headersToExtAuth: ['Authorization', ...requestHeaders],
    http: {
      backendRefs: [{ name: service, port }],
      path: '',
      ...(responseHeaders === undefined ? {} : { headersToBackend: responseHeaders }),
    },
  };
}

/** Whether a component is to be asked about the requests of a branch at a path. */
export function asksAtPath({ policy: { externalAuth } }: Branch): boolean {
  return externalAuth?.path !== undefined;
}
