import { z } from 'zod';
import { marketInstallSpecSchema } from '../../../api/marketinstall.ts';
import type { MarketInstall } from '../../../objects/stoa.ts';
import { bodyOf } from '../../http/body.ts';
import { idOf } from '../../http/id.ts';
import { constant, constantsOf, ENTERPRISE_ID, namedObject } from '../../http/schema.ts';

const { market, appModelId, appModelVersion } = marketInstallSpecSchema.shape;

/** Most models of one request. */
const MAX_UPDATES = 100;

/** Models of an application that get other versions. */
const upgradeBodySchema = namedObject('Upgrade', {
  update_versions: z
    .array(
      z.object({
        market_name: market.shape.domain
          .describe('Tenant of the store, as in the list of upgrades; any where left out or null.')
          .nullish(),
        install_id: z
          .string()
          .describe('Only this install of the model; all of them where left out or null.')
          .nullish(),
        app_model_id: appModelId,
        app_model_version: appModelVersion,
      }),
    )
    .min(1)
    .max(MAX_UPDATES)
    .describe('The models, each with its new version.'),
});

/** One model that gets another version. */
export type VersionUpdate = z.output<typeof upgradeBodySchema>['update_versions'][number];

/** Body of a request to upgrade installs. */
export const upgradeBody = bodyOf(upgradeBodySchema);

/** Record of an install, and of the versions that it could be upgraded to. */
export const upgradeRecordSchema = namedObject('UpgradeRecord', {
  market_name: z.string().describe('Tenant of the store.'),
  app_model_id: z.string().describe('The application model in the store, or the name of the chart.'),
  app_model_name: z.string().describe('The same as app_model_id.'),
  current_version: z.string().describe('Version that the install asks for.'),
  enterprise_id: ENTERPRISE_ID,
  can_upgrade: z.boolean().describe('Whether there is a newer version.'),
  upgrade_versions: z.array(z.string()).describe('Newer versions in the store, the newest last.'),
  source: constant('market'),
  install_id: z.string().describe('The install in paths.'),
  problem: z.string().describe('Why the store could not be asked for versions; empty where it could.'),
});

export type UpgradeRecord = z.infer<typeof upgradeRecordSchema>;

/** Versions of a model in its store, or why they are not known. */
export type KnownVersions =
  | { readonly type: 'known'; readonly versions: readonly string[] }
  | { readonly type: 'unknown'; readonly problem: string };

/** Record of an install whose model has these versions. */
export function upgradeRecord({ metadata, spec }: MarketInstall, known: KnownVersions): UpgradeRecord {
  const newer = known.type === 'known' ? newerVersions(known.versions, spec.appModelVersion) : [];
  return {
    market_name: spec.market.domain ?? '',
    app_model_id: spec.appModelId,
    app_model_name: spec.appModelId,
    current_version: spec.appModelVersion,
    ...constantsOf(upgradeRecordSchema),
    can_upgrade: newer.length > 0,
    upgrade_versions: [...newer],
    install_id: idOf(metadata.uid),
    problem: known.type === 'unknown' ? known.problem : '',
  };
}

/** Versions that are newer than one of them, the newest last. Pure. */
export function newerVersions(versions: readonly string[], current: string): readonly string[] {
  return versions.filter((version) => compareVersions(version, current) > 0).toSorted(compareVersions);
}

/**
 * Order of two versions: by their parts between dots, hyphens and plus signs, numbers as numbers. `1.10` is newer than
 * `1.9`, and `1.0-rc1`, which has a text where the other ends, is older than `1.0`. Pure.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = comparePart(left[index] ?? 0n, right[index] ?? 0n);
    if (order !== 0) {
      return order;
    }
  }
  return 0;
}

/** Parts of a version, without the letter v before it. */
function partsOf(version: string): (bigint | string)[] {
  return version
    .replace(/^[vV](?=\d)/, '')
    .split(/[.+-]/)
    .map((part) => (/^\d+$/.test(part) ? BigInt(part) : part));
}

/** A number is newer than a text, which marks what comes before a release. */
function comparePart(a: bigint | string, b: bigint | string): number {
  if (typeof a !== typeof b) {
    return typeof a === 'bigint' ? 1 : -1;
  }
  return a < b ? -1 : Number(a > b);
}
