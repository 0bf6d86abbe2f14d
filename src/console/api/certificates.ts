import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { components } from '../../client/paths.d.ts';
import { api, dataOf } from './client.ts';
import { keyOf } from './keys.ts';
import type { Place } from './live.ts';
import { teamPath } from './paths.ts';

type CertificatePage = components['schemas']['CertificatePage'];

/** Number of certificates that are fetched at most. */
const MOST = '1000';

/** Path of the certificates of a team, or of one of them, for writes. */
export function certificatesPath(place: Place, id?: number): string {
  const one = id === undefined ? '' : `/${id}`;
  return `${teamPath(place)}/certificates${one}?region_name=${encodeURIComponent(place.region)}`;
}

/** Certificates of a team; none are fetched where the caller may not read them. */
export function useCertificates(place: Place, mayRead = true): UseQueryResult<CertificatePage> {
  const { team, region } = place;
  return useQuery({
    queryKey: [...keyOf(place), 'certificates'],
    enabled: mayRead,
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/certificates', {
          params: {
            path: { team_id: team },
            query: { page: '1', page_size: MOST, region_name: region },
          },
          signal,
        }),
      ),
  });
}
