import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client.ts';
import { type InstallPlace, parametersOf } from '../../api/installs.ts';
import type { InstallRecord } from '../../api/records.ts';
import { useStoreApp } from '../../api/store.ts';
import { textOf } from '../../parts/states.tsx';

/** Versions of a store that an install could have. */
export interface KnownVersions {
  readonly isAsking: boolean;
  /** The newest first. */
  readonly versions: readonly string[];
  /** Whether all of them are newer than that of the install. */
  readonly areNewer: boolean;
  /** Why they are not known; empty otherwise. */
  readonly problem: string;
  readonly retry: () => void;
}

/** Time (ms) for which an answer of a store counts. */
const STALE_MS = 60_000;

/** Asks the store of an install for versions: of models for the newer ones, of charts for all. */
export function useVersions(place: InstallPlace, record: InstallRecord): KnownVersions {
  const { market_url: url, app_model_id: app, app_model_version: version } = record;
  const isChart = record.market_type === 'helm';
  const upgrades = useQuery({
    // Not below the key of the team: what changes there changes nothing in the store.
    queryKey: ['upgrades', place, version],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/upgrade', {
          params: { path: parametersOf(place) },
          signal,
        }),
      ),
    enabled: !isChart,
    staleTime: STALE_MS,
  });
  const store = { url, type: 'helm', domain: '', secret: '' } as const;
  const chart = useStoreApp(place, isChart ? store : undefined, { app, version: '' });
  const query = isChart ? chart : upgrades;
  const found = upgrades.data?.find(({ install_id }) => install_id === record.install_id);
  return {
    isAsking: query.isLoading,
    versions: isChart
      ? (chart.data?.versions ?? []).filter((each) => each !== version)
      : (found?.upgrade_versions ?? []).toReversed(),
    areNewer: !isChart,
    problem: query.isError ? textOf(query.error) : (found?.problem ?? ''),
    retry: () => void query.refetch(),
  };
}
