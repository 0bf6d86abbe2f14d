import type { HttpHeaderMatch } from '../../../objects/httproute.ts';
import { protects } from '../../../rule/guard.ts';
import type { Branch, ListenerGroup } from '../group.ts';
import { precision } from '../matches.ts';
import { PLAIN_STYLE } from '../style.ts';

/** Header that Traefik gives each request itself, with its own name as the value: it is the same for all clients. */
export const SAME_FOR_ALL = 'X-Forwarded-Server';

/** Condition that every request meets. */
export const ALWAYS: HttpHeaderMatch = { name: SAME_FOR_ALL, type: 'RegularExpression', value: '.*' };

/** Headers that Traefik weighs in the matches of a branch: with a guard in the group, there is one more in each. */
export function weighedHeaders({ branches }: ListenerGroup, branch: Branch): number {
  return precision(branch, PLAIN_STYLE) + (branches.some(({ policy }) => protects(policy)) ? 1 : 0);
}

/**
 * Whether conditions of a branch outweigh a character of the path (getRulePriority in Traefik's provider of the Gateway
 * API): they do not where the path is / or has to be the whole one.
 */
export function isHeavy({ path, branches }: ListenerGroup, outweighs: (branch: Branch) => boolean): boolean {
  return path !== '/' && branches.some((branch) => branch.exactPath === undefined && outweighs(branch));
}
