import { z } from 'zod';
import { MAX_COMPONENTS } from '../../../api/marketinstall.ts';
import { bodyOf } from '../body.ts';

/** An operation on components of an application. */
export const componentOperationSchema = z.object({
  action: z
    .enum(['start', 'stop', 'upgrade', 'deploy'])
    .describe(
      'start and deploy: the components run. stop: they have no pods. upgrade: nothing is left to do.',
    ),
  service_ids: z
    .array(z.string().min(1).max(63))
    .min(1)
    .max(MAX_COMPONENTS)
    .describe(
      'The components, by service_id or service_alias; all of the application where left out or null.',
    )
    .nullish(),
});

export type ComponentOperation = z.output<typeof componentOperationSchema>;

/** Body of a request that operates components. */
export const componentOperationBody = bodyOf(componentOperationSchema);
