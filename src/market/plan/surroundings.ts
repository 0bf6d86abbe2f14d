import { DEFAULT_CLASS } from '../../objects/core.ts';
import { SERVICE_MONITORS } from '../../objects/installable.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, type MarketCaches } from '../caches.ts';
import type { Surroundings } from '../expand/expansion.ts';

/** Surroundings of an install, as the caches have them; without the registry, which its template names. */
export function surroundingsOf(
  caches: MarketCaches,
  { metadata: { namespace = '', name, uid }, spec: { grants = {} } }: MarketInstall,
  application: Application,
  domain: string | undefined,
): Surroundings {
  return {
    namespace,
    app: { id: application.spec.id, name: application.metadata.name },
    install: { name, uid },
    grants,
    storageClasses: caches.storageClasses?.store
      .list()
      .map(({ metadata: { name: storage, annotations } }) => ({
        name: storage,
        isDefault: annotations?.[DEFAULT_CLASS] === 'true',
      })),
    serviceMonitors: cacheOf(caches, SERVICE_MONITORS) !== undefined,
    ...(domain === undefined ? {} : { domain }),
  };
}
