import { LABELS } from '../api/group.ts';
import type { ComponentCaches } from '../component/caches.ts';
import { Cache, type Following } from '../controller/cache.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import { CONFIG_MAPS, SECRETS, STORAGE_CLASSES } from '../objects/core.ts';
import { withDigests } from './diff.ts';

/** What the market feature reads of what others follow. */
export interface SharedCaches extends Pick<ComponentCaches, 'applications' | 'installs' | 'pods'> {
  /** The namespaces of teams. */
  readonly namespaces: Cache<KubeObject, never>;
}

/** What only the market feature follows; `kinds` are those that installs make in this cluster. */
export function createCaches(following: Following, kinds: readonly Resource[]) {
  return {
    /** They belong to the cluster. */
    storageClasses:
      following.namespaces === undefined
        ? new Cache({ ...following, resource: STORAGE_CLASSES, indexes: {} })
        : undefined,
    made: kinds.map((resource) => ({
      resource,
      cache: new Cache<KubeObject, 'install'>({
        ...following,
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
