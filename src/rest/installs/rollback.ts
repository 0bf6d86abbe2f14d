import { isFailure } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import { rollbackTarget } from '../../objects/rollback.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { FIELD_MANAGER, refuseManaged } from '../ownership.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import { findInstall } from './installing.ts';

/** Attempts of a write that meets conflicts with writes of the status. */
const MAX_ATTEMPTS = 5;

/**
 * Makes the spec of an install ask for a version that was in place: `version`, or the last other one. Throws the
 * Problem `rollbackImpossible` where there is none.
 */
export async function rollBack(
  scope: Scope,
  id: string,
  version: string | undefined,
): Promise<MarketInstall> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const install = await findInstall(scope, id);
    refuseManaged(install);
    const target = rollbackTarget(install, version);
    if (target.type === 'none') {
      throw new Problem('rollbackImpossible', target.message);
    }
    const spec = { ...install.spec, appModelVersion: target.entry.version };
    try {
      return await scope.client.replace(MARKET_INSTALLS, { ...install, spec }, FIELD_MANAGER);
    } catch (error) {
      if (!isFailure(error, 'conflict')) {
        throw error;
      }
    }
  }
  throw new Problem(
    'ambiguous',
    `somebody edits ${keyOf({ metadata: { namespace: scope.namespace, name: id } })}: read it again`,
  );
}
