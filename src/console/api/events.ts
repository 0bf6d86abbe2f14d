import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { components } from '../../client/paths.d.ts';
import { api, dataOf } from './client.ts';
import { keyOf } from './keys.ts';
import type { ApplicationPlace } from './topology.ts';
import type { Topology } from './types.ts';

type EventRecord =
  | components['schemas']['EventPage']['events'][number]
  | components['schemas']['ApplicationEventPage']['events'][number];

/** Event, with the object that it is on, where it is not that of the page. */
export type TeamEvent = Pick<EventRecord, 'event_id' | 'status' | 'reason' | 'message' | 'end_time'> & {
  readonly subject: { readonly kind: string; readonly name: string } | undefined;
};

/** Newest Events of an application or a component, and their number in all. */
export interface Events {
  readonly events: readonly TeamEvent[];
  readonly total: number;
  /** Parts whose Events the caller may not read. */
  readonly missing: Topology['missing'];
}

/** Most Events that are asked for; a cluster keeps them for an hour. */
const PAGE = { page: '1', page_size: '500' };

/** Interval (ms) of fetches: no stream tells of Events. */
const INTERVAL_MS = 15_000;

/** Events on an application and its parts, the newest first; nothing is asked where the caller may not. */
export function useApplicationEvents(place: ApplicationPlace, isAllowed: boolean): UseQueryResult<Events> {
  const { team, region, app } = place;
  return useQuery({
    queryKey: [...keyOf(place), 'events', app],
    queryFn: async ({ signal }) => {
      const { events, total, missing } = await dataOf(
        api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/events', {
          params: { path: { team_id: team, region_name: region, app_id: app }, query: PAGE },
          signal,
        }),
      );
      return {
        events: events.map((each) => ({ ...each, subject: { kind: each.kind, name: each.name } })),
        total,
        missing,
      };
    },
    enabled: isAllowed,
    refetchInterval: INTERVAL_MS,
  });
}

/** Events on a component and its pods, the newest first; nothing is asked where the caller may not. */
export function useComponentEvents(
  place: ApplicationPlace,
  component: string,
  isAllowed: boolean,
): UseQueryResult<Events> {
  const { team, region, app } = place;
  return useQuery({
    queryKey: [...keyOf(place), 'events', app, component],
    queryFn: async ({ signal }) => {
      const { events, total } = await dataOf(
        api.GET(
          '/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/services/{service_id}/events',
          {
            params: {
              path: { team_id: team, region_name: region, app_id: app, service_id: component },
              query: PAGE,
            },
            signal,
          },
        ),
      );
      return { events: events.map((each) => ({ ...each, subject: undefined })), total, missing: [] };
    },
    enabled: isAllowed,
    refetchInterval: INTERVAL_MS,
  });
}
