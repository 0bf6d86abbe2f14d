import type { Range } from './prometheus.ts';

/** Largest number of samples of a series, which is the limit of Prometheus. */
export const MAX_SAMPLES = 11_000;

/** Longest range in days. */
const MAX_DAYS = 31;

/** Default seconds between two samples. */
const DEFAULT_STEP = 60;

/** A range, or the problems of its fields. */
type ParsedRange =
  | { readonly type: 'range'; readonly range: Range }
  | {
      readonly type: 'invalid';
      readonly problems: readonly { readonly field: string; readonly message: string }[];
    };

/** Range that unchecked query parameters describe. Pure. */
export function rangeOf(query: Readonly<Record<string, unknown>>): ParsedRange {
  const start = instantOf(query.start);
  const end = instantOf(query.end);
  const step = stepOf(query.step);
  const problems = [
    ...Object.entries({ start, end }).flatMap(([field, instant]) =>
      instant === undefined ? [{ field, message: messageFor(query[field]) }] : [],
    ),
    ...(step === undefined
      ? [{ field: 'step', message: 'must be seconds, at least 1, or a duration such as 30s, 5m or 1h' }]
      : []),
  ];
  if (start === undefined || end === undefined || step === undefined) {
    return { type: 'invalid', problems };
  }
  const problem = lengthProblem({ start, end, step });
  return problem === undefined
    ? { type: 'range', range: { start, end, step } }
    : { type: 'invalid', problems: [problem] };
}

function messageFor(given: unknown): string {
  const form = 'Unix seconds such as 1710000000, or a time such as 2024-03-09T16:00:00Z';
  return given === undefined ? `is required: ${form}` : `must be ${form}`;
}

function lengthProblem({ start, end, step }: Range) {
  const seconds = end - start;
  if (seconds < 0) {
    return { field: 'end', message: 'must not be before start' };
  }
  if (seconds > MAX_DAYS * 86_400) {
    return { field: 'start', message: `must be at most ${MAX_DAYS} days before end` };
  }
  const least = Math.ceil(seconds / (MAX_SAMPLES - 1));
  return seconds / step + 1 > MAX_SAMPLES
    ? { field: 'step', message: `must be at least ${least} s for this range: at most ${MAX_SAMPLES} samples` }
    : undefined;
}

/** End of the year 9999, the last one of RFC 3339. */
const LAST_SECOND = 253_402_300_799;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

function instantOf(value: unknown): number | undefined {
  const seconds = secondsOf(value) ?? timeOf(value);
  return seconds !== undefined && seconds >= 0 && seconds <= LAST_SECOND ? seconds : undefined;
}

/** Seconds in decimal digits; `Number` alone would accept 0x10, 1e9 and the empty text. */
function secondsOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,12}(\.\d{1,9})?$/.test(value) ? Number(value) : undefined;
}

function timeOf(value: unknown): number | undefined {
  const ms = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms / 1000;
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function stepOf(value: unknown): number | undefined {
  if (value === undefined || value === '') {
    return DEFAULT_STEP;
  }
  const [, digits, unit = ''] = (typeof value === 'string' && /^(\d{1,9})([smhd])$/.exec(value)) || [];
  const seconds = digits === undefined ? secondsOf(value) : Number(digits) * (UNITS[unit] ?? 1);
  return seconds !== undefined && seconds >= 1 && seconds <= MAX_DAYS * 86_400 ? seconds : undefined;
}
