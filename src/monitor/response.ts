import { z } from 'zod';
import { COMPONENT_LABEL } from './promql.ts';

/** Unix seconds and the value, as Prometheus writes them: the value may be NaN or +Inf. */
export type Sample = readonly [seconds: number, value: string | number];

/** Samples of one series; an instant has one. */
export interface Series {
  /** Place of its component among those that were asked for. */
  readonly component: string | undefined;
  readonly samples: readonly Sample[];
}

/** What a question came to. */
export type Answer =
  | {
      readonly type: 'answered';
      readonly series: readonly Series[];
      /** Prometheus warns that this may not be all. */
      readonly partial: boolean;
    }
  /** Prometheus, or what stands before it, says that it does not answer this; `reason` is for the log. */
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'malformed' }
  | { readonly type: 'too-large' }
  | { readonly type: 'too-slow' }
  /** `code` is what the system calls it, such as ECONNREFUSED. */
  | { readonly type: 'unreachable'; readonly code: string };

/** A check as cheap as this can be: an answer may have hundreds of thousands of samples. */
const sampleSchema = z.custom<Sample>(
  (value) =>
    Array.isArray(value) &&
    typeof value[0] === 'number' &&
    (typeof value[1] === 'string' || typeof value[1] === 'number'),
);

/** A series of native histograms has neither of both, and so no samples. */
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

/** Characters of an error of Prometheus that are kept: it may repeat a query of any length. */
const MAX_REASON = 300;

/** Reads an answer of the HTTP API of Prometheus; whatever it holds, this does not throw. Pure. */
export function readAnswer(status: number, bytes: Uint8Array): Answer {
  const json = jsonOf(bytes);
  const error = errorSchema.safeParse(json).data;
  if (error !== undefined) {
    return error.errorType === 'timeout'
      ? { type: 'too-slow' }
      : { type: 'refused', reason: `${error.errorType}: ${error.error}`.slice(0, MAX_REASON) };
  }
  if (status !== 200) {
    return { type: 'refused', reason: `status ${status}` };
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

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
