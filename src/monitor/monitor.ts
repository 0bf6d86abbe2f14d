/**
 * The way of a query: the catalogue's items (items.ts), with the components' matchers (component.ts), become one
 * PromQL text each (promql.ts); Prometheus evaluates them (prometheus.ts, response.ts); their results become one
 * report for each component (report.ts).
 */

import type { MonitoredComponent } from './component.ts';
import { engineSelectorsOf } from './engineselector.ts';
import { type Item, isOfEngine, itemsOf } from './items.ts';
import {
  type Circumstances,
  createPrometheus,
  type EncodedQuery,
  encodeQuery,
  type Prometheus,
} from './prometheus.ts';
import { queryOf } from './promql.ts';
import type { ItemResult } from './report.ts';
import type { Monitoring } from './settings.ts';
import { sharedPrometheus } from './shared.ts';

/** Seconds for which a result answers equal queries by default: Prometheus has new samples less often. */
const CACHE_SECONDS = 2;

/** Access to the monitored items of components. */
export interface Monitor {
  /** Whether an item depends on the HTTPRoutes that lead to a component. */
  readonly readsRoutes: boolean;
  /** Whether an item depends on the pods of a component. */
  readonly readsPods: boolean;
  /** Whether reports have items without values. */
  readonly listsEmpty: boolean;
  /**
   * Queries all items in parallel, each for all components; now, or in a range. Exact values are not rounded. Never
   * rejects.
   */
  query(
    components: readonly MonitoredComponent[],
    circumstances: Circumstances & { readonly exact?: boolean },
  ): Promise<readonly ItemResult[]>;
  /** Reasons why files with credentials cannot be used. */
  problems(): readonly string[];
  close(): Promise<void>;
}

/**
 * Monitor of the configured Prometheus, for components behind a gateway in this namespace; `onResult` receives the result of each query.
 */
export function createMonitor(
  {
    url,
    items: own,
    cacheSeconds = CACHE_SECONDS,
    source,
    scrapeSeconds,
    roundUp,
    emptyItems = 'omitted',
    engineSelector,
    ...access
  }: Monitoring,
  gatewayNamespace: string,
  onResult: (type: ItemResult['result']['type']) => void = () => undefined,
): Monitor {
  const form = { engines: engineSelectorsOf(engineSelector, gatewayNamespace), source, scrapeSeconds };
  const items = itemsOf({ ...form, roundUp }, own);
  const exactItems = itemsOf({ ...form, roundUp: false }, own);
  const prometheus =
    url === undefined
      ? undefined
      : sharedPrometheus(createPrometheus({ url, ...access }), 1000 * cacheSeconds);
  const queriesOf = memoizedQueries(items);
  const exactQueriesOf = memoizedQueries(exactItems);
  const notConfigured = items.map(
    ({ name: item }) => ({ item, result: { type: 'not-configured' } }) as const,
  );
  return {
    listsEmpty: emptyItems === 'listed',
    readsRoutes: items.some(({ templates }) => templates.some(isOfEngine)),
    readsPods: items.some(({ templates }) => templates.some((template) => /\$pods\b/.test(template))),
    query: async (components, { exact = false, ...circumstances }) =>
      prometheus === undefined
        ? notConfigured
        : Promise.all(
            (exact ? exactQueriesOf : queriesOf)(components).map(async (query) => {
              const found = await resultOf(prometheus, query, circumstances);
              onResult(found.result.type);
              return found;
            }),
          ),
    problems: () => prometheus?.problems() ?? [],
    close: async () => prometheus?.close(),
  };
}

/** Query of an item, or why there is none. */
interface ItemQuery {
  readonly item: string;
  readonly query: EncodedQuery | 'not-queried' | 'unsupported';
}

/** The queries of a list of components, made once: their length grows with the number of components. */
function memoizedQueries(items: readonly Item[]) {
  const made = new WeakMap<readonly MonitoredComponent[], readonly ItemQuery[]>();
  return (components: readonly MonitoredComponent[]): readonly ItemQuery[] => {
    const queries = made.get(components) ?? items.map((item) => itemQuery(item, components));
    made.set(components, queries);
    return queries;
  };
}

function itemQuery(item: Item, components: readonly MonitoredComponent[]): ItemQuery {
  if (item.templates.length === 0) {
    return { item: item.name, query: 'unsupported' };
  }
  const text = queryOf(item, components);
  return { item: item.name, query: text === undefined ? 'not-queried' : encodeQuery(text) };
}

async function resultOf(
  prometheus: Prometheus,
  { item, query }: ItemQuery,
  circumstances: Circumstances,
): Promise<ItemResult> {
  return {
    item,
    result: typeof query === 'string' ? { type: query } : await prometheus.query(query, circumstances),
  };
}
