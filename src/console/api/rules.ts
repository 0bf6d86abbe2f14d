import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { components } from '../../client/paths.d.ts';
import { api, dataOf } from './client.ts';
import { keyOf } from './keys.ts';
import { applicationPath } from './paths.ts';
import type { ApplicationPlace } from './topology.ts';

type RuleRecord =
  | components['schemas']['HttpRecord']
  | components['schemas']['TcpRecord']
  | components['schemas']['TlsRecord'];

/** A rule as it was read, with the entity tag of that version. */
export interface StoredRule {
  readonly record: RuleRecord;
  readonly etag: string;
}

/** Path of the rules of an application, for writes. */
export function rulesPath(place: ApplicationPlace): string {
  return `${applicationPath(place)}/domains`;
}

/** Interval (ms) of fetches of a rule. */
const INTERVAL_MS = 15_000;

/** A rule as it is stored now; none is fetched without an id. */
export function useStoredRule(
  place: ApplicationPlace,
  ruleId: string | undefined,
): UseQueryResult<StoredRule> {
  return useQuery({
    queryKey: [...keyOf(place), 'rule', place.app, ruleId],
    enabled: ruleId !== undefined,
    // Also where no stream tells of a change: a form must not go on with what others have replaced.
    refetchInterval: INTERVAL_MS,
    queryFn: async ({ signal }) => {
      const { team, region, app } = place;
      const answer = await api.GET(
        '/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/domains/{rule_id}',
        {
          params: {
            path: { team_id: team, region_name: region, app_id: app, rule_id: ruleId ?? '' },
          },
          signal,
        },
      );
      const record = await dataOf(Promise.resolve(answer));
      return { record, etag: answer.response.headers.get('etag') ?? '' };
    },
  });
}
