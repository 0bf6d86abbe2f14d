import { z } from 'zod';
import { shapeProblem } from '../base/jsonshape.ts';
import { CHART_BOUNDS } from './bounds.ts';
import type { DescribeOutcome, IdentityOutcome, IndexOutcome, ListOutcome } from './fetch/indexreader.ts';
import type { RenderedChart, RenderOutcome } from './rendering.ts';
import type { ReadValues } from './values.ts';

const object = z.looseObject({ apiVersion: z.string(), kind: z.string() });

const sourced = z.object({ source: z.string(), object });

const message = z.string();

/** Ends that a program can have, whatever it does. */
const end = z.object({ type: z.enum(['out-of-memory', 'too-slow', 'too-much-output', 'too-deep']) });

const rendering: z.ZodType<RenderOutcome | { readonly type: 'unchanged' }> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('rendered'),
    content: z.object({
      chart: z.object({ name: z.string(), version: z.string(), appVersion: z.string() }),
      objects: z.array(sourced),
      hooks: z.array(
        sourced.extend({
          events: z.array(z.string()),
          weight: z.int(),
          deletePolicies: z.array(z.string()),
        }),
      ),
      crds: z.array(sourced),
      notes: z.string(),
      soughtSecrets: z.boolean(),
      texts: z.string(),
      draws: z.int().min(0),
    }),
  }),
  z.object({ type: z.literal('unchanged') }),
  z.object({
    type: z.literal('refused'),
    refusal: z.discriminatedUnion('type', [
      z.object({
        type: z.enum([
          'archive-too-large',
          'not-a-chart',
          'kubernetes-unsupported',
          'schema-unusable',
          'crashed',
        ]),
        message,
      }),
      z.object({ type: z.literal('dependencies-missing'), names: z.array(z.string()) }),
      z.object({
        type: z.literal('values-invalid'),
        problems: z.array(z.object({ path: z.array(z.string()), message })),
      }),
      z.object({
        type: z.literal('template-failed'),
        message,
        template: z.string().optional(),
        line: z.int().optional(),
      }),
      z.object({ type: z.literal('manifest-invalid'), message, template: z.string().optional() }),
      end,
    ]),
  }),
]);

const indexRefused = z.object({
  type: z.literal('refused'),
  refusal: z.discriminatedUnion('type', [
    z.object({ type: z.enum(['index-invalid', 'crashed']), message }),
    z.object({ type: z.enum(['chart-not-found', 'range-invalid']) }),
    z.object({ type: z.literal('version-not-found'), versions: z.array(z.string()).default([]) }),
    end,
  ]),
});

const choice: z.ZodType<IndexOutcome> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('chosen'),
    entry: z.object({ version: z.string(), urls: z.array(z.string()), digest: z.string() }),
  }),
  indexRefused,
]);

const listing: z.ZodType<ListOutcome> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('listed'),
    part: z.object({
      entries: z.array(z.object({ name: z.string(), version: z.string(), description: z.string() })),
      total: z.int().min(0),
    }),
  }),
  indexRefused,
]);

const archiveRefused = z.object({
  type: z.literal('refused'),
  refusal: z.discriminatedUnion('type', [
    z.object({ type: z.enum(['archive-too-large', 'not-a-chart', 'crashed']), message }),
    end,
  ]),
});

const identity: z.ZodType<IdentityOutcome> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('identified'),
    is: z.object({ name: z.string(), version: z.string(), isWanted: z.boolean() }),
  }),
  archiveRefused,
]);

const description: z.ZodType<DescribeOutcome> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('described'),
    chart: z.object({
      description: z.string(),
      values: z.string(),
      cut: z.boolean(),
      required: z.array(z.string()),
    }),
  }),
  archiveRefused,
]);

const values: z.ZodType<ReadValues> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), values: z.record(z.string(), z.unknown()).default({}) }),
  z.object({
    type: z.literal('refused'),
    refusal: z.discriminatedUnion('type', [
      z.object({ type: z.enum(['values-unreadable', 'crashed']), message }),
      end,
    ]),
  }),
]);

/** Outcome of a rendering that the sandbox answered with, where `known` was known to it; undefined where it is none. */
export function readRendering(bytes: Uint8Array, known?: RenderedChart): RenderOutcome | undefined {
  const outcome = parsed(rendering, bytes);
  return outcome?.type === 'unchanged' ? known && { type: 'rendered', content: known } : outcome;
}

/** Outcome of a choice that the sandbox answered with; undefined where it is none. */
export function readChoice(bytes: Uint8Array): IndexOutcome | undefined {
  return parsed(choice, bytes);
}

/** Outcome of a listing that the sandbox answered with; undefined where it is none. */
export function readListing(bytes: Uint8Array): ListOutcome | undefined {
  return parsed(listing, bytes);
}

/** Outcome of a question which chart an archive is, that the sandbox answered with; undefined where it is none. */
export function readIdentity(bytes: Uint8Array): IdentityOutcome | undefined {
  return parsed(identity, bytes);
}

/** Outcome of a description that the sandbox answered with; undefined where it is none. */
export function readDescription(bytes: Uint8Array): DescribeOutcome | undefined {
  return parsed(description, bytes);
}

/** Values of a text that the sandbox answered with; undefined where it is no outcome. */
export function readValuesAnswer(bytes: Uint8Array): ReadValues | undefined {
  return parsed(values, bytes, CHART_BOUNDS.valuesPerText);
}

/** Outcome of a program that answers with more than the operator takes. */
interface TooMuchOutput {
  readonly type: 'refused';
  readonly refusal: { readonly type: 'too-much-output' | 'too-deep' };
}

/**
 * Answer as its schema has it; it is refused before it takes much more memory than bytes, as a list of empty maps does, or
 * something that recurses over its objects fails on it.
 */
function parsed<T>(
  schema: z.ZodType<T>,
  bytes: Uint8Array,
  values: number = CHART_BOUNDS.valuesPerAnswer,
): T | TooMuchOutput | undefined {
  const { levels } = CHART_BOUNDS;
  if (shapeProblem(bytes, { levels, values }) !== undefined) {
    const isDeep = shapeProblem(bytes, { levels, values: Number.POSITIVE_INFINITY }) !== undefined;
    return { type: 'refused', refusal: { type: isDeep ? 'too-deep' : 'too-much-output' } };
  }
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return undefined;
  }
}
