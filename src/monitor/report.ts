import type { MonitoredComponent } from './component.ts';
import { UNSELECTED } from './promql.ts';
import type { PrometheusResult, Sample } from './response.ts';

/** Status of an item of a component, as in responses of the REST API. */
type ItemStatus =
  /** There are values. */
  | 'success'
  /** Prometheus has no series of the component. */
  | 'no-data'
  /** Prometheus has series of an engine, none of which is of the gateway by `monitoring.engineSelector`. */
  | 'not-selected'
  /** Prometheus warns that values may be missing. */
  | 'partial'
  /** No Prometheus is configured. */
  | 'not-configured'
  /** The source of metrics has no series of the item. */
  | 'unsupported'
  | Exclude<PrometheusResult['type'], 'answered'>;

/** Reason why no query is sent for an item; `not-queried`: no component has series of it. */
type NotAsked = 'not-queried' | 'not-configured' | 'unsupported';

/** Result of the query for an item. */
export interface ItemResult {
  readonly item: string;
  readonly result: PrometheusResult | { readonly type: NotAsked };
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
      const status = statusOf(result, found.length > 0, series.has(UNSELECTED));
      return { item, status, series: found };
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

/** Whether Prometheus has series of an engine, none of which is of the gateway. Pure. */
export function lacksGateway(reports: readonly ComponentReport[]): boolean {
  return reports.some(({ items }) => items.some(({ status }) => status === 'not-selected'));
}

function statusOf(result: ItemResult['result'], found: boolean, unselected: boolean): ItemStatus {
  switch (result.type) {
    case 'answered':
      if (result.partial) {
        return 'partial';
      }
      if (found) {
        return 'success';
      }
      return unselected ? 'not-selected' : 'no-data';
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
  const types = new Set(results.map(({ result }) => result.type));
  return types.has('answered') ? undefined : OUTAGES.find((outage) => types.has(outage));
}

/** Whether the query for an item has failed. */
export function isOutage({ result }: ItemResult): boolean {
  return OUTAGES.some((outage) => outage === result.type);
}
