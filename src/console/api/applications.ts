import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { components } from '../../client/paths.d.ts';
import { api, dataOf } from './client.ts';
import { keyOf } from './keys.ts';
import type { Place } from './live.ts';

/** Application in the list of a team. */
export type ListedApplication = components['schemas']['ListedApplication'];

/** Applications of a team, the oldest first. */
export function useApplications(place: Place): UseQueryResult<readonly ListedApplication[]> {
  return useQuery({
    queryKey: [...keyOf(place), 'applications'],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps', {
          params: { path: { team_id: place.team, region_name: place.region } },
          signal,
        }),
      ),
  });
}
