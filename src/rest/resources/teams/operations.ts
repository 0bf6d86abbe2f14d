import { z } from 'zod';
import type { KubeObject } from '../../../kube/object.ts';
import { type Operation, onRegion, onTeam } from '../../http/operation.ts';
import { pageOf } from '../../http/page.ts';
import { OF_PAGE, REGION_IN_QUERY } from '../../http/parameters.ts';
import { Problem } from '../../problem/problem.ts';
import type { TeamScope } from '../../scope.ts';
import { namespacesOf } from '../../team.ts';
import { createMemberships } from './memberships.ts';
import {
  currentUser,
  currentUserSchema,
  listedTeam,
  regionRecord,
  regionRecordSchema,
  teamPageSchema,
  teamRecord,
  teamRecordSchema,
  teamRegion,
  teamRegionPageSchema,
} from './record.ts';

const TAG = 'teams';

/** The operations by which a client learns what it may put into paths. */
export function teamOperations(): readonly Operation[] {
  return [listOperation(), READ, REGIONS_OF_TEAM, REGIONS, CURRENT_USER];
}

function listOperation(): Operation {
  const memberships = createMemberships();
  return onRegion({
    id: 'listTeams',
    method: 'get',
    path: '/openapi/v1/teams',
    tag: TAG,
    summary: 'List the teams whose Applications the token may list',
    parameters: { ...OF_PAGE, region_name: REGION_IN_QUERY },
    success: { status: 200, description: 'A page of the teams.', body: teamPageSchema },
    problems: [],
    handle: async ({ caller, value }) => {
      const found = (await memberships(caller)).filter(({ teamId }) => teamId.includes(value('query')));
      const { entries, counts } = pageOf(found, value('page'), value('page_size'));
      return { body: { tenants: entries.map(listedTeam), ...counts } };
    },
  });
}

const READ = onTeam({
  id: 'readTeam',
  method: 'get',
  path: '',
  tag: TAG,
  summary: 'Read one team',
  parameters: { region_name: REGION_IN_QUERY },
  success: { status: 200, description: 'The team.', body: teamRecordSchema },
  problems: [],
  handle: async ({ team }) => ({
    body: teamRecord({ teamId: team.teamId, namespace: await readNamespace(team) }),
  }),
});

const REGIONS_OF_TEAM = onTeam({
  id: 'listTeamRegions',
  method: 'get',
  path: '/regions',
  tag: TAG,
  summary: 'List the region of a team: the one that is asked',
  parameters: { ...OF_PAGE, region_name: REGION_IN_QUERY },
  success: { status: 200, description: 'A page of the regions.', body: teamRegionPageSchema },
  problems: [],
  handle: async ({ team: { region, teamId, nameRules, tcpAddress }, value }) => {
    const found = [region].filter((name) => name.includes(value('query')));
    const { entries, counts } = pageOf(found, value('page'), value('page_size'));
    const names = { domain: nameRules.domain, tcpAddress };
    return { body: { total: counts.total, regions: entries.map((name) => teamRegion(name, teamId, names)) } };
  },
});

const REGIONS = onRegion({
  id: 'listRegions',
  method: 'get',
  path: '/openapi/v1/regions',
  tag: TAG,
  summary: 'List the regions that the API serves',
  parameters: { region_name: REGION_IN_QUERY },
  success: {
    status: 200,
    description: 'All regions for a token of the first one; for a token of another one, that region.',
    body: z.array(regionRecordSchema),
  },
  problems: [],
  handle: async ({ caller }) => ({ body: caller.regions.map(({ name }) => regionRecord(name)) }),
});

const CURRENT_USER = onRegion({
  id: 'readCurrentUser',
  method: 'get',
  path: '/openapi/v1/currentuser',
  tag: TAG,
  summary: 'Read who the owner of the token is',
  parameters: { region_name: REGION_IN_QUERY },
  success: { status: 200, description: 'The user, as the cluster names it.', body: currentUserSchema },
  problems: [],
  handle: async ({ caller: { caller } }) => ({ body: currentUser(caller) }),
});

/** The Namespace of a team, as watched or as the service itself reads it: a member of the team may not. */
async function readNamespace({
  service,
  watched,
  teamId,
  namespace,
  nameRules,
}: Pick<TeamScope, 'service' | 'watched' | 'teamId' | 'namespace' | 'nameRules'>): Promise<KubeObject> {
  const namespaces =
    watched?.namespacesOf(teamId) ?? (await namespacesOf(service, teamId, nameRules.teamPolicy));
  const found = namespaces.find(({ metadata }) => metadata.name === namespace);
  if (found === undefined) {
    throw new Problem('teamNotFound', `team_id: there is no team ${teamId} any more`);
  }
  return found;
}
