import { DEFAULT_CLASS } from '../../objects/core.ts';
import { SERVICE_MONITORS } from '../../objects/installable.ts';
import type { Application, MarketInstall } from '../../objects/stoa.ts';
import { cacheOf, type MarketCaches } from '../caches.ts';
import type { Surroundings } from '../expand/expansion.ts';

/** Settings of the operator that expansions read. */
interface Settings extends Pick<Surroundings, 'nodeLabels'> {
  readonly domain?: string | undefined;
}

/** Surroundings of an install, as the caches have them; without the registry, which its template names. */
export function surroundingsOf(
  caches: MarketCaches,
  { metadata: { namespace = '', name, uid }, spec: { grants = {} } }: MarketInstall,
  application: Application,
  { domain, nodeLabels }: Settings,
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
    nodeLabels,
    serviceMonitors: cacheOf(caches, SERVICE_MONITORS) !== undefined,
    ...(domain === undefined ? {} : { domain }),
  };
}
