import { GUARDS, type Guard, protects } from '../rule/guard.ts';
import type { Abilities } from './fields.ts';
import { replacesPrefix } from './filters.ts';
import type { Branch, ListenerGroup, RouteStyle } from './group.ts';
import { pathMatch } from './matches.ts';

/**
 * A group as an engine with these abilities may serve it: a branch with a guard that the engine lacks, or one whose
 * component was not found, has no backends, so that its requests get an error, not what the guard would have kept from
 * them. The same is true of one whose path the engine cannot replace: the component would get another one than the rule
 * wants.
 */
export function guardedBy(
  group: ListenerGroup,
  abilities: Abilities,
  style: Pick<RouteStyle, 'escapes'>,
): ListenerGroup {
  const isKept = (guard: Guard, branch: Branch) => {
    const ability = abilities[`http.policy.${guard}`];
    return ability.level !== 'none' && (ability.guards?.(branch, group) ?? true);
  };
  const isClosed = (branch: Branch) =>
    isUnasked(branch) ||
    isUnreplaceable(group, branch, style) ||
    GUARDS.some((guard) => branch.policy[guard] !== undefined && !isKept(guard, branch));
  return group.branches.some(isClosed)
    ? { ...group, branches: group.branches.map((branch) => (isClosed(branch) ? closed(branch) : branch)) }
    : group;
}

/** Whether requests reach the backends of a branch by its guards only, or not at all. */
export function isGuarded({ policy, backends }: Branch): boolean {
  return backends.length === 0 || protects(policy);
}

/** Whether a branch wants the beginning of its path replaced, which is matched by an expression: routes do not do this. */
export function isUnreplaceable(
  { path }: Pick<ListenerGroup, 'path'>,
  branch: Branch,
  style: Pick<RouteStyle, 'escapes'>,
): boolean {
  const { policy, pathRegex } = branch;
  return (
    replacesPrefix(policy) &&
    pathRegex === undefined &&
    pathMatch(path, branch, style).type === 'RegularExpression'
  );
}

/** Whether a branch wants a component to be asked about its requests, and there is none to ask. */
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
