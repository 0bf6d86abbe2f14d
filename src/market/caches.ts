import { LABELS } from '../api/group.ts';
import type { ComponentCaches } from '../component/caches.ts';
import { Cache } from '../controller/cache.ts';
import type { Logger } from '../controller/logger.ts';
import type { KubeClient } from '../kube/client.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { CONFIG_MAPS, SECRETS, STORAGE_CLASSES } from '../objects/core.ts';
import { withDigests } from './owned.ts';

/** What the market feature reads of what others follow. */
export interface SharedCaches extends Pick<ComponentCaches, 'applications' | 'installs' | 'pods'> {
  /** The namespaces of teams. */
  readonly namespaces: Cache<KubeObject, never>;
}

/** What only the market feature follows; `kinds` are those that installs make in this cluster. */
export function createCaches(client: KubeClient, kinds: readonly Resource[], log: Logger) {
  return {
    storageClasses: new Cache({ client, log, resource: STORAGE_CLASSES, indexes: {} }),
    made: kinds.map((resource) => ({
      resource,
      cache: new Cache<KubeObject, 'install'>({
        client,
        log,
        resource,
        selection: { labelSelector: LABELS.install },
        indexes: { install: installOf },
        ...([SECRETS, CONFIG_MAPS].includes(resource) ? { project: withDigests } : {}),
      }),
    })),
  };
}

export type MarketCaches = ReturnType<typeof createCaches> & SharedCaches;

/** The cache of a kind that installs make; none where the cluster does not serve it. */
export function cacheOf({ made }: MarketCaches, { group, kind }: Pick<Resource, 'group' | 'kind'>) {
  return made.find(({ resource }) => resource.group === group && resource.kind === kind)?.cache;
}

/** The uid of the install that an object was made for, as an index value. */
export function installOf({ metadata }: KubeObject): readonly string[] {
  const uid = metadata.labels?.[LABELS.install];
  return uid === undefined ? [] : [uid];
}
