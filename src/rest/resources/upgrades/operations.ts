import { z } from 'zod';
import type { MarketInstall } from '../../../objects/stoa.ts';
import type { StoreCatalog } from '../../../store/client.ts';
import { effectsOfVersions } from '../../installs/effects.ts';
import { listInstalls } from '../../installs/stored.ts';
import { type Operation, onApplication } from '../../operations/operation.ts';
import { writeOnApplication } from '../../operations/write.ts';
import type { Scope } from '../../scope.ts';
import { type UpgradeRecord, upgradeBody, upgradeRecord, upgradeRecordSchema } from './record.ts';
import { upgradeInstalls } from './upgrade.ts';
import { versionsOf } from './versions.ts';

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
