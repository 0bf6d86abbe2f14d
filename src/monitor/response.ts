import { z } from 'zod';
import { type ShapeBounds, shapeProblem } from '../base/jsonshape.ts';
import { COMPONENT_LABEL } from './promql.ts';

/** Bounds of a response, which has room for the samples that its size has room for. */
const SHAPE: ShapeBounds = { levels: 16, values: 1_200_000 };

/** Most series in a response: each component has a few at most. */
const MAX_SERIES = 20_000;

/** Longest value of a sample; Prometheus writes at most 24 digits and signs. */
const MAX_VALUE = 64;

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

/** Values that are no numbers in JSON. */
const NO_NUMBER = /^(NaN|[+-]?Inf)$/;

/** A cheap check, since a response may have hundreds of thousands of samples. */
function isSample(sample: unknown): sample is Sample {
  if (!Array.isArray(sample) || sample.length !== 2 || !Number.isFinite(sample[0])) {
    return false;
  }
  const [, value] = sample as readonly unknown[];
  return typeof value === 'string'
    ? value.length <= MAX_VALUE && (NO_NUMBER.test(value) || Number.isFinite(Number(value)))
    : Number.isFinite(value);
}

const sampleSchema = z.custom<Sample>(isSample);

/** The first wrong element ends the check: a response may have as many as it has bytes. */
const samplesSchema = z.custom<readonly Sample[]>((list) => Array.isArray(list) && list.every(isSample));

/** A series of native histograms has neither `value` nor `values`, and therefore no samples. */
const seriesSchema = z
  .object({
    metric: z.object({ [COMPONENT_LABEL]: z.string().optional() }).optional(),
    value: sampleSchema.optional(),
    values: samplesSchema.optional(),
  })
  .transform(({ metric, value, values }): Series => {
    const samples = values ?? (value === undefined ? [] : [value]);
    return { component: metric?.[COMPONENT_LABEL], samples };
  });

const fewSchema = z.custom<readonly unknown[]>((list) => Array.isArray(list) && list.length <= MAX_SERIES);

const dataSchema = z.union([
  z.object({ resultType: z.enum(['vector', 'matrix']), result: fewSchema.pipe(z.array(seriesSchema)) }),
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
  warnings: z.custom<readonly unknown[]>(Array.isArray).nullish(),
});

const errorSchema = z.object({
  status: z.literal('error'),
  errorType: z.string(),
  error: z.string().default(''),
});

/** Characters of a logged error of Prometheus, which may repeat a query of any length. */
const MAX_REASON = 300;

/** Result in a response of the HTTP API of Prometheus; its reason repeats none of the secrets. Never throws. Pure. */
export function readResponse(
  status: number,
  bytes: Uint8Array,
  secrets: readonly string[] = [],
): PrometheusResult {
  const json = jsonOf(bytes);
  const error = errorSchema.safeParse(json).data;
  if (error !== undefined || status !== 200) {
    return failureOf(status, error, secrets);
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

function failureOf(
  status: number,
  error: z.output<typeof errorSchema> | undefined,
  secrets: readonly string[],
): PrometheusResult {
  if (error?.errorType === 'timeout') {
    return { type: 'too-slow' };
  }
  const told = error === undefined ? '' : `: ${error.errorType}: ${error.error}`;
  const followed = status >= 300 && status < 400 ? ': redirects are not followed' : told;
  // A secret that is cut first would leave its beginning.
  const reason = secrets.reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    `status ${status}${followed}`,
  );
  return { type: FAILURES[status] ?? 'refused', reason: reason.slice(0, MAX_REASON) };
}

/** Failures by their status; the others are of the query. */
const FAILURES: Readonly<Record<number, 'unauthorized' | 'busy'>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  429: 'busy',
  503: 'busy',
};

function jsonOf(bytes: Uint8Array): unknown {
  if (shapeProblem(bytes, SHAPE) !== undefined) {
    return undefined;
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
