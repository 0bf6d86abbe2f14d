import { type Operation, onApplication } from '../../http/operation.ts';
import { pageOf } from '../../http/page.ts';
import { OF_PAGE } from '../../http/parameters.ts';
import { eventsOn } from '../components/events.ts';
import { applicationEvent, applicationEventPageSchema, eventObjects } from './events.ts';
import { readGateway, readParts } from './read.ts';
import { topologyRecord } from './record.ts';
import { createRightsCheck } from './rights.ts';
import { topologySchema } from './schema.ts';

const TAG = 'applications';

/** The operations that show an application as a whole. */
export function topologyOperations(): readonly Operation[] {
  const rightsOf = createRightsCheck();
  return [
    onApplication({
      id: 'readTopology',
      method: 'get',
      path: '/topology',
      tag: TAG,
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
    LIST_EVENTS,
  ];
}

const LIST_EVENTS = onApplication({
  id: 'listApplicationEvents',
  method: 'get',
  path: '/events',
  tag: TAG,
  summary: 'List the Events on an application, its rules and installs, and on its components and their pods',
  parameters: { page: OF_PAGE.page, page_size: OF_PAGE.page_size },
  success: {
    status: 200,
    description: 'A page of the Events, the newest first.',
    body: applicationEventPageSchema,
  },
  problems: [],
  handle: async ({ scope, value }) => {
    const parts = await readParts(scope);
    const events = await eventsOn(scope, eventObjects(parts));
    const { entries, counts } = pageOf(events, value('page'), value('page_size'));
    return {
      body: {
        events: entries.map((event) => applicationEvent(event, scope.teamId)),
        ...counts,
        missing: [...parts.missing],
      },
    };
  },
});
