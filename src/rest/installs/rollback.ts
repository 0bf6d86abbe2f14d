import { rollbackTarget } from '../../objects/rollback.ts';
import { Problem } from '../problem/problem.ts';
import type { Scope } from '../scope.ts';
import { editInstall, type InstallEdit } from './edit.ts';
import { findInstall } from './stored.ts';

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
