/** Occurrence on an object that `kubectl describe` shows to users. */
export interface EventRecord {
  readonly type: 'Normal' | 'Warning';
  /** Cause, one word in CamelCase, at most 128 bytes. */
  readonly reason: string;
  /** Action that succeeded or failed, one word in CamelCase, at most 128 bytes. */
  readonly action: string;
  /** Message for users, truncated to 1 KiB, in which nothing is hidden. */
  readonly note: string;
}

/** Equal records in a row on one object, which share one Event. Times are milliseconds since 1970. */
export interface Series {
  readonly first: EventRecord;
  readonly since: number;
  readonly last: number;
  readonly count: number;
}

/** State of one object: its running series, and its token bucket for writes. */
export interface Aggregation {
  readonly series: readonly Series[];
  readonly tokens: number;
  /** Time at which `tokens` was computed. */
  readonly at: number;
}

/** Write that a record causes: a new Event, a higher count, or none. */
export type SeriesAction =
  | { readonly type: 'create'; readonly series: Series }
  | { readonly type: 'count'; readonly series: Series }
  | { readonly type: 'drop' };

/** Maximum milliseconds between two records of a series. */
export const SERIES_MS = 6 * 60_000;

/** Burst size and refill interval of writes per object, as in client-go's spam filter. */
export const BURST = 25;
export const REFILL_MS = 5 * 60_000;

/** State of an object without records. */
export const EMPTY_AGGREGATION: Aggregation = { series: [], tokens: BURST, at: 0 };

/** State and write that follow from one record on an object at `now`. */
export function aggregate(
  state: Aggregation,
  event: EventRecord,
  now: number,
): { readonly state: Aggregation; readonly action: SeriesAction } {
  const tokens = Math.min(BURST, state.tokens + Math.max(0, now - state.at) / REFILL_MS);
  const running = state.series.filter(({ last }) => now - last <= SERIES_MS);
  const current = running.find(({ first }) => first.type === event.type && first.reason === event.reason);
  const others = running.filter((series) => series !== current);
  const mayWrite = tokens >= 1;
  if (current === undefined && !mayWrite) {
    return { state: { series: others, tokens, at: now }, action: { type: 'drop' } };
  }
  // Dropped records count too, so that the next write has the right count.
  const series = current
    ? { ...current, last: now, count: current.count + 1 }
    : { first: event, since: now, last: now, count: 1 };
  const next = { series: [...others, series], tokens: mayWrite ? tokens - 1 : tokens, at: now };
  if (!mayWrite) {
    return { state: next, action: { type: 'drop' } };
  }
  return { state: next, action: { type: current ? 'count' : 'create', series } };
}
