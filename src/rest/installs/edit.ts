import type { MarketInstallSpec } from '../../api/marketinstall.ts';
import { isFailure } from '../../kube/error.ts';
import { keyOf } from '../../kube/object.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../objects/stoa.ts';
import { FIELD_MANAGER, refuseManaged } from '../ownership.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import { findInstall } from './installing.ts';

/** Attempts of a write that meets conflicts with writes of the status. */
const MAX_ATTEMPTS = 5;

/** Install before and after an edit. */
export interface InstallEdit {
  readonly before: MarketInstall;
  readonly after: MarketInstall;
}

/**
 * Gives the spec of the install with an id or a name other values of the members that `changeOf` names, as the caller;
 * the rest stays as it is at that moment. Throws Problem and KubeError.
 */
export async function editInstall(
  scope: Scope,
  id: string,
  changeOf: (install: MarketInstall) => Partial<MarketInstallSpec>,
): Promise<InstallEdit> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const install = await findInstall(scope, id);
    refuseManaged(install);
    const spec = { ...install.spec, ...changeOf(install) };
    try {
      const after = await scope.client.replace(MARKET_INSTALLS, { ...install, spec }, FIELD_MANAGER);
      return { before: install, after };
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
