import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { components } from '../../client/paths.d.ts';
import { api, dataOf } from './client.ts';
import { keyOf } from './keys.ts';
import type { ApplicationPlace } from './topology.ts';

/** Event on a component or on one of its pods. */
export type ComponentEvent = components['schemas']['EventPage']['events'][number];

/** Newest Events of a page of the console, and their number in all. */
export interface Events {
  readonly events: readonly ComponentEvent[];
  readonly total: number;
}

/** Most Events that are asked for; a cluster keeps them for an hour. */
const PAGE_SIZE = '200';

/** Interval (ms) of fetches: no stream tells of Events. */
const INTERVAL_MS = 15_000;

/** Events on some components and their pods, the newest first; nothing is asked where the caller may not. */
export function useEvents(
  place: ApplicationPlace,
  ids: readonly string[],
  isAllowed: boolean,
): UseQueryResult<Events> {
  return useQuery({
    queryKey: [...keyOf(place), 'events', place.app, ids],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(ids.map((id) => eventsOf(place, id, signal)));
      const events = pages
        .flatMap((page) => page.events)
        .toSorted((a, b) => (a.end_time < b.end_time ? 1 : -1));
      return { events, total: pages.reduce((sum, { total }) => sum + total, 0) };
    },
    enabled: isAllowed,
    refetchInterval: INTERVAL_MS,
  });
}

function eventsOf({ team, region, app }: ApplicationPlace, id: string, signal: AbortSignal): Promise<Events> {
  return dataOf(
    api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/services/{service_id}/events', {
      params: {
        path: { team_id: team, region_name: region, app_id: app, service_id: id },
        query: { page: '1', page_size: PAGE_SIZE },
      },
      signal,
    }),
  );
}
