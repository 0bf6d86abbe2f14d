import type { KubeObject } from '../../kube/object.ts';
import { Problem } from '../problem/problem.ts';
import type { TeamScope } from '../scope.ts';
import { namespacesOf } from '../team.ts';

/** The Namespace of a team, as watched or as the service itself reads it: a member of the team may not. */
export async function readNamespace({
  service,
  watched,
  teamId,
  namespace,
}: Pick<TeamScope, 'service' | 'watched' | 'teamId' | 'namespace'>): Promise<KubeObject> {
  const namespaces = watched?.namespacesOf(teamId) ?? (await namespacesOf(service, teamId));
  const found = namespaces.find(({ metadata }) => metadata.name === namespace);
  if (found === undefined) {
    throw new Problem('teamNotFound', `team_id: there is no team ${teamId} any more`);
  }
  return found;
}
