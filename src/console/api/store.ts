import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';
import type { Place } from './live.ts';
import type { Store, StoreApp, StorePage } from './records.ts';

/** Number of entries that a page of a store shows. */
export const PAGE_SIZE = 20;

/** Time (ms) for which an answer of a store counts: asking takes time there and here. */
const STALE_MS = 60_000;

function queryOf({ url, type, domain, secret }: Store, { region }: Place) {
  return {
    market_url: url,
    market_type: type,
    region_name: region,
    ...(domain === '' ? {} : { market_domain: domain }),
    ...(secret === '' ? {} : { access_key_secret: secret }),
  };
}

/** A page of what a store offers; undefined is no store yet. */
export function useStorePage(
  place: Place,
  store: Store | undefined,
  { query, page }: { readonly query: string; readonly page: number },
): UseQueryResult<StorePage> {
  return useQuery({
    queryKey: ['store', place.team, place.region, store, 'page', query, page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/store/apps', {
          params: {
            path: { team_id: place.team },
            query: {
              ...queryOf(store as Store, place),
              query,
              page: String(page),
              page_size: String(PAGE_SIZE),
            },
          },
          signal,
        }),
      ),
    enabled: store !== undefined && store.type !== 'oci',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
  });
}

/** One app or chart of a store, with the default values of a version; undefined is none yet. */
export function useStoreApp(
  place: Place,
  store: Store | undefined,
  { app, version }: { readonly app: string; readonly version: string },
): UseQueryResult<StoreApp> {
  return useQuery({
    queryKey: ['store', place.team, place.region, store, 'app', app, version],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/store/apps/{app_model_id}', {
          params: {
            path: { team_id: place.team, app_model_id: app },
            query: { ...queryOf(store as Store, place), ...(version === '' ? {} : { version }) },
          },
          signal,
        }),
      ),
    enabled: store !== undefined && store.type !== 'oci' && app !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    retry: false,
  });
}
