/** Something that users should see on an object, as `kubectl describe` shows it. */
export interface EventRecord {
  readonly type: 'Normal' | 'Warning';
  /** Why, one word in CamelCase, at most 128 bytes. */
  readonly reason: string;
  /** What was done or failed, one word in CamelCase, at most 128 bytes. */
  readonly action: string;
  /** For people; what is longer than 1 KiB is cut. */
  readonly note: string;
}

/** Equal events on one object in a row, which are one Event. Times are milliseconds since 1970. */
export interface Series {
  readonly first: EventRecord;
  readonly since: number;
  readonly last: number;
  readonly count: number;
}

/** What is remembered of one object: its running series, and how many writes it may still cause. */
export interface Aggregation {
  readonly series: readonly Series[];
  readonly tokens: number;
  /** When `tokens` was right. */
  readonly at: number;
}

/** What to do about a event: write a new Event, write a greater count to one, or nothing. */
export type Decision =
  | { readonly type: 'create'; readonly series: Series }
  | { readonly type: 'count'; readonly series: Series }
  | { readonly type: 'drop' };

/** A event belongs to a series whose last one is not older than this. */
export const SERIES_MS = 6 * 60_000;

/** Writes in a burst and from then on per object, as client-go's spam filter has them. */
export const BURST = 25;
export const REFILL_MS = 5 * 60_000;

/** How every object starts. */
export const NOTHING_YET: Aggregation = { series: [], tokens: BURST, at: 0 };

/** One event on an object at `now`: what to do, and what to remember. */
export function aggregate(
  state: Aggregation,
  event: EventRecord,
  now: number,
): { readonly state: Aggregation; readonly decision: Decision } {
  const tokens = Math.min(BURST, state.tokens + Math.max(0, now - state.at) / REFILL_MS);
  const running = state.series.filter(({ last }) => now - last <= SERIES_MS);
  const known = running.find(({ first }) => first.type === event.type && first.reason === event.reason);
  const others = running.filter((series) => series !== known);
  const mayWrite = tokens >= 1;
  if (known === undefined && !mayWrite) {
    return { state: { series: others, tokens, at: now }, decision: { type: 'drop' } };
  }
  // What is dropped counts all the same, so that the next write tells the truth.
  const series = known
    ? { ...known, last: now, count: known.count + 1 }
    : { first: event, since: now, last: now, count: 1 };
  const next = { series: [...others, series], tokens: mayWrite ? tokens - 1 : tokens, at: now };
  if (!mayWrite) {
    return { state: next, decision: { type: 'drop' } };
  }
  return { state: next, decision: { type: known ? 'count' : 'create', series } };
}
