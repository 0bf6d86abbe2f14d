import { DEFAULT_MARKET_TYPE, type InstallPreview } from '../../../api/marketinstall.ts';
import type { MarketInstall } from '../../../objects/stoa.ts';
import type { Scope } from '../../scope.ts';
import { idOf } from '../id.ts';
import { wireOverrides } from './override.ts';
import type { ApplicationRecord, InstallPlan, InstallRecord } from './response.ts';

/** Record of an install, by which a client follows it; the contract has none. */
export function installRecord({ metadata, spec, status }: MarketInstall): InstallRecord {
  const {
    conditions = [],
    template,
    serving,
    progress,
    components = [],
    notApplied = [],
    history = [],
  } = status ?? {};
  // A condition of an earlier generation reports nothing on this one.
  const ready = conditions.find(
    ({ type, observedGeneration }) => type === 'Ready' && observedGeneration === metadata.generation,
  );
  return {
    install_id: idOf(metadata.uid),
    name: metadata.name,
    market_url: spec.market.url,
    market_domain: spec.market.domain,
    market_type: spec.market.type ?? DEFAULT_MARKET_TYPE,
    app_model_id: spec.appModelId,
    app_model_version: spec.appModelVersion,
    is_deploy: spec.deploy === true,
    ready: ready?.status === 'True',
    reason: ready?.reason ?? '',
    message: ready?.message ?? '',
    digest: template?.digest ?? '',
    serving_version: serving?.version ?? '',
    history: history.map(({ version, digest, time, outcome }) => ({ version, digest, time, outcome })),
    wave: progress?.wave ?? '',
    components_ready: progress?.ready ?? '',
    components: components.map(({ id, name, wave, ready: isReady }) => ({
      service_id: id,
      service_cname: name,
      wave,
      ready: isReady,
    })),
    overrides: wireOverrides(spec.overrides ?? []),
    not_applied: notApplied,
  };
}

const NO_OBJECTS = { create: 0, change: 0, recreate: 0, delete: 0, unchanged: 0 };

/** Record of a preview that has a plan. */
export function planRecord(preview: InstallPreview): InstallPlan {
  const { version, digest = '', problems = [], counts = NO_OBJECTS, objects = [], notApplied = [] } = preview;
  return {
    dry_run: true,
    app_model_version: version,
    digest,
    problems,
    counts,
    objects: objects.map(({ diff = '', ...object }) => ({ ...object, diff })),
    not_applied: notApplied,
  };
}

/** Record of an application: contract 2.9 without its components. */
export function applicationRecord({ application, teamId, region }: Scope): ApplicationRecord {
  return {
    enterprise_id: '',
    team_id: teamId,
    note: application.spec.note ?? '',
    ID: application.spec.id,
    region_name: region,
  };
}
