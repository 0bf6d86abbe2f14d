import type { Branch, ListenerGroup } from './group.ts';

/** Members of a policy that keep requests out. */
const GUARDS = ['allow', 'deny', 'basicAuth'] as const;

/** Member of a policy that keeps requests out. */
export type Guard = (typeof GUARDS)[number];

/**
 * A group as an engine with these guards may serve it: a branch with another one has no backends, so that its requests
 * get an error, not what the guard would have kept from them.
 */
export function guardedBy(group: ListenerGroup, guards: readonly Guard[]): ListenerGroup {
  const lacked = GUARDS.filter((guard) => !guards.includes(guard));
  const isClosed = ({ policy }: Branch) => lacked.some((guard) => policy[guard] !== undefined);
  return group.branches.some(isClosed)
    ? { ...group, branches: group.branches.map((branch) => (isClosed(branch) ? closed(branch) : branch)) }
    : group;
}

/**
 * A branch without backends, whose requests get an error. Of the policy, only the limit stays, which nginx has for all
 * branches together.
 */
export function closed(branch: Branch): Branch {
  const { mirror: _, ...rest } = branch;
  const { rateLimit } = branch.policy;
  return { ...rest, policy: rateLimit === undefined ? {} : { rateLimit }, backends: [] };
}
