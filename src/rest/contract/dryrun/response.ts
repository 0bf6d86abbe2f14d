import { z } from 'zod';
import { MAX_PREVIEW_OBJECTS } from '../../../api/preview.ts';
import { changedObjectSchema } from '../install/response.ts';

/** Response to a write with dryRun; the contract has none. */
export const dryRunSchema = z.object({
  dry_run: z.literal(true).describe('Always true: nothing is written.'),
  answer: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .describe('The response without dryRun; ids, numbers and times that are generated will be others.'),
  count: z.int().min(0).describe('Number of objects that the request would write or delete.'),
  objects: z
    .array(changedObjectSchema)
    .max(MAX_PREVIEW_OBJECTS)
    .describe('The first of these objects; the operator changes others afterwards.'),
  not_applied: z
    .array(
      z.object({
        path: z.string().describe('Member of the request, as a path.'),
        why: z.string().describe('Why it has no effect.'),
      }),
    )
    .describe('Parts of the request that have no effect on any gateway engine, each with the reason.'),
  not_known: z.array(z.string()).describe('What this response cannot say, each with the place that can.'),
  warnings: z
    .array(z.string())
    .describe(
      'What is written all the same, and clients of the gateway will find wrong; the header X-Stoa-Warning of the write.',
    ),
});

export type DryRun = z.infer<typeof dryRunSchema>;
