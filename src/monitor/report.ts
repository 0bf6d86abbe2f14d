import type { MonitoredComponent } from './component.ts';
import type { PrometheusResult, Sample } from './response.ts';

/** Status of an item of a component, as in responses of the REST API. */
type ItemStatus =
  /** There are values. */
  | 'success'
  /** Prometheus has no series of the component. */
  | 'no-data'
  /** Prometheus warns that values may be missing. */
  | 'partial'
  /** No Prometheus is configured. */
  | 'not-configured'
  | Exclude<PrometheusResult['type'], 'answered'>;

/** Result of the query for an item; `not-queried` where no component has series of it. */
export interface ItemResult {
  readonly item: string;
  readonly result: PrometheusResult | { readonly type: 'not-queried' } | { readonly type: 'not-configured' };
}

/** Values of an item of a component. */
export interface ItemReport {
  readonly item: string;
  readonly status: ItemStatus;
  /** Samples of each series that has any. */
  readonly series: readonly (readonly Sample[])[];
}

/** Items of a component. */
export interface ComponentReport {
  readonly component: MonitoredComponent;
  readonly items: readonly ItemReport[];
}

/** Reports of the queried components, in their order; each has every item. Pure. */
export function reportsOf(
  components: readonly MonitoredComponent[],
  results: readonly ItemResult[],
): readonly ComponentReport[] {
  const itemsAt = results.map(({ item, result }) => {
    const series =
      result.type === 'answered'
        ? Map.groupBy(result.series, ({ component }) => component)
        : new Map<string, undefined>();
    return (index: number): ItemReport => {
      const own = (series.get(String(index)) ?? []).map(({ samples }) => samples);
      const found = own.filter((samples) => samples.length > 0);
      return { item, status: statusOf(result, found.length > 0), series: found };
    };
  });
  return components.map((component, index) => ({ component, items: itemsAt.map((itemAt) => itemAt(index)) }));
}

/** Reports without the items that have no values. Pure. */
export function withoutEmpty(reports: readonly ComponentReport[]): readonly ComponentReport[] {
  return reports.map(({ component, items }) => ({
    component,
    items: items.filter(({ series }) => series.length > 0),
  }));
}

function statusOf(result: ItemResult['result'], found: boolean): ItemStatus {
  switch (result.type) {
    case 'answered':
      if (result.partial) {
        return 'partial';
      }
      return found ? 'success' : 'no-data';
    case 'not-queried':
      return 'no-data';
    default:
      return result.type;
  }
}

/** Failures of a query, the most telling first. */
const OUTAGES = [
  'no-credentials',
  'unauthorized',
  'unreachable',
  'busy',
  'too-slow',
  'malformed',
  'refused',
  'too-large',
] as const;

/** Reason why no query had a result. */
export type Outage = (typeof OUTAGES)[number];

/** Outage of Prometheus: the reason why every query failed; undefined where one has a result. Pure. */
export function outageOf(results: readonly ItemResult[]): Outage | undefined {
  const queried = results.map(({ result }) => result.type).filter((type) => type !== 'not-queried');
  return queried.every((type) => OUTAGES.some((outage) => outage === type))
    ? OUTAGES.find((outage) => queried.includes(outage))
    : undefined;
}
