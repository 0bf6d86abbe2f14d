import { z } from 'zod';
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

/** A cheap check, since a response may have hundreds of thousands of samples. */
const sampleSchema = z.custom<Sample>(
  (value) =>
    Array.isArray(value) &&
    typeof value[0] === 'number' &&
    (typeof value[1] === 'string' || typeof value[1] === 'number'),
);

/** A series of native histograms has neither `value` nor `values`, and therefore no samples. */
const seriesSchema = z
  .object({
    metric: z.object({ [COMPONENT_LABEL]: z.string().optional() }).optional(),
    value: sampleSchema.optional(),
    values: z.array(sampleSchema).optional(),
  })
  .transform(({ metric, value, values }): Series => {
    const samples = values ?? (value === undefined ? [] : [value]);
    return { component: metric?.[COMPONENT_LABEL], samples };
  });

const dataSchema = z.union([
  z.object({ resultType: z.enum(['vector', 'matrix']), result: z.array(seriesSchema) }),
  z
    .object({ resultType: z.enum(['scalar', 'string']), result: sampleSchema })
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

/** Characters of a logged error of Prometheus, which may repeat a query of any length. */
const MAX_REASON = 300;

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
  return { type: FAILURES[status] ?? 'refused', reason: `status ${status}${followed}`.slice(0, MAX_REASON) };
}

/** Failures by their status; the others are of the query. */
const FAILURES: Readonly<Record<number, 'unauthorized' | 'busy'>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  429: 'busy',
  503: 'busy',
};

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
