import { z } from 'zod';
import { durationMs } from '../base/duration.ts';
import { checked, setOf } from './grammar.ts';

/** Duration of the Gateway API (GEP-2257), such as `500ms` or `1m30s`. */
const durationSchema = z
  .string()
  .max(24)
  .regex(/^([0-9]{1,5}(h|m|s|ms)){1,4}$/, 'must be a duration such as 500ms, 10s or 1m30s');

/** Limits of time of a request and of each try. */
export const timeoutsSchema = checked(
  z.object({
    request: durationSchema
      .describe('Time until the answer is complete, all tries together; 0s is no limit.')
      .optional(),
    backendRequest: durationSchema
      .describe('Time of one try, from the request to the component on.')
      .optional(),
  }),
  [
    {
      rule: "!has(self.request) || !has(self.backendRequest) || duration(self.request) == duration('0s') || duration(self.backendRequest) <= duration(self.request)",
      message: 'backendRequest must not be longer than request',
      holds: ({ request, backendRequest }) => timeMs(backendRequest) <= limitMs(request),
    },
  ],
);

/** Default of `retry.attempts`. */
export const DEFAULT_ATTEMPTS = 1;

/** Requests that are sent again after a failure. */
export const retrySchema = z.object({
  codes: setOf(z.int().min(400).max(599), 16)
    .describe(
      'Statuses after which a request is sent again; without them, only those for which no connection came about.',
    )
    .optional(),
  attempts: z
    .int()
    .min(1)
    .max(10)
    .describe('Largest number of tries after the first; 1 where left out.')
    .optional(),
  backoff: durationSchema.describe('Shortest pause before a try; 0s is none.').optional(),
});

/** Milliseconds of a limit; infinite where there is none, or where it is zero. */
export function limitMs(limit: string | undefined): number {
  return timeMs(limit) || Number.POSITIVE_INFINITY;
}

/** Milliseconds of a time; zero where there is none. */
export function timeMs(time: string | undefined): number {
  return (time === undefined ? undefined : durationMs(time)) ?? 0;
}
