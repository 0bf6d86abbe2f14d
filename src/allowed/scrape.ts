/** Shortest interval between two scrapes of a target, in seconds: one team must not take the time of Prometheus. */
const MIN_SECONDS = 5;

/** Intervals that a model may ask for, for messages. */
export const SCRAPE_INTERVAL = `at least ${MIN_SECONDS}s`;

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 };

/** Length of a duration such as 30s; undefined where a value is none. */
export function secondsOf(value: unknown): number | undefined {
  const [, digits, unit = ''] =
    typeof value === 'string' ? (/^([1-9]\d{0,5})(ms|s|m|h)$/.exec(value) ?? []) : [];
  const factor = SECONDS[unit];
  return factor === undefined ? undefined : Number(digits) * factor;
}

/** Whether Prometheus may scrape a target of a model at such an interval. */
export function isScrapeInterval(text: string): boolean {
  return (secondsOf(text) ?? 0) >= MIN_SECONDS;
}
