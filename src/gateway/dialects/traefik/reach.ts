import type { ListenerGroup } from '../group.ts';

/** Whether Traefik before 3.7.11 finds objects of the namespace: it reduces dashes in a row to one in their names. */
export function isReachable({ namespace }: Pick<ListenerGroup, 'namespace'>): boolean {
  return !namespace.includes('--');
}

/** Reason for which Traefik does not find objects of a namespace. */
export const UNREACHABLE =
  'Traefik before 3.7.11 does not find its objects in a namespace whose name has two dashes in a row';

/** Reason for which a group does not get what needs an object of Traefik; undefined where Traefik finds them. */
export function orUnreachable(group: ListenerGroup): string | undefined {
  return isReachable(group) ? undefined : UNREACHABLE;
}
