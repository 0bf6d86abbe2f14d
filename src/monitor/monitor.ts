import { type Item, itemsOf } from './catalogue.ts';
import type { MonitoredComponent } from './component.ts';
import { createPrometheus, type Prometheus, type Range } from './prometheus.ts';
import { queryOf } from './promql.ts';
import type { ItemAnswer } from './query.ts';
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
  return {
    readsRoutes: items.some(({ templates }) => templates.some((template) => template.includes('$envoy'))),
    ask: (components, range) =>
      Promise.all(
        items.map(async (item) => ({
          item: item.name,
          answer: await answerFor(prometheus, item, components, range),
        })),
      ),
    close: async () => prometheus?.close(),
  };
}

async function answerFor(
  prometheus: Prometheus | undefined,
  item: Item,
  components: readonly MonitoredComponent[],
  range: Range | undefined,
): Promise<ItemAnswer['answer']> {
  if (prometheus === undefined) {
    return { type: 'not-configured' };
  }
  const query = queryOf(item, components);
  return query === undefined ? { type: 'not-asked' } : prometheus.ask(query, range);
}
