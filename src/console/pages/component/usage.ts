import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { components } from '../../../client/paths.d.ts';
import { api, dataOf } from '../../api/client.ts';
import { keyOf } from '../../api/keys.ts';
import type { ApplicationPlace } from '../../api/topology.ts';
import { type Series, SPANS, type Span, seriesOf } from './series.ts';

/** Interval (ms) of questions about usage. */
const INTERVAL_MS = 30_000;

/** Usage of a component over a time. */
export interface UsageOverTime {
  /** Begin and end in Unix milliseconds. */
  readonly range: readonly [from: number, to: number];
  readonly series: readonly Series[];
}

/** Component whose usage is asked for; of an install, only the components of that are queried. */
interface Subject extends ApplicationPlace {
  readonly component: string;
  readonly install: string;
}

/** Usage of a component over a time that ends now. */
export function useUsageOverTime(subject: Subject, span: Span): UseQueryResult<UsageOverTime> {
  const { team, region, app, component, install } = subject;
  const [minutes, step] = SPANS[span];
  return useQuery({
    queryKey: ['usage', team, region, app, component, span],
    queryFn: async ({ signal }) => {
      const end = Math.floor(Date.now() / 1000);
      const start = end - minutes * 60;
      const answer = await dataOf(
        api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/monitor/query_range', {
          params: {
            path: { team_id: team, region_name: region, app_id: app },
            query: {
              start: String(start),
              end: String(end),
              step: String(step),
              exact: 'true',
              ...(install !== '' && { install }),
            },
          },
          signal,
        }),
      );
      const found = answer.find(({ service_id }) => service_id === component);
      return {
        range: [start * 1000, end * 1000] as const,
        series: found === undefined ? [] : seriesOf(found),
      };
    },
    refetchInterval: INTERVAL_MS,
    retry: false,
  });
}

/** Versions of an install that were rolled out; none where no install made the component. */
export function useHistory({
  team,
  region,
  app,
  install,
}: Omit<Subject, 'component'>): readonly components['schemas']['InstallRecord']['history'][number][] {
  const record = useQuery({
    queryKey: [...keyOf({ team, region }), 'install', app, install],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/installs/{install_id}', {
          params: { path: { team_id: team, region_name: region, app_id: app, install_id: install } },
          signal,
        }),
      ),
    enabled: install !== '',
  });
  return record.data?.history ?? [];
}
