import { conditionOf } from '../../api/condition.ts';
import { LABELS } from '../../api/group.ts';
import { REASONS } from '../../api/reason.ts';
import { KubeError } from '../../kube/error.ts';
import { NAMESPACES } from '../../objects/core.ts';
import type { Application } from '../../objects/stoa.ts';
import type { Connection } from '../connect.ts';
import type { RestAccess, RestPlace } from './restclient.ts';

/** Source of what only the REST API tells: live figures, and changes as they happen. */
export interface RestSource {
  readonly rest: RestPlace;
  readonly region: string;
  /** Token that replaces the one of the kubeconfig. */
  readonly token: string | undefined;
}

/** Access to the REST API and the team in its paths, or why there is none, for the user. */
type TeamAccess =
  | { readonly type: 'access'; readonly access: RestAccess; readonly team: string }
  | { readonly type: 'none'; readonly why: string };

/** Access to the REST API for the team of an application. */
export async function teamAccessOf(
  connection: Connection,
  { rest: place, token: given }: RestSource,
  application: Application,
): Promise<TeamAccess> {
  const token = given ?? (await connection.token());
  if (token === undefined) {
    const why = 'the user of the kubeconfig has no token, which the REST API wants: set STOA_TOKEN';
    return { type: 'none', why };
  }
  const team = await teamOf(connection, application);
  return team.type === 'none'
    ? team
    : { type: 'access', access: { connection, place, token }, team: team.id };
}

/** Team of an application in the paths of the REST API, or why there is none. */
type TeamResult =
  | { readonly type: 'team'; readonly id: string }
  | { readonly type: 'none'; readonly why: string };

async function teamOf({ client }: Connection, application: Application): Promise<TeamResult> {
  const { namespace } = application.metadata;
  try {
    const { metadata } = await client.get(NAMESPACES, { name: namespace });
    const id = metadata.labels?.[LABELS.team];
    return id === undefined ? teamByName(application) : { type: 'team', id };
  } catch (error) {
    if (error instanceof KubeError) {
      return { type: 'none', why: `the team of the namespace cannot be read: ${error.message}` };
    }
    throw error;
  }
}

/**
 * Team of an application whose namespace has no label: that of the namespace's name, if the operator has found that the
 * namespace is one. Only its configuration says so, and another namespace can be the team of that name by its label.
 */
function teamByName({ metadata: { namespace }, status }: Application): TeamResult {
  const accepted = conditionOf(status, 'Accepted');
  if (accepted === undefined) {
    const why = `the namespace ${namespace} has no label ${LABELS.team}, and the operator has not reported yet whether it is a team by its name`;
    return { type: 'none', why };
  }
  return accepted.reason === REASONS.namespaceWithoutTeam
    ? { type: 'none', why: accepted.message }
    : { type: 'team', id: namespace };
}
