import { z } from 'zod';
import { checked } from './grammar.ts';
import type { KindDefinition } from './kind.ts';

/** Spec of an Application: the number by which the REST contract addresses what belongs together. */
export const applicationSpecSchema = z.object({
  id: checked(
    z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .describe(
        'The application id of the REST contract (`app_id`), unique in the namespace and never changed.',
      ),
    [
      {
        rule: 'self == oldSelf',
        message: 'is immutable: delete the Application and create another',
        holds: () => true,
      },
    ],
  ),
  displayName: z
    .string()
    .min(1)
    .max(128)
    .describe('Name that people see; the object name where left out.')
    .optional(),
  note: z.string().max(2048).describe('Free text about the application.').optional(),
});

export type ApplicationSpec = z.infer<typeof applicationSpecSchema>;

/** The Application kind. */
export const application = {
  kind: 'Application',
  plural: 'applications',
  singular: 'application',
  shortNames: ['app'],
  description: 'A group of components of one team that are reached, installed and watched together.',
  spec: applicationSpecSchema,
  columns: [
    { name: 'ID', type: 'integer', jsonPath: '.spec.id' },
    { name: 'Name', type: 'string', jsonPath: '.spec.displayName' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
} satisfies KindDefinition;
