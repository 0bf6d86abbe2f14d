import { z } from 'zod';
import { EVENT_STREAM } from '../../changes/stream.ts';
import { type Operation, streamOnTeam } from '../../http/operation.ts';
import { inHeader, OF_APPLICATION } from '../../http/parameters.ts';
import { Problem } from '../../problem/problem.ts';

const STREAM = streamOnTeam({
  id: 'watchTeam',
  method: 'get',
  path: '/regions/:region_name/changes',
  tag: 'changes',
  summary: 'Watch what changes in a team',
  parameters: {
    region_name: OF_APPLICATION.region_name,
    'Last-Event-ID': inHeader('The id of the last event that the client has seen.'),
  },
  success: {
    status: 200,
    description:
      'Server-sent events: reset, after which everything may have changed; change, with the resource (application, component or rule) and the name of an object; end, with the reason for which the caller may read no more.',
    body: z.string().meta({ id: 'Events' }),
    mediaType: EVENT_STREAM,
  },
  problems: [],
  handle: async ({ team: { watched, watchedNames, namespace, teamId }, value }) => {
    if (watchedNames === undefined) {
      throw new Problem('unavailable', 'the API does not see the changes of the region now; try again later');
    }
    if (watched === undefined) {
      throw new Problem(
        'forbidden',
        `the changes of the team ${teamId} are for who may list its Applications, GatewayRules and Services`,
      );
    }
    return { journal: watched.changes(), namespace, after: value('Last-Event-ID') };
  },
});

/** The operation on changes. */
export const changeOperations: readonly Operation[] = [STREAM];
