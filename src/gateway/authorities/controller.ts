import { readAuthorities } from '../../content/authorities.ts';
import type { Controller } from '../../controller/controller.ts';
import { CONFIG_MAPS, type ConfigMap } from '../../objects/core.ts';
import { authoritiesOfRule } from '../indexes.ts';
import { createReadController, type ReadDependencies } from '../reads/controller.ts';
import type { Sources } from '../sources.ts';
import type { AuthoritiesState } from './named.ts';

/** The controller that reads the ConfigMaps of authorities which rules name. */
export function createAuthoritiesController(from: Sources, dependencies: ReadDependencies): Controller {
  return createReadController<ConfigMap, AuthoritiesState>(
    from,
    {
      name: 'authorities',
      resource: CONFIG_MAPS,
      index: 'authorities',
      named: authoritiesOfRule,
      metadata: from.caches.configMapNames,
      memory: from.authorities,
      stateOf: (found) => (found === undefined ? { type: 'missing' } : readAuthorities(found.data)),
    },
    dependencies,
  );
}
