import { z } from 'zod';
import { type Operation, onApplication } from '../../http/operation.ts';
import { pageOf } from '../../http/page.ts';
import { inPath, OF_PAGE } from '../../http/parameters.ts';
import { addressesIn } from '../rules/record.ts';
import { readSource } from '../rules/source.ts';
import { OPERATE } from './operate.ts';
import { componentEvents, componentRecordAt, componentRecords } from './read.ts';
import { componentRecordSchema, eventPageSchema, eventRecord } from './record.ts';

const TAG = 'applications';

const SERVICE_ID = inPath('Component: service_id or service_alias of its record.');

const LIST = onApplication({
  id: 'listServices',
  method: 'get',
  path: '/services',
  tag: TAG,
  summary: 'List the components of an application',
  parameters: {},
  success: {
    status: 200,
    description: 'The components, by the names of their workloads.',
    body: z.array(componentRecordSchema),
  },
  problems: [],
  handle: async ({ scope }) => ({ body: await componentRecords(scope) }),
});

const READ = onApplication({
  id: 'readService',
  method: 'get',
  path: '/services/:service_id',
  tag: TAG,
  summary: 'Read one component, with the addresses of its rules',
  parameters: { service_id: SERVICE_ID },
  success: { status: 200, description: 'The component.', body: componentRecordSchema },
  problems: ['serviceNotFound'],
  handle: async ({ scope, value }) => {
    const source = await readSource(scope);
    return { body: await componentRecordAt(scope, value('service_id'), (id) => addressesIn(source, id)) };
  },
});

const LIST_EVENTS = onApplication({
  id: 'listServiceEvents',
  method: 'get',
  path: '/services/:service_id/events',
  tag: TAG,
  summary: 'List the Events on a component and on its pods',
  parameters: { service_id: SERVICE_ID, page: OF_PAGE.page, page_size: OF_PAGE.page_size },
  success: { status: 200, description: 'A page of the Events, the newest first.', body: eventPageSchema },
  problems: ['serviceNotFound'],
  handle: async ({ scope, value }) => {
    const { serviceId, events } = await componentEvents(scope, value('service_id'));
    const { entries, counts } = pageOf(events, value('page'), value('page_size'));
    const { teamId } = scope;
    return { body: { events: entries.map((event) => eventRecord(event, { serviceId, teamId })), ...counts } };
  },
});

/** The operations on the components of an application. */
export const componentOperations: readonly Operation[] = [LIST, READ, LIST_EVENTS, OPERATE];
