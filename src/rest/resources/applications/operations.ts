import { z } from 'zod';
import { byAge } from '../../../objects/age.ts';
import { type Operation, onApplication, onTeam } from '../../http/operation.ts';
import { flagInQuery, OF_APPLICATION, OF_PAGE } from '../../http/parameters.ts';
import { writeOnApplication, writeOnTeam } from '../../http/write.ts';
import { applicationsIn } from '../../team.ts';
import { componentRecords } from '../components/read.ts';
import {
  applicationDetail,
  applicationDetailSchema,
  displayNameOf,
  listedApplication,
  listedApplicationSchema,
  newApplicationBody,
} from './record.ts';
import { createApplication, removeApplication } from './write.ts';

const TAG = 'applications';

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

/** The operations on applications. */
export const applicationOperations: readonly Operation[] = [LIST, CREATE, READ, REMOVE];
