import { operateComponents } from '../applications/operate.ts';
import { componentOperationBody } from '../contract/operation/request.ts';
import { OPERATION_DONE, operationDoneSchema } from '../contract/operation/response.ts';
import { writeOnApplication } from './write.ts';

/** The operation that starts and stops components. */
export const OPERATE = writeOnApplication({
  id: 'operateComponents',
  method: 'post',
  path: '/operations',
  tag: 'applications',
  summary: 'Start or stop components of an application',
  parameters: {},
  body: componentOperationBody,
  success: {
    status: 200,
    description: 'The specs say so: the components start or stop.',
    body: operationDoneSchema,
  },
  problems: ['serviceNotFound', 'installNotFound', 'operationImpossible', 'managedElsewhere', 'ambiguous'],
  handle: async ({ scope, body }) => {
    const { installs, workloads } = await operateComponents(scope, body());
    return {
      body: OPERATION_DONE,
      changes: [...installs, ...workloads],
      notKnown: installs.map(
        ({ after: { metadata } }) =>
          `The workloads of the install ${metadata.name}, which the operator scales.`,
      ),
    };
  },
});
