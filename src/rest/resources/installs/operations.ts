import { z } from 'zod';
import { idOf } from '../../http/id.ts';
import { type Operation, onApplication } from '../../http/operation.ts';
import { flagInQuery, inHeader, inPath, type Parameter } from '../../http/parameters.ts';
import { writeOnApplication } from '../../http/write.ts';
import { invalidFields, type ProblemName } from '../../problem/problem.ts';
import { componentRecords } from '../components/read.ts';
import { effectsOfVersions, rollBack } from './edit.ts';
import { installModel } from './installing.ts';
import { planInstall } from './plan.ts';
import { previewModel } from './preview.ts';
import {
  applicationRecord,
  installPlanSchema,
  installRecord,
  installRecordSchema,
  marketInstallSchema,
  planRecord,
} from './record.ts';
import { installBody, planBody, rollbackBody } from './request.ts';
import { findInstall, listInstalls } from './stored.ts';

const TAG = 'installs';

const IS_DEPLOY = flagInQuery(
  'true or 1: the components run. false, 0 or left out: they exist, at zero replicas.',
);

const PLAN_ONLY = flagInQuery(
  'true or 1: nothing is installed; the response says what would be created, changed and deleted.',
);

const IDEMPOTENCY_KEY: Parameter<string | undefined> = {
  ...inHeader('Two requests of an application with the same key are one request.', {
    type: 'string',
    minLength: 1,
  }),
  read: nonEmpty,
};

const INSTALL_ID = inPath('Install: install_id of its record, or its name.');

/** Problems of an installation. */
const INSTALL_PROBLEMS: readonly ProblemName[] = [
  'storeUnauthorized',
  'storeForbidden',
  'modelNotFound',
  'modelVersionNotFound',
  'storeRefused',
  'storeUnreachable',
  'storeTooSlow',
  'installFailed',
  'installPending',
  'installNotFound',
  'keyReused',
  'managedElsewhere',
  'ambiguous',
];

/** The operations on installs from app stores; `deadlineMs` limits the wait for a new one. */
export function installOperations(deadlineMs?: number): readonly Operation[] {
  return [createOperation(deadlineMs), planOperation(deadlineMs), LIST, READ, ROLLBACK];
}

function createOperation(deadlineMs: number | undefined): Operation {
  return onApplication({
    id: 'installModel',
    method: 'post',
    path: '/install',
    tag: TAG,
    summary: 'Install an application model or a chart',
    parameters: { is_deploy: IS_DEPLOY, dryRun: PLAN_ONLY, 'Idempotency-Key': IDEMPOTENCY_KEY },
    body: installBody,
    success: {
      status: 200,
      description:
        'Every component of the model exists: the application with all its components. With dryRun, the plan.',
      body: z.union([marketInstallSchema, installPlanSchema]),
      headers: { Location: 'Path of the install; with dryRun, of the list of installs.' },
    },
    problems: INSTALL_PROBLEMS,
    passesOn: 'storeRefused',
    handle: async ({ scope, path, value, body }) => {
      const idempotencyKey = value('Idempotency-Key');
      const call = { body: body(), deploy: value('is_deploy') ?? false, idempotencyKey };
      const installs = `${path.replace(/\/install\/?$/, '')}/installs`;
      if (value('dryRun') === true) {
        return {
          body: planRecord(await previewModel(scope, call, deadlineMs)),
          headers: { location: installs },
        };
      }
      const { metadata } = await installModel(scope, call, deadlineMs);
      return {
        body: { ...applicationRecord(scope), service_list: await componentRecords(scope) },
        headers: { location: `${installs}/${idOf(metadata.uid)}` },
      };
    },
  });
}

function planOperation(deadlineMs: number | undefined): Operation {
  return onApplication({
    id: 'planInstall',
    method: 'post',
    path: '/installs/:install_id/plan',
    tag: TAG,
    summary: 'Preview a version of an install',
    parameters: { install_id: INSTALL_ID },
    body: planBody,
    success: {
      status: 200,
      description: 'What the version would create, change and delete. The install stays as it is.',
      body: installPlanSchema,
    },
    problems: [...INSTALL_PROBLEMS, 'planReplaced'],
    passesOn: 'storeRefused',
    handle: async ({ scope, value, body }) => ({
      body: planRecord(
        await planInstall(scope, value('install_id'), body().version ?? undefined, deadlineMs),
      ),
    }),
  });
}

const LIST = onApplication({
  id: 'listInstalls',
  method: 'get',
  path: '/installs',
  tag: TAG,
  summary: 'List what was installed into an application',
  parameters: {},
  success: {
    status: 200,
    description: 'The installs, the oldest first.',
    body: z.array(installRecordSchema),
  },
  problems: [],
  handle: async ({ scope }) => ({ body: (await listInstalls(scope)).map(installRecord) }),
});

const READ = onApplication({
  id: 'readInstall',
  method: 'get',
  path: '/installs/:install_id',
  tag: TAG,
  summary: 'Read the state of one install',
  parameters: { install_id: INSTALL_ID },
  success: { status: 200, description: 'The install.', body: installRecordSchema },
  problems: ['installNotFound'],
  handle: async ({ scope, value }) => ({
    body: installRecord(await findInstall(scope, value('install_id'))),
  }),
});

const ROLLBACK = writeOnApplication({
  id: 'rollbackInstall',
  method: 'post',
  path: '/installs/:install_id/rollback',
  tag: TAG,
  summary: 'Go back to a version of an install that was in place',
  parameters: { install_id: INSTALL_ID },
  body: rollbackBody,
  success: {
    status: 200,
    description: 'The spec asks for that version: the install, which is rolled out again.',
    body: installRecordSchema,
  },
  problems: ['installNotFound', 'rollbackImpossible', 'managedElsewhere', 'ambiguous'],
  handle: async ({ scope, value, body }) => {
    const edit = await rollBack(scope, value('install_id'), body().version ?? undefined);
    return { body: installRecord(edit.after), ...effectsOfVersions([edit]) };
  },
});

/** A header that is absent or not empty: all clients that forget their key would share the empty one. */
function nonEmpty(header: unknown, field: string): string | undefined {
  if (header === '') {
    throw invalidFields([{ field, message: 'must not be empty' }]);
  }
  return header?.toString();
}
