import type { MarketInstall } from '../../../objects/stoa.ts';
import { ENTERPRISE } from '../enterprise.ts';
import { idOf } from '../id.ts';
import type { UpgradeRecord } from './response.ts';
import { newerVersions } from './version.ts';

/** Versions of a model in its store, or why they are not known. */
export type KnownVersions =
  | { readonly type: 'known'; readonly versions: readonly string[] }
  | { readonly type: 'unknown'; readonly problem: string };

/** Record of an install whose model has these versions. */
export function upgradeRecord({ metadata, spec }: MarketInstall, known: KnownVersions): UpgradeRecord {
  const newer = known.type === 'known' ? newerVersions(known.versions, spec.appModelVersion) : [];
  return {
    market_name: spec.market.domain,
    app_model_id: spec.appModelId,
    app_model_name: spec.appModelId,
    current_version: spec.appModelVersion,
    enterprise_id: ENTERPRISE,
    can_upgrade: newer.length > 0,
    upgrade_versions: [...newer],
    source: 'market',
    install_id: idOf(metadata.uid),
    problem: known.type === 'unknown' ? known.problem : '',
  };
}
