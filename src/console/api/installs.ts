import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import { keyOf } from './keys.ts';
import type { InstallRecord } from './records.ts';
import type { ApplicationPlace } from './topology.ts';

/** An install of an application. */
export interface InstallPlace extends ApplicationPlace {
  readonly install: string;
}

/** Intervals (ms) of fetches of an install while it rolls out, and when it is in place. */
const BUSY_MS = 3_000;
const CALM_MS = 20_000;

/** The install of a page. */
export function useInstall(place: InstallPlace): UseQueryResult<InstallRecord> {
  return useQuery({
    queryKey: [...keyOf(place), 'install', place.app, place.install],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs/{install_id}', {
          params: { path: { ...parametersOf(place), install_id: place.install } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.ready === true ? CALM_MS : BUSY_MS),
  });
}

/** The installs of an application. */
export function useInstalls(place: ApplicationPlace): UseQueryResult<InstallRecord[]> {
  return useQuery({
    queryKey: [...keyOf(place), 'installs', place.app],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs', {
          params: { path: parametersOf(place) },
          signal,
        }),
      ),
  });
}

/** Parameters of the path of an application. */
export function parametersOf({ team, region, app }: ApplicationPlace): {
  readonly team_id: string;
  readonly region_name: string;
  readonly app_id: string;
} {
  return { team_id: team, region_name: region, app_id: app };
}
