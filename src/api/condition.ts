import { z } from 'zod';

/** A condition as the Kubernetes API conventions define it (meta/v1 Condition). */
export const conditionSchema = z
  .object({
    type: z.string().max(316).describe('Name of the condition.'),
    status: z.enum(['True', 'False', 'Unknown']).describe('Whether the condition holds.'),
    observedGeneration: z
      .int()
      .min(0)
      .describe('Generation of the object that the condition speaks of.')
      .optional(),
    lastTransitionTime: z.string().meta({ format: 'date-time' }).describe('When the status last changed.'),
    reason: z
      .string()
      .max(1024)
      .describe('CamelCase constant for the status; docs/reasons.md explains each.'),
    message: z.string().max(32768).describe('The same for people: what is the case, and the way out.'),
  })
  .describe('One aspect of the state of the object.');

export type Condition = z.infer<typeof conditionSchema>;

/** What a decision says of one condition: the rest of a Condition follows from the object and the clock. */
export interface Verdict {
  readonly type: string;
  readonly status: Condition['status'];
  readonly reason: string;
  readonly message: string;
}

/**
 * Conditions for `verdicts`, in their order: an aspect whose status is what `previous` says keeps its
 * lastTransitionTime, so that deciding the same twice yields the same bytes.
 */
export function conditionsFrom(
  verdicts: readonly Verdict[],
  previous: readonly Condition[],
  observedGeneration: number,
  now: Date,
): Condition[] {
  return verdicts.map((verdict) => {
    const before = previous.find((condition) => condition.type === verdict.type);
    const kept = before?.status === verdict.status ? before.lastTransitionTime : undefined;
    return { ...verdict, observedGeneration, lastTransitionTime: kept ?? timestamp(now) };
  });
}

/** `metav1.Time` form of a date: whole seconds, UTC. */
export function timestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
