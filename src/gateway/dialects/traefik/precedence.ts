import type { Branch, ListenerGroup } from '../group.ts';

/**
 * Whether conditions of a branch outweigh a character of the path (getRulePriority in Traefik's provider of the Gateway
 * API): they do not where the path is / or has to be the whole one.
 */
export function isHeavy({ path, branches }: ListenerGroup, outweighs: (branch: Branch) => boolean): boolean {
  return path !== '/' && branches.some((branch) => branch.exactPath === undefined && outweighs(branch));
}
