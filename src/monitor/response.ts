import { z } from 'zod';
import { isFields } from '../base/fields.ts';
import { shapeProblem } from '../base/jsonshape.ts';
import { COMPONENT_LABEL } from './promql.ts';

/** Unix seconds and a value, as Prometheus writes them: the value may be NaN or +Inf. */
export type Sample = readonly [seconds: number, value: string | number];

/** A series; of an instant query it has one sample. */
interface Series {
  /** Index of its component among the queried ones. */
  readonly component: string | undefined;
  readonly samples: readonly Sample[];
}

/** Result of a query. */
export type PrometheusResult =
  | {
      readonly type: 'answered';
      readonly series: readonly Series[];
      /** Whether Prometheus warns that series may be missing. */
      readonly partial: boolean;
    }
  /** There are no credentials for the query, which was not sent; `reason` is for the log, as of those below. */
  | { readonly type: 'no-credentials'; readonly reason: string }
  /** Prometheus, or a proxy before it, rejects the credentials. */
  | { readonly type: 'unauthorized'; readonly reason: string }
  /** Prometheus, or a proxy before it, has too many requests. */
  | { readonly type: 'busy'; readonly reason: string }
  /** Prometheus, or a proxy before it, returned another error. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'malformed' }
  | { readonly type: 'too-large' }
  | { readonly type: 'too-slow' }
  /** `code` is the error code of the system, such as ECONNREFUSED. */
  | { readonly type: 'unreachable'; readonly code: string };

/** Characters of a number as text: the smallest one has 324 digits after the point. */
const MAX_DIGITS = 400;

/** A number as Prometheus writes it. */
const NUMBER = /^(NaN|[+-]?(Inf|[0-9.]+(e[+-]?[0-9]+)?))$/;

/** Most seconds before and after 1970 that are a time at all. */
const MAX_SECONDS = 8.64e12;

function isSample(value: unknown): value is Sample {
  return Array.isArray(value) && value.length === 2 && isTime(value[0]) && isNumber(value[1]);
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAX_SECONDS;
}

function isNumber(value: unknown): boolean {
  return (
    Number.isFinite(value) || (typeof value === 'string' && value.length <= MAX_DIGITS && NUMBER.test(value))
  );
}

/**
 * Series with samples; undefined at the first element that is no series. A schema would collect a problem for each of a
 * million elements.
 */
function seriesIn(result: readonly unknown[]): readonly Series[] | undefined {
  const found: Series[] = [];
  for (const each of result) {
    const series = seriesOf(each);
    if (series === undefined) {
      return undefined;
    }
    // A series of native histograms has neither `value` nor `values`.
    if (series.samples.length > 0) {
      found.push(series);
    }
  }
  return found;
}

function seriesOf(element: unknown): Series | undefined {
  if (!isFields(element)) {
    return undefined;
  }
  const { metric = {}, value, values = value === undefined ? [] : [value] } = element;
  const component = isFields(metric) ? metric[COMPONENT_LABEL] : null;
  const isComponent = component === undefined || typeof component === 'string';
  return isComponent && Array.isArray(values) && values.every(isSample)
    ? { component, samples: values }
    : undefined;
}

const resultSchema = z
  .custom<readonly unknown[]>(Array.isArray)
  .transform((result, context): readonly Series[] => {
    const series = seriesIn(result);
    if (series === undefined) {
      context.addIssue('must be a list of series');
      return z.NEVER;
    }
    return series;
  });

const dataSchema = z.union([
  z.object({ resultType: z.enum(['vector', 'matrix']), result: resultSchema }),
  z
    .object({ resultType: z.enum(['scalar', 'string']), result: z.custom<Sample>(isSample) })
    .transform(({ resultType, result }) => ({
      resultType,
      result: [{ component: undefined, samples: [result] }],
    })),
]);

const successSchema = z.object({
  status: z.literal('success'),
  data: dataSchema,
  warnings: z.array(z.unknown()).nullish(),
});

const errorSchema = z.object({
  status: z.literal('error'),
  errorType: z.string(),
  error: z.string().default(''),
});

/** Bounds of a response: as many values as the samples of the largest one have, and more levels than any has. */
const BOUNDS = { levels: 32, values: 1_500_000 };

/** Result in a response of the HTTP API of Prometheus. Never throws. Pure. */
export function readResponse(status: number, bytes: Uint8Array): PrometheusResult {
  const json = jsonOf(bytes);
  const error = errorSchema.safeParse(json).data;
  if (error !== undefined || status !== 200) {
    return failureOf(status, error);
  }
  const success = successSchema.safeParse(json).data;
  return success === undefined
    ? { type: 'malformed' }
    : {
        type: 'answered',
        series: success.data.result,
        partial: (success.warnings ?? []).length > 0,
      };
}

function failureOf(status: number, error: z.output<typeof errorSchema> | undefined): PrometheusResult {
  if (error?.errorType === 'timeout') {
    return { type: 'too-slow' };
  }
  const told = error === undefined ? '' : `: ${error.errorType}: ${error.error}`;
  const followed = status >= 300 && status < 400 ? ': redirects are not followed' : told;
  return { type: FAILURES[status] ?? 'refused', reason: `status ${status}${followed}` };
}

/** Failures by their status; the others are of the query. */
const FAILURES: Readonly<Record<number, 'unauthorized' | 'busy'>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  429: 'busy',
  503: 'busy',
};

function jsonOf(bytes: Uint8Array): unknown {
  if (shapeProblem(bytes, BOUNDS) !== undefined) {
    return undefined;
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
