import { z } from 'zod';
import { toldSchema } from './bounded.ts';

/** Schema of what a power is about. */
const topicSchema = z
  .enum(['images', 'ports', 'volumes', 'reads', 'rights', 'host', 'root', 'network', 'nodes', 'others'])
  .describe('What it is about; docs/installs.md explains each.');

/** Topics of powers, in the order in which people see them. */
export const TOPICS = topicSchema.options;

/** Topic of a power. */
export type Topic = z.infer<typeof topicSchema>;

/** Most characters of a power. */
export const MAX_POWER = 300;

/** Most powers that a status records of a version, and most bytes of them: the inventory needs most of its room. */
export const MAX_POWERS = 1_000;
export const MAX_POWERS_BYTES = 49_152;

/** Schema of a power in a status. */
const powerSchema = z.object({
  topic: topicSchema,
  what: z.string().max(MAX_POWER).describe('What a version can do.'),
  bytes: z.int().min(0).describe('Size of a volume: a larger one is more.').optional(),
});

/** Power as a status records it. */
export type RecordedPower = z.infer<typeof powerSchema>;

/** Schema of the powers of what an install has recorded. */
export const recordedPowersSchema = z
  .array(powerSchema)
  .max(MAX_POWERS)
  .meta({ 'x-kubernetes-list-type': 'atomic' });

/**
 * Form of the words of powers. A record of another form says less, or something else, by the same words: it counts as
 * unknown. Whoever changes what the words of a power say counts it up.
 */
export const POWERS_FORM = 3;

/** Schema of the form of recorded powers. */
export const powersFormSchema = z.int().min(1).max(1_000);

/** Most powers of one sort that a preview names, the last of which counts the others, and most characters of each, with the size of a volume. */
export const MAX_NAMED = 8;
const MAX_TEXT = MAX_POWER + 20;

const namedSchema = z.array(toldSchema(MAX_TEXT)).max(MAX_NAMED).meta({ 'x-kubernetes-list-type': 'atomic' });

/** Schema of the powers of a version about one topic, in a preview. */
const powersLineSchema = z.object({
  topic: topicSchema,
  same: namedSchema.describe('What it can do, as what is in place can; all where nothing is in place.'),
  gained: namedSchema.describe('What it can do and what is in place cannot.'),
});

/** Powers of a version about one topic. */
export type PowersLine = z.infer<typeof powersLineSchema>;

/** Schema of the powers of a version, in a preview. */
export const powersLinesSchema = z
  .array(powersLineSchema)
  .max(TOPICS.length)
  .meta({ 'x-kubernetes-list-type': 'atomic' });

/** Schema of the id of the powers of a version. */
export const powersIdSchema = z
  .string()
  .max(32)
  .regex(/^[0-9a-f]{32}$/, 'must be the id of the powers of a version');
