import { z } from 'zod';
import { bodyOf } from '../body.ts';

/** A new application. */
export const newApplicationSchema = z.object({
  app_name: z
    .string()
    .trim()
    .min(1)
    .max(128)
    .regex(/^[A-Za-z0-9_.\-\u4e00-\u9fa5]+$/, 'must have letters, digits, Chinese characters and _ . - only')
    .describe('Name of the application that people see, of which the team has one.'),
  app_note: z
    .string()
    .max(2048)
    // The API server would store other characters in their place.
    .refine(
      (note) => note.isWellFormed() && !note.includes('\0'),
      'must be Unicode text without the character NUL',
    )
    .nullish()
    .describe('Note on the application.'),
  k8s_app: z
    .string()
    .max(63)
    .regex(/^([a-z0-9]([-a-z0-9]*[a-z0-9])?)?$/, 'must be a name as Kubernetes has them, such as my-app')
    .nullish()
    .describe('Name of the Application in the cluster; a generated one where it is left out or empty.'),
});

export type NewApplication = z.output<typeof newApplicationSchema>;

/** Body of a request that creates an application. */
export const newApplicationBody = bodyOf(newApplicationSchema);
