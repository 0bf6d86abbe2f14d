import { z } from 'zod';
import { toldSchema } from './bounded.ts';

/** Schema of a point in time, as `timestamp` writes it. */
export const timestampSchema = z.string().meta({ format: 'date-time' });

/** Most fields that a condition names for programs; its message has all. */
const MOST_FIELDS = 64;

/** Condition as in the Kubernetes API conventions (meta/v1 Condition). */
export const conditionSchema = z
  .object({
    type: z.string().max(316).describe('Name of the condition.'),
    status: z.enum(['True', 'False', 'Unknown']).describe('Whether the condition holds.'),
    observedGeneration: z
      .int()
      .min(0)
      .describe('Generation of the object that the condition speaks of.')
      .optional(),
    lastTransitionTime: timestampSchema.describe('When the status last changed.'),
    reason: z
      .string()
      .max(1024)
      .describe('CamelCase constant for the status; docs/reasons.md explains each.'),
    message: toldSchema(32_768, 'The same for people: what is the case, and the way out.'),
    fields: z
      .array(z.string().max(317))
      .max(MOST_FIELDS)
      .meta({ 'x-kubernetes-list-type': 'atomic' })
      .describe('Fields that the condition speaks of, as paths below spec, where it speaks of some.')
      .optional(),
  })
  .describe('One aspect of the state of the object.');

export type Condition = z.infer<typeof conditionSchema>;

/** Types of conditions that summarize the others. */
export const DERIVED_CONDITIONS: readonly string[] = ['Ready', 'Reconciling', 'Stalled'];

/** Decision on one condition, without the fields that follow from the object and the clock. */
export interface Verdict<R extends string = string> {
  readonly type: string;
  readonly status: Condition['status'];
  readonly reason: R;
  readonly message: string;
  /** Fields that it speaks of, as paths below `spec`. */
  readonly fields?: readonly string[];
}

/**
 * Conditions for `verdicts`, in their order. A condition with the same status as in `previous` keeps its
 * lastTransitionTime, so that equal decisions yield equal bytes.
 */
export function conditionsFrom(
  verdicts: readonly Verdict[],
  previous: readonly Condition[],
  observedGeneration: number,
  now: Date,
): Condition[] {
  return verdicts.map(({ fields = [], ...verdict }) => {
    const existing = previous.find((condition) => condition.type === verdict.type);
    const unchangedSince = existing?.status === verdict.status ? existing.lastTransitionTime : undefined;
    return {
      ...verdict,
      ...(fields.length === 0 ? {} : { fields: fields.slice(0, MOST_FIELDS) }),
      observedGeneration,
      lastTransitionTime: unchangedSince ?? timestamp(now),
    };
  });
}

/** Condition of a type in a status; undefined where there is none. */
export function conditionOf<C extends { readonly type: string }>(
  status: { readonly conditions?: readonly C[] | undefined } | undefined,
  type: string,
): C | undefined {
  return status?.conditions?.find((condition) => condition.type === type);
}

/** `metav1.Time` form of a date: whole seconds, UTC. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
