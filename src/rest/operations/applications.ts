import { z } from 'zod';
import { byAge } from '../../objects/age.ts';
import { createApplication } from '../applications/create.ts';
import { removeApplication } from '../applications/remove.ts';
import { componentEvents, componentRecords, readComponent } from '../components.ts';
import { applicationDetail, displayNameOf, listedApplication } from '../contract/application/record.ts';
import { newApplicationBody } from '../contract/application/request.ts';
import { applicationDetailSchema, listedApplicationSchema } from '../contract/application/response.ts';
import { componentRecordSchema } from '../contract/component/response.ts';
import { eventRecord } from '../contract/event/record.ts';
import { eventPageSchema } from '../contract/event/response.ts';
import { pageOf } from '../contract/page.ts';
import { addressesIn } from '../contract/rule/record.ts';
import { readSource } from '../rules/source.ts';
import { applicationsIn } from '../team.ts';
import { type Operation, onApplication, onTeam } from './operation.ts';
import { flagInQuery, inPath, OF_APPLICATION, OF_PAGE } from './parameters.ts';
import { writeOnApplication, writeOnTeam } from './write.ts';

const TAG = 'applications';

const SERVICE_ID = inPath('Component: service_id or service_alias of its record.');

const LIST = onTeam({
  id: 'listApplications',
  method: 'get',
  path: '/regions/:region_name/apps',
  tag: TAG,
  summary: 'List the applications of a team',
  parameters: { region_name: OF_APPLICATION.region_name, query: OF_PAGE.query },
  success: {
    status: 200,
    description: 'The applications, the oldest first.',
    body: z.array(listedApplicationSchema),
  },
  problems: [],
  handle: async ({ team, value }) => {
    const applications = await applicationsIn(team.client, team.namespace, team.teamId);
    const found = applications.filter((each) => displayNameOf(each).includes(value('query')));
    return { body: found.toSorted(byAge).map((each) => listedApplication(each, team)) };
  },
});

const CREATE = writeOnTeam({
  id: 'createApplication',
  method: 'post',
  path: '/regions/:region_name/apps',
  tag: TAG,
  summary: 'Create an application',
  parameters: { region_name: OF_APPLICATION.region_name },
  body: newApplicationBody,
  success: { status: 201, description: 'The application is stored.', body: listedApplicationSchema },
  problems: ['appNameTaken', 'appObjectTaken', 'ambiguous'],
  handle: async ({ team, body }) => {
    const after = await createApplication(team, body());
    return { body: listedApplication(after, team), changes: [{ after }] };
  },
});

const REMOVE = writeOnApplication({
  id: 'deleteApplication',
  method: 'delete',
  path: '',
  tag: TAG,
  summary: 'Delete an application, with its rules and installs',
  parameters: {
    force: flagInQuery('true or 1: also while components run. false, 0 or left out: only if none runs.'),
  },
  success: { status: 200, description: 'The application as it was.', body: listedApplicationSchema },
  problems: ['appRuns', 'managedElsewhere', 'ambiguous'],
  handle: async ({ scope, value }) => {
    const removed = await removeApplication(scope, value('force') ?? false);
    return {
      body: listedApplication(scope.application, scope),
      changes: removed.map((before) => ({ before })),
      notKnown: [
        'What the operator deletes afterwards: the objects that it made of these rules and installs.',
      ],
    };
  },
});

const READ = onApplication({
  id: 'readApplication',
  method: 'get',
  path: '',
  tag: TAG,
  summary: 'Read one application, with its components in numbers',
  parameters: {},
  success: { status: 200, description: 'The application.', body: applicationDetailSchema },
  problems: [],
  handle: async ({ scope }) => ({
    body: applicationDetail(scope.application, scope, await componentRecords(scope)),
  }),
});

const LIST_SERVICES = onApplication({
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

const READ_SERVICE = onApplication({
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
    return { body: await readComponent(scope, value('service_id'), (id) => addressesIn(source, id)) };
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

/** The operations on applications and their components. */
export const applicationOperations: readonly Operation[] = [
  LIST,
  CREATE,
  READ,
  REMOVE,
  LIST_SERVICES,
  READ_SERVICE,
  LIST_EVENTS,
];
