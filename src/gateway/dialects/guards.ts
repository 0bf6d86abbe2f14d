import { GUARDS, type Guard, protects } from '../../rule/guard.ts';
import type { Branch, ListenerGroup } from './group.ts';

/**
 * A group as an engine with these guards for its branches may serve it: a branch with another one, or one whose component
 * was not found, has no backends, so that its requests get an error, not what the guard would have kept from them.
 */
export function guardedBy(
  group: ListenerGroup,
  guardsOf: (group: ListenerGroup, branch: Branch) => readonly Guard[],
): ListenerGroup {
  const isClosed = (branch: Branch) => {
    const had = guardsOf(group, branch);
    const lacked = GUARDS.filter((guard) => !had.includes(guard));
    return isUnasked(branch) || lacked.some((guard) => branch.policy[guard] !== undefined);
  };
  return group.branches.some(isClosed)
    ? { ...group, branches: group.branches.map((branch) => (isClosed(branch) ? closed(branch) : branch)) }
    : group;
}

/** Whether requests reach the backends of a branch by its guards only, or not at all. */
export function isGuarded({ policy, backends }: Branch): boolean {
  return backends.length === 0 || protects(policy);
}

/** Whether nobody can be asked about the requests of a branch that somebody is to be asked about. */
function isUnasked({ policy, externalAuth }: Branch): boolean {
  return policy.externalAuth !== undefined && externalAuth === undefined;
}

/**
 * A branch without backends, whose requests get an error. Of the policy, only the limit stays, which nginx has for all
 * branches together.
 */
export function closed(branch: Branch): Branch {
  const { mirror: _, externalAuth: __, ...rest } = branch;
  const { rateLimit } = branch.policy;
  return { ...rest, policy: rateLimit === undefined ? {} : { rateLimit }, backends: [] };
}
