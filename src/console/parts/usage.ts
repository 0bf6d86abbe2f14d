import type { components } from '../../client/paths.d.ts';

/** Figures of a component, as the API tells them. */
export type Monitored = components['schemas']['ComponentMonitorSerializers'];

/** Present usage of a component or a rule; what nobody knows is left out. */
export interface Usage {
  /** Requests per second. */
  readonly requests?: number;
  /** Responses with a status of 5xx, of a hundred. */
  readonly errors?: number;
  /** Response time (ms) that 95 % of the requests keep to, else the mean. */
  readonly latency?: number;
}

/** Seconds that the item request counts over. */
const REQUEST_WINDOW = 5;

/** Usage of one component by its items. */
export function usageOf({ monitors }: Pick<Monitored, 'monitors'>): Usage {
  const sampleOf = (item: string): number | undefined => {
    const text = monitors.find(({ monitor_item }) => monitor_item === item)?.data.result[0]?.value[1];
    const value = Number(text ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const [requests, errors] = [sampleOf('request'), sampleOf('error_rate')];
  const latency = sampleOf('p95') ?? sampleOf('request_time');
  return {
    ...(requests !== undefined && { requests: requests / REQUEST_WINDOW }),
    ...(errors !== undefined && { errors }),
    ...(latency !== undefined && { latency }),
  };
}

/** Usage in a line, such as `3.2/s · 0.5 % errors · 12 ms`; empty where nothing is known. */
export function usageText({ requests, errors, latency }: Usage): string {
  return [
    requests !== undefined && `${rounded(requests)}/s`,
    errors !== undefined && errors > 0 && `${rounded(errors)} % errors`,
    latency !== undefined && `${rounded(latency)} ms`,
  ]
    .filter((part) => part !== false)
    .join(' · ');
}

/** Number with as many digits as one reads. */
export function rounded(value: number): string {
  const digits = Math.abs(value) >= 10 ? 0 : 1;
  return String(Number(value.toFixed(Math.abs(value) < 0.1 ? 2 : digits)));
}
