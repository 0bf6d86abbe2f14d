import { type Item, itemsOf } from './catalogue.ts';
import type { MonitoredComponent } from './component.ts';
import { createPrometheus, type Prometheus, type Query, queryFrom, type Range } from './prometheus.ts';
import { queryOf } from './promql.ts';
import type { ItemAnswer } from './report.ts';
import type { Monitoring } from './settings.ts';

/** Asks for the items of components. */
export interface Monitor {
  /** Whether it matters which HTTPRoutes lead to a component. */
  readonly readsRoutes: boolean;
  /** One question for each item, all at the same time; now, or in a range. */
  ask(components: readonly MonitoredComponent[], range?: Range): Promise<readonly ItemAnswer[]>;
  close(): Promise<void>;
}

/** What the configuration says of monitoring, as something to ask. */
export function createMonitor({ url, source, items: own }: Monitoring): Monitor {
  const items = itemsOf(source, own);
  const prometheus = url === undefined ? undefined : createPrometheus(url);
  const queriesOf = rememberingQueries(items);
  const unasked = items.map(({ name: item }) => ({ item, answer: { type: 'not-configured' } }) as const);
  return {
    readsRoutes: items.some(({ templates }) =>
      templates.some((template) => /\$(traefik|envoy)\b/.test(template)),
    ),
    ask: async (components, range) =>
      prometheus === undefined
        ? unasked
        : Promise.all(queriesOf(components).map((query) => answerTo(prometheus, query, range))),
    close: async () => prometheus?.close(),
  };
}

/** What is asked for an item; no query where there is nothing to ask for. */
interface ItemQuery {
  readonly item: string;
  readonly query: Query | undefined;
}

/** Queries are as long as their components are many: they are made once for a list that is asked for repeatedly. */
function rememberingQueries(items: readonly Item[]) {
  const made = new WeakMap<readonly MonitoredComponent[], readonly ItemQuery[]>();
  return (components: readonly MonitoredComponent[]): readonly ItemQuery[] => {
    const queries = made.get(components) ?? items.map((item) => itemQuery(item, components));
    made.set(components, queries);
    return queries;
  };
}

function itemQuery(item: Item, components: readonly MonitoredComponent[]): ItemQuery {
  const text = queryOf(item, components);
  return { item: item.name, query: text === undefined ? undefined : queryFrom(text) };
}

async function answerTo(
  prometheus: Prometheus,
  { item, query }: ItemQuery,
  range: Range | undefined,
): Promise<ItemAnswer> {
  return { item, answer: query === undefined ? { type: 'not-asked' } : await prometheus.ask(query, range) };
}
