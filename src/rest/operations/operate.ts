import { z } from 'zod';
import { operateComponents } from '../applications/operate.ts';
import { dryRunSchema } from '../contract/dryrun/response.ts';
import { componentOperationBody } from '../contract/operation/request.ts';
import { OPERATION_DONE, operationDoneSchema } from '../contract/operation/response.ts';
import { DRY_RUN, replyToWrite } from './dryrun.ts';
import { onApplication } from './operation.ts';

/** The operation that starts and stops components. */
export const OPERATE = onApplication({
  id: 'operateComponents',
  method: 'post',
  path: '/operations',
  tag: 'applications',
  summary: 'Start or stop components of an application',
  parameters: { dryRun: DRY_RUN },
  body: componentOperationBody,
  success: {
    status: 200,
    description: 'The specs say so: the components start or stop.',
    body: z.union([operationDoneSchema, dryRunSchema]),
  },
  problems: ['serviceNotFound', 'installNotFound', 'operationImpossible', 'managedElsewhere', 'ambiguous'],
  handle: (call) =>
    replyToWrite(call.scope, call.value('dryRun'), async (scope) => {
      const { installs, workloads } = await operateComponents(scope, call.body());
      return {
        body: OPERATION_DONE,
        changes: [...installs, ...workloads],
        notKnown: installs.map(
          ({ after: { metadata } }) =>
            `The workloads of the install ${metadata.name}, which the operator scales.`,
        ),
      };
    }),
});
