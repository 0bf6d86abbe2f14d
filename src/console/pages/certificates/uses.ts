import { useQueries } from '@tanstack/react-query';
import { useApplications } from '../../api/applications.ts';
import { api, dataOf } from '../../api/client.ts';
import { keyOf } from '../../api/keys.ts';
import type { Place } from '../../api/live.ts';

/** Number of applications whose rules are asked for. */
const MOST_APPS = 50;

/** A rule that has a certificate. */
export interface Use {
  readonly app: string;
  readonly ruleId: string;
  readonly host: string;
}

/** Rules with certificates of a team, by the numbers of these. */
export interface Uses {
  readonly byCertificate: ReadonlyMap<number, readonly Use[]>;
  /** Whether every application has answered. */
  readonly isWhole: boolean;
  /** Application by which the rights of the caller are known; undefined where there is none. */
  readonly anyApp: string | undefined;
}

/** Rules of a team's applications that have certificates. */
export function useUses(place: Place): Uses {
  const { team, region } = place;
  const path = { team_id: team, region_name: region };
  const apps = useApplications(place);
  const ids = (apps.data ?? []).map(({ ID }) => String(ID));
  const rules = useQueries({
    queries: ids.slice(0, MOST_APPS).map((app) => ({
      queryKey: [...keyOf(place), 'http-rules', app],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        dataOf(
          api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/domains', {
            params: { path: { ...path, app_id: app }, query: { query: 'http' } },
            signal,
          }),
        ),
    })),
  });
  const uses = rules.flatMap(({ data }, at) =>
    (data?.http ?? []).map(({ certificate_id, http_rule_id, domain_name }) => ({
      certificate: certificate_id,
      use: { app: ids[at] ?? '', ruleId: http_rule_id, host: domain_name },
    })),
  );
  const groups = Map.groupBy(uses, ({ certificate }) => certificate);
  return {
    byCertificate: new Map([...groups].map(([id, group]) => [id, group.map(({ use }) => use)])),
    isWhole: apps.isSuccess && ids.length <= MOST_APPS && rules.every(({ isSuccess }) => isSuccess),
    anyApp: ids[0],
  };
}
