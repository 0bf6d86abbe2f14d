import type { ComponentMonitor } from '../../rest/resources/monitor/record.ts';

/** Values of a figure over the last minutes. */
export interface Series {
  /** Current value; null where there is none. */
  readonly latest: number | null;
  /** One value for each step, the newest last; null where there is none. */
  readonly samples: readonly (number | null)[];
}

/** Live figures of a component. */
export interface Figures {
  readonly requestsPerSecond: Series;
  readonly latencyMs: Series;
}

/** Time range of figures, in Unix seconds. */
export interface Window {
  readonly start: number;
  readonly end: number;
  readonly step: number;
}

/** Seconds between two samples. */
const STEP = 15;

/** Samples of a series. */
const STEPS = 20;

/** The five minutes before `now`, in Unix seconds; aligned, so that samples stay in their place. */
export function windowAt(now: number): Window {
  const end = Math.floor(now / STEP) * STEP;
  return { start: end - (STEPS - 1) * STEP, end, step: STEP };
}

/** Seconds in which the item `request` of docs/monitoring.md counts requests. */
const REQUEST_SECONDS = 5;

/** Figures by component id, from the records of the operation `query_range`. Pure. */
export function figuresOf(records: readonly ComponentMonitor[], window: Window): Map<string, Figures> {
  return new Map(
    records.map(({ service_id, monitors }) => {
      const seriesOf = (item: string, divisor: number) =>
        seriesFrom(
          monitors.find(({ monitor_item }) => monitor_item === item),
          window,
          divisor,
        );
      return [
        service_id,
        { requestsPerSecond: seriesOf('request', REQUEST_SECONDS), latencyMs: seriesOf('request_time', 1) },
      ];
    }),
  );
}

function seriesFrom(
  monitor: ComponentMonitor['monitors'][number] | undefined,
  { start, end, step }: Window,
  divisor: number,
): Series {
  const values = monitor?.data.result[0]?.values ?? [];
  const at = new Map(
    values.map(([seconds, value]) => [Math.round((Number(seconds) - start) / step), Number(value) / divisor]),
  );
  const count = Math.round((end - start) / step) + 1;
  const samples = Array.from({ length: count }, (_, index) => numberOr(at.get(index)));
  return { latest: samples.at(-1) ?? null, samples };
}

/** A finite number, else null: Prometheus returns `NaN` for a division by zero. */
function numberOr(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value;
}
