import type { Monitored } from '../../parts/usage.ts';

/** Times that charts can show, in minutes, with the seconds between two samples. */
export const SPANS = { '15 min': [15, 15], '1 h': [60, 60], '6 h': [360, 300] } as const;

/** Time that a chart shows. */
export type Span = keyof typeof SPANS;

/** Samples of an item over a time. */
export interface Series {
  readonly item: string;
  readonly title: string;
  readonly unit: string;
  readonly points: readonly { readonly at: number; readonly value: number }[];
  /** Status of an item without values; empty where it has some. */
  readonly problem: string;
}

/** Titles and units of items, and the number by which their samples are divided. */
const ITEMS: Readonly<Record<string, readonly [title: string, unit: string, per: number]>> = {
  request: ['Requests', '/s', 5],
  error_rate: ['Errors', '%', 1],
  p95: ['Latency of 95 %', 'ms', 1],
  request_time: ['Mean latency', 'ms', 1],
  request_client: ['Clients that wait', '', 1],
  cpu: ['CPU', 'm', 1],
  memory: ['Memory', 'MiB', 1],
};

/** Series of a component's items, in the order in which one reads them; unknown ones go last. */
export function seriesOf({ monitors }: Pick<Monitored, 'monitors'>): readonly Series[] {
  const order = Object.keys(ITEMS);
  const rank = (item: string) => (order.includes(item) ? order.indexOf(item) : order.length);
  return monitors
    .map(({ monitor_item: item, status, data }) => {
      const [title, unit, per] = ITEMS[item] ?? [item, '', 1];
      const points = (data.result[0]?.values ?? []).map(([at, value]) => ({
        at: Number(at) * 1000,
        value: Number(value) / per,
      }));
      const finite = points.filter(({ value }) => Number.isFinite(value));
      return { item, title, unit, points: finite, problem: finite.length === 0 ? status : '' };
    })
    .toSorted((a, b) => rank(a.item) - rank(b.item));
}
