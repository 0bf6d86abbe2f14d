import { INSIDE, OF_APPLICATION } from './common.ts';
import type { Operation } from './operation.ts';

const TAG = 'installs';

/** The operations on what an application has from stores. */
export const installOperations: readonly Operation[] = [
  {
    id: 'installModel',
    method: 'post',
    path: `${OF_APPLICATION}/install`,
    tag: TAG,
    summary: 'Install an application model from a store',
    query: {
      is_deploy: {
        description: 'true or 1: the components run. false, 0 or left out: they exist, at zero replicas.',
        schema: { type: 'string', examples: ['true', 'false'] },
      },
    },
    headers: {
      'Idempotency-Key': {
        description: 'Two requests of an application with the same key are one request.',
        schema: { type: 'string', minLength: 1 },
      },
    },
    body: 'Install',
    success: {
      status: 200,
      description: 'Every component of the model exists: the application with all its components.',
      body: 'MarketInstall',
      headers: { Location: 'Where the install is.' },
    },
    problems: [
      ...INSIDE,
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
    ],
    handsOn: 'storeRefused',
  },
  {
    id: 'listInstalls',
    method: 'get',
    path: `${OF_APPLICATION}/installs`,
    tag: TAG,
    summary: 'List what was installed into an application',
    success: {
      status: 200,
      description: 'The installs, the oldest first.',
      body: { listOf: 'InstallRecord' },
    },
    problems: INSIDE,
  },
  {
    id: 'readInstall',
    method: 'get',
    path: `${OF_APPLICATION}/installs/{install_id}`,
    tag: TAG,
    summary: 'Read how one install fares',
    success: { status: 200, description: 'The install.', body: 'InstallRecord' },
    problems: [...INSIDE, 'installNotFound'],
  },
];
