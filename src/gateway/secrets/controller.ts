import { passwordReadings } from '../../content/passwords.ts';
import type { Controller } from '../../controller/controller.ts';
import { SECRETS, type Secret } from '../../objects/core.ts';
import { secretsOfPolicy } from '../indexes.ts';
import { createReadController, type ReadDependencies } from '../reads/controller.ts';
import type { Sources } from '../sources.ts';
import type { SecretState } from './named.ts';

/** The controller that reads the Secrets of passwords which the policies of rules name. */
export function createSecretController(from: Sources, dependencies: ReadDependencies): Controller {
  return createReadController<Secret, SecretState>(
    from,
    {
      name: 'secret',
      resource: SECRETS,
      index: 'secret',
      named: secretsOfPolicy,
      metadata: from.caches.secretNames,
      memory: from.secrets,
      stateOf: (found) =>
        found === undefined ? { type: 'missing' } : { type: 'found', passwords: passwordReadings(found) },
    },
    dependencies,
  );
}
