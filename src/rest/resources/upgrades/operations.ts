import { z } from 'zod';
import { inParallel } from '../../../base/parallel.ts';
import type { MarketInstall } from '../../../objects/stoa.ts';
import type { StoreCatalog } from '../../../store/client.ts';
import { idOf } from '../../http/id.ts';
import { type Operation, onApplication } from '../../http/operation.ts';
import { writeOnApplication } from '../../http/write.ts';
import { refuseManaged } from '../../ownership.ts';
import { Problem } from '../../problem/problem.ts';
import type { Scope } from '../../scope.ts';
import { editInstall, effectsOfVersions, type InstallEdit } from '../installs/edit.ts';
import { listInstalls } from '../installs/stored.ts';
import {
  type UpgradeRecord,
  upgradeBody,
  upgradeRecord,
  upgradeRecordSchema,
  type VersionUpdate,
} from './record.ts';
import { versionsOf } from './versions.ts';

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
async function upgradeInstalls(scope: Scope, updates: readonly VersionUpdate[]): Promise<Upgraded> {
  const installs = await listInstalls(scope);
  const changes = upgradeChanges(installs, updates);
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
export function upgradeChanges(
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

function isOf({ metadata, spec }: MarketInstall, update: VersionUpdate): boolean {
  const { market_name: market, install_id: install, app_model_id: id } = update;
  return (
    spec.appModelId === id &&
    (market ?? spec.market.domain) === spec.market.domain &&
    (install ?? idOf(metadata.uid)) === idOf(metadata.uid)
  );
}

const TAG = 'installs';

/** The operations on versions of installs; `catalog` says which there are. */
export function upgradeOperations(catalog: StoreCatalog): readonly Operation[] {
  const list = onApplication({
    id: 'listUpgrades',
    method: 'get',
    path: '/upgrade',
    tag: TAG,
    summary: 'List the installs of an application with the newer versions in their stores',
    parameters: {},
    success: {
      status: 200,
      description: 'The installs, the oldest first.',
      body: z.array(upgradeRecordSchema),
    },
    problems: [],
    handle: async ({ scope }) => ({ body: await recordsOf(scope, catalog, await listInstalls(scope)) }),
  });
  const upgrade = writeOnApplication({
    id: 'upgradeInstalls',
    method: 'post',
    path: '/upgrade',
    tag: TAG,
    summary: 'Upgrade installs of an application to other versions',
    parameters: {},
    body: upgradeBody,
    success: {
      status: 200,
      description: 'The specs ask for the versions, which are rolled out: the list of upgrades after that.',
      body: z.array(upgradeRecordSchema),
    },
    problems: ['installNotFound', 'managedElsewhere', 'ambiguous'],
    handle: async ({ scope, body }) => {
      const { installs, edits } = await upgradeInstalls(scope, body().update_versions);
      return { body: await recordsOf(scope, catalog, installs), ...effectsOfVersions(edits) };
    },
  });
  return [list, upgrade];
}

/** Records of installs of an application. */
async function recordsOf(
  scope: Scope,
  catalog: StoreCatalog,
  installs: readonly MarketInstall[],
): Promise<UpgradeRecord[]> {
  const versions = await versionsOf(scope, catalog, installs);
  return installs.map((install) => upgradeRecord(install, versions(install)));
}
