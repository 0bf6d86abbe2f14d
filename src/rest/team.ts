import { labelValueSchema } from '../api/grammar.ts';
import { LABELS } from '../api/group.ts';
import { labelCommand } from '../api/verdict.ts';
import { shortHash } from '../base/hash.ts';
import type { KubeClient } from '../kube/client.ts';
import { isFailure } from '../kube/error.ts';
import type { KubeObject } from '../kube/object.ts';
import { hasTeamLabel, type TeamPolicy, teamOf, teamSelection } from '../names/team.ts';
import { NAMESPACES } from '../objects/core.ts';
import { APPLICATIONS, type Application } from '../objects/stoa.ts';
import { hasPermissions } from './guard/access.ts';
import { Problem } from './problem/problem.ts';

/** Right to know which teams exist. */
const KNOWS_TEAMS = { group: '', resource: 'namespaces', verbs: ['list'] } as const;

/** Sentence on how a team comes to be, and by whom. */
const WAY_TO_TEAM = `those who may update Namespaces make one: \`${labelCommand('NAMESPACE', 'TEAM')}\``;

/** The Namespaces of all teams, read as the service itself: a member of one may not list them. */
export async function teamNamespaces(
  service: KubeClient,
  policy: TeamPolicy,
): Promise<readonly KubeObject[]> {
  const namespaces = await service.list(NAMESPACES, teamSelection(policy));
  return namespaces.filter((each) => teamOf(each, policy) !== undefined);
}

/** The Namespaces of a team, read as the service itself. */
export async function namespacesOf(
  service: KubeClient,
  teamId: string,
  policy: TeamPolicy,
): Promise<readonly KubeObject[]> {
  if (!labelValueSchema.safeParse(teamId).success) {
    return [];
  }
  // The calls are the same for every team, so that the time of an answer tells nothing.
  const [labelled, named] = await Promise.all([
    service.list(NAMESPACES, { labelSelector: `${LABELS.team}=${teamId}` }),
    policy.mode === 'labelled' ? [] : service.list(NAMESPACES, { fieldSelector: `metadata.name=${teamId}` }),
  ]);
  return [...labelled, ...named.filter((each) => !hasTeamLabel(each) && teamOf(each, policy) === teamId)];
}

/**
 * The one Namespace of a team. Throws a Problem where there is none, or several; who may not list the Applications in
 * one of these gets the same answer in either case.
 */
export async function soleNamespace(
  client: KubeClient,
  teamId: string,
  namespaces: readonly KubeObject[],
): Promise<string> {
  const names = namespaces.map(({ metadata }) => metadata.name).toSorted();
  const [first, ...others] = names;
  if (first === undefined) {
    // A caller would know from the time of the answer what an existing team takes more calls for.
    await listed(client, absentNamespace(teamId));
    throw (await hasPermissions(client, [KNOWS_TEAMS]))
      ? new Problem('teamNotFound', `team_id: there is no team ${teamId}; ${WAY_TO_TEAM}`)
      : notPermitted(teamId);
  }
  if (others.length > 0) {
    const lists = await Promise.allSettled(
      names.map((name) => applicationsIn(client, name, teamId).then(() => name)),
    );
    const known = lists.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    throw known.length === 0
      ? notPermitted(teamId)
      : new Problem(
          'teamAmbiguous',
          `team_id: ${names.length} Namespaces are the team ${teamId} by the label ${LABELS.team} or by their name, among them ${known.join(', ')}: ask those who manage Namespaces to label all but one otherwise`,
        );
  }
  return first;
}

/**
 * Name in place of the Namespace of a team that does not exist, for the calls that an existing one takes. It differs by
 * team, as the names of Namespaces do: what is known of one from a moment ago is not known of another.
 */
export function absentNamespace(teamId: string): string {
  return `stoa-absent-${shortHash(teamId, 32)}`;
}

/**
 * The Applications of a team's namespace, as the caller may read them. Who may not gets the answer of a team that does
 * not exist, after the same calls.
 */
export async function applicationsIn(
  client: KubeClient,
  namespace: string,
  teamId: string,
): Promise<readonly Application[]> {
  const applications = await listed(client, namespace);
  if (applications === undefined) {
    await hasPermissions(client, [KNOWS_TEAMS]);
    throw notPermitted(teamId);
  }
  return applications;
}

/** Applications in a Namespace; undefined where the caller may not list them. */
async function listed(client: KubeClient, namespace: string): Promise<readonly Application[] | undefined> {
  try {
    return await client.list(APPLICATIONS, { namespace });
  } catch (error) {
    if (isFailure(error, 'forbidden')) {
      return undefined;
    }
    throw error;
  }
}

/** The Problem of a caller who is to learn neither whether there is a team nor which Namespace it has. */
function notPermitted(teamId: string): Problem {
  return new Problem(
    'forbidden',
    `team_id: the token does not permit to list the Applications of a team ${teamId}; if there is one, ask for a role such as edit in its Namespace; else, ${WAY_TO_TEAM}`,
  );
}
