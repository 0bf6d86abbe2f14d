import type { StorageClass, Surroundings } from '../../model/build/expansion.ts';
import { DEFAULT_CLASS, type StorageClass as StoredClass } from '../../objects/core.ts';
import { SERVICE_MONITORS } from '../../objects/installable.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, type MarketCaches } from '../caches.ts';

/** Configuration that is part of the surroundings of installs. */
export interface SurroundingsConfig extends Pick<Surroundings, 'nodeLabels' | 'storage' | 'mirrors'> {
  /** Domain of the host names of outer HTTP ports; without one, these ports get none. */
  readonly domain?: string | undefined;
}

/** Surroundings of an install, as the caches have them; without the registry, which its template names. */
export function surroundingsOf(
  caches: MarketCaches,
  { metadata: { namespace = '', name, uid }, spec: { grants = {} } }: MarketInstall,
  application: Application,
  { domain, nodeLabels, storage, mirrors = {} }: SurroundingsConfig,
): Surroundings {
  return {
    namespace,
    app: { id: application.spec.id, name: application.metadata.name },
    install: { name, uid },
    grants,
    storageClasses: caches.storageClasses?.store.list().map(classOf),
    storage,
    nodeLabels,
    mirrors,
    serviceMonitors: cacheOf(caches, SERVICE_MONITORS) !== undefined,
    ...(domain === undefined ? {} : { domain }),
  };
}

function classOf({ metadata: { name, annotations }, provisioner }: StoredClass): StorageClass {
  return { name, isDefault: annotations?.[DEFAULT_CLASS] === 'true', provisioner };
}
