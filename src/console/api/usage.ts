import { useQueries, useQuery } from '@tanstack/react-query';
import { type Usage, usageOf } from '../parts/usage.ts';
import { api, dataOf } from './client.ts';
import type { ApplicationPlace } from './topology.ts';
import type { Rule } from './types.ts';

/** Interval (ms) of questions about usage; each of them is a handful of queries of Prometheus. */
const INTERVAL_MS = 20_000;

/** Most rules whose requests are asked for one by one. */
const MOST_RULES = 12;

const NONE: ReadonlyMap<string, Usage> = new Map();

/** Usage of an application, as far as Prometheus knows it. */
export interface ApplicationUsage {
  /** By the ids of components. */
  readonly ofComponents: ReadonlyMap<string, Usage>;
  /** By the ids of rules; those of the first ones only. */
  readonly ofRules: ReadonlyMap<string, Usage>;
  /** Error of the API, such as that no Prometheus is configured. */
  readonly error: unknown;
}

async function query(place: ApplicationPlace, signal: AbortSignal, rule?: string) {
  return dataOf(
    api.GET('/openapi/v1/teams/{team_id}/regions/{region_name}/apps/{app_id}/monitor/query', {
      params: {
        path: { team_id: place.team, region_name: place.region, app_id: place.app },
        query: { exact: 'true', ...(rule !== undefined && { rule }) },
      },
      signal,
    }),
  );
}

/** Present usage of an application's components and of its first rules; nothing is asked where the caller may not. */
export function useUsage(
  place: ApplicationPlace,
  rules: readonly Rule[],
  isAllowed: boolean,
): ApplicationUsage {
  const { team, region, app } = place;
  // Not below the key of the team: a change of an object changes no figures.
  const key = ['usage', team, region, app];
  const options = { refetchInterval: INTERVAL_MS, retry: false };
  const whole = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => query(place, signal),
    enabled: isAllowed,
    ...options,
  });
  const asked = rules
    .filter(({ protocol }) => protocol === 'http' || protocol === 'grpc')
    .slice(0, MOST_RULES);
  const ofRules = useQueries({
    queries: asked.map(({ rule_id }) => ({
      queryKey: [...key, rule_id],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const [found] = await query(place, signal, rule_id);
        return { id: rule_id, usage: found === undefined ? {} : usageOf(found) };
      },
      enabled: isAllowed && whole.isSuccess,
      ...options,
    })),
    combine: (results) =>
      new Map(results.flatMap(({ data }) => (data ? [[data.id, data.usage] as const] : []))),
  });
  return {
    ofComponents: whole.data === undefined ? NONE : byComponent(whole.data),
    ofRules,
    error: whole.error ?? undefined,
  };
}

function byComponent(all: Awaited<ReturnType<typeof query>>): ReadonlyMap<string, Usage> {
  return new Map(all.map((each) => [each.service_id, usageOf(each)]));
}
