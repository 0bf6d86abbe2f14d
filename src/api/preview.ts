import { z } from 'zod';
import { toldSchema } from './bounded.ts';
import { powersIdSchema, powersLinesSchema } from './powers.ts';

/** Most characters in the id of a request for a preview, and in a version. */
const MAX_ID = 64;

/** Most objects that a preview lists. */
export const MAX_PREVIEW_OBJECTS = 200;

/** Most problems that a preview names. */
export const MAX_PREVIEW_PROBLEMS = 16;

/** Most bytes of the diff of one object. */
export const MAX_DIFF_BYTES = 8_192;

/** Most bytes of all diffs of a preview: an etcd object has 1.5 MiB, most of which the inventory may need. */
export const MAX_DIFFS_BYTES = 98_304;

const changedObjectSchema = z.object({
  action: z
    .enum(['create', 'change', 'recreate', 'delete'])
    .describe(
      'What happens to the object; recreate deletes it first, since the change is to an immutable field.',
    ),
  group: z.string().max(253).describe('API group; empty for the core group.'),
  kind: z.string().max(63).describe('Kind of the object.'),
  name: z.string().max(253).describe('Name of the object.'),
  diff: toldSchema(
    MAX_DIFF_BYTES,
    'Unified diff, with (secret) for values of Secrets; missing where there is no room for it, and where values came from Secrets.',
    'lines',
  ).optional(),
});

/** Object that a roll-out would change. */
export type ChangedObject = z.infer<typeof changedObjectSchema>;

const count = (what: string) => z.int().min(0).describe(`Number of objects that ${what}.`);

/** Preview of a roll-out, without the parts of the model that have no effect. */
export const previewSchema = z.object({
  requested: z.string().max(MAX_ID).describe('The request that this answers: stoa.dev/preview-requested.'),
  version: z.string().max(MAX_ID).describe('Version that it speaks of.'),
  digest: z.string().max(71).describe('SHA-256 of its template, as sha256:<hex>.').optional(),
  refused: z
    .object({
      reason: z.string().max(64).describe('Constant for why; docs/reasons.md explains each.'),
      message: toldSchema(4_096, 'The same for people.'),
      storeStatus: z
        .int()
        .min(400)
        .max(599)
        .describe('HTTP status by which the store refuses the template, where no reason stands for it.')
        .optional(),
    })
    .describe('Why there is no plan for the version.')
    .optional(),
  problems: z
    .array(toldSchema(2_048))
    .max(MAX_PREVIEW_PROBLEMS)
    .meta({ 'x-kubernetes-list-type': 'atomic' })
    .describe('Why the plan could not be applied now; empty if it could.')
    .optional(),
  powers: powersLinesSchema
    .describe('What the version can do, and what of it what is in place does not have.')
    .optional(),
  powersId: powersIdSchema
    .describe('Id of these powers: in spec.upgrade.approved, it approves them.')
    .optional(),
  counts: z
    .object({
      create: count('would be created'),
      change: count('would be changed'),
      recreate: count('would be deleted and created again'),
      delete: count('would be deleted'),
      unchanged: count('would stay as they are'),
    })
    .describe('How many objects the roll-out concerns; objects lists the first of them.')
    .optional(),
  objects: z
    .array(changedObjectSchema)
    .max(MAX_PREVIEW_OBJECTS)
    .meta({ 'x-kubernetes-list-type': 'atomic' })
    .describe('Objects that would be changed, recreated, created and deleted, in this order.')
    .optional(),
});

/** Whether a text can be the id of a request or the version of a preview. Pure. */
export function isPreviewId(text: string): boolean {
  return text.length > 0 && text.length <= MAX_ID;
}
