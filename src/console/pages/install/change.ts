import { applicationPath } from '../../api/paths.ts';
import type { ApplicationPath, Post } from '../../api/post.ts';
import type { InstallRecord } from '../../api/records.ts';

/** Way to another version of an install. */
export interface VersionChange {
  readonly way: 'upgrade' | 'rollback';
  readonly version: string;
}

/** Write that has an install ask for another version. */
export function writeOf(
  place: ApplicationPath,
  { install_id, market_domain, app_model_id }: InstallRecord,
  { way, version }: VersionChange,
): Post {
  if (way === 'rollback') {
    return {
      method: 'POST',
      path: `${applicationPath(place)}/installs/${encodeURIComponent(install_id)}/rollback`,
      body: { version },
    };
  }
  const update = {
    ...(market_domain === '' ? {} : { market_name: market_domain }),
    install_id,
    app_model_id,
    app_model_version: version,
  };
  return { method: 'POST', path: `${applicationPath(place)}/upgrade`, body: { update_versions: [update] } };
}

/** Question for the plan of a version of an install. */
export function questionOf(place: ApplicationPath, { install_id }: InstallRecord, version: string): Post {
  return {
    method: 'POST',
    path: `${applicationPath(place)}/installs/${encodeURIComponent(install_id)}/plan`,
    body: { version },
  };
}

/** The part of a MarketInstall by which kubectl makes the same change. */
export function manifestOf({ name }: InstallRecord, version: string): object {
  return {
    apiVersion: 'stoa.dev/v1alpha1',
    kind: 'MarketInstall',
    metadata: { name },
    spec: { appModelVersion: version },
  };
}
