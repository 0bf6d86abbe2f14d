import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import { keyOf } from './keys.ts';
import type { Topology } from './types.ts';

/** An application of a team in a region. */
export interface ApplicationPlace {
  readonly team: string;
  readonly region: string;
  readonly app: string;
}

/** Interval (ms) of fetches of what no stream tells: pods that start, and times that pass. */
const INTERVAL_MS = 20_000;

/** The application of a page; fetched again whenever the team's stream tells of a change, and not before it is known. */
export function useTopology(place: ApplicationPlace, isKnown = true): UseQueryResult<Topology> {
  return useQuery({ ...topologyOptions(place), enabled: isKnown });
}

/** Some applications, as far as they are known by now. */
export function useTopologies(places: readonly ApplicationPlace[]): readonly UseQueryResult<Topology>[] {
  return useQueries({ queries: places.map(topologyOptions) });
}

function topologyOptions(place: ApplicationPlace) {
  const { team, region, app } = place;
  return {
    queryKey: [...keyOf(place), 'topology', app],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/topology', {
          params: { path: { team_id: team, region_name: region, app_id: app } },
          signal,
        }),
      ),
    refetchInterval: INTERVAL_MS,
  };
}
