import { type Operation, onApplication } from '../../http/operation.ts';
import { readGateway, readParts } from './read.ts';
import { topologyRecord } from './record.ts';
import { createRightsCheck } from './rights.ts';
import { topologySchema } from './schema.ts';

/** The operations that show an application as a whole. */
export function topologyOperations(): readonly Operation[] {
  const rightsOf = createRightsCheck();
  return [
    onApplication({
      id: 'readTopology',
      method: 'get',
      path: '/topology',
      tag: 'applications',
      summary: 'Read how an application is put together, and how each part fares',
      parameters: {},
      success: {
        status: 200,
        description: 'The application, as far as the caller may read it.',
        body: topologySchema,
      },
      problems: [],
      handle: async ({ scope }) => {
        const [parts, gateway, rights] = await Promise.all([
          readParts(scope),
          readGateway(scope),
          rightsOf(scope),
        ]);
        const { gateway: place, tcpAddress } = scope;
        return { body: await topologyRecord({ parts, gateway, rights, place, tcpAddress }) };
      },
    }),
  ];
}
