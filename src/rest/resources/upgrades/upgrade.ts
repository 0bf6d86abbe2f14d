import { inParallel } from '../../../base/parallel.ts';
import type { MarketInstall } from '../../../objects/stoa.ts';
import { editInstall, type InstallEdit } from '../../installs/edit.ts';
import { listInstalls } from '../../installs/stored.ts';
import { refuseManaged } from '../../ownership.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import type { VersionUpdate } from './record.ts';

/** Install that asks for another version from now on. */
interface VersionChange {
  readonly install: MarketInstall;
  readonly version: string;
}

/** Installs of an application after a request to upgrade some of them, and the edits that it made. */
interface Upgraded {
  readonly installs: readonly MarketInstall[];
  readonly edits: readonly InstallEdit[];
}

/**
 * Makes the installs of models ask for other versions, as the caller. Nothing is written unless every model is
 * installed. Throws Problem and KubeError.
 */
export async function upgradeInstalls(scope: Scope, updates: readonly VersionUpdate[]): Promise<Upgraded> {
  const installs = await listInstalls(scope);
  const changes = changesOf(installs, updates);
  for (const { install } of changes) {
    refuseManaged(install);
  }
  const edits = await inParallel(changes, ({ install, version }) =>
    editInstall(scope, install, () => ({ appModelVersion: version })),
  );
  const edited = new Map(edits.map(({ after }) => [after.metadata.uid, after]));
  return { installs: installs.map((install) => edited.get(install.metadata.uid) ?? install), edits };
}

/**
 * Installs that have to ask for another version, the last one that is named for each; throws the Problem
 * `installNotFound` for a model that is not installed. Pure.
 */
export function changesOf(
  installs: readonly MarketInstall[],
  updates: readonly VersionUpdate[],
): readonly VersionChange[] {
  const wanted = new Map<MarketInstall, string>();
  for (const update of updates) {
    const named = installs.filter((install) => isOf(install, update));
    if (named.length === 0) {
      throw new Problem(
        'installNotFound',
        `app_model_id: the application has no install of ${update.app_model_id}`,
      );
    }
    for (const install of named) {
      wanted.set(install, update.app_model_version);
    }
  }
  return [...wanted]
    .map(([install, version]) => ({ install, version }))
    .filter(({ install, version }) => install.spec.appModelVersion !== version);
}

function isOf({ spec }: MarketInstall, { market_name: market, app_model_id: id }: VersionUpdate): boolean {
  return spec.appModelId === id && (market ?? spec.market.domain) === spec.market.domain;
}
