import type { MarketInstallSpec } from '../../../api/marketinstall.ts';
import { isFailure } from '../../../kube/error.ts';
import { keyOf } from '../../../kube/object.ts';
import { rollbackTarget } from '../../../objects/rollback.ts';
import { MARKET_INSTALLS, type MarketInstall } from '../../../objects/stoa.ts';
import type { Effects } from '../../http/dryrun.ts';
import { idOf } from '../../http/id.ts';
import { FIELD_MANAGER, refuseManaged } from '../../ownership.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { findInstall } from './stored.ts';

/** Attempts of a write that meets conflicts with writes of the status. */
const MAX_ATTEMPTS = 5;

/** Install before and after an edit. */
export interface InstallEdit {
  readonly before: MarketInstall;
  readonly after: MarketInstall;
}

/**
 * Gives the spec of an install other values of the members that `changeOf` names, as the caller; the rest stays as it
 * was read, or as it is read again after a conflict. Throws Problem and KubeError.
 */
export async function editInstall(
  scope: Scope,
  install: MarketInstall,
  changeOf: (install: MarketInstall) => Partial<MarketInstallSpec>,
): Promise<InstallEdit> {
  return replaceInstall(scope, install, (before) => {
    refuseManaged(before);
    return { ...before, spec: { ...before.spec, ...changeOf(before) } };
  });
}

/** Replaces an install, as the caller, and once more as it is read again after a conflict. Throws Problem and KubeError. */
export async function replaceInstall(
  scope: Scope,
  install: MarketInstall,
  change: (install: MarketInstall) => MarketInstall,
): Promise<InstallEdit> {
  let before = install;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const draft = { ...change(before) };
    try {
      return { before, after: await scope.client.replace(MARKET_INSTALLS, draft, FIELD_MANAGER) };
    } catch (error) {
      if (!isFailure(error, 'conflict')) {
        throw error;
      }
      before = await findInstall(scope, idOf(install.metadata.uid));
    }
  }
  throw new Problem('ambiguous', `another client edits ${keyOf(install)}: read it again`);
}

/**
 * Makes the spec of an install ask for a version that was in place: `version`, or the last other one. Throws the
 * Problem `rollbackImpossible` where there is none.
 */
export async function rollBack(scope: Scope, id: string, version: string | undefined): Promise<InstallEdit> {
  return editInstall(scope, await findInstall(scope, id), (install) => {
    const target = rollbackTarget(install, version);
    if (target.type === 'none') {
      throw new Problem('rollbackImpossible', target.message);
    }
    return { appModelVersion: target.entry.version };
  });
}

/** Effects of edits by which installs ask for other versions. Pure. */
export function effectsOfVersions(edits: readonly InstallEdit[]): Effects {
  return {
    changes: edits,
    notKnown: edits.map(
      ({ after: { metadata, spec } }) =>
        `The objects of the components: kubectl stoa plan mi/${metadata.name} --to ${spec.appModelVersion} shows them.`,
    ),
  };
}
