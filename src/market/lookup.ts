import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { cacheOf, installOf, type MarketCaches } from './caches.ts';
import type { PlannedObject } from './expand/expansion.ts';

/** Lookup of the stored form of a planned object; undefined where the install has made none. */
export type FindStored = (planned: PlannedObject) => KubeObject | undefined;

/** Cached object that the install has made, by kind and name. */
export function findOwned(
  caches: MarketCaches,
  { metadata: { namespace, uid } }: MarketInstall,
  kind: Pick<Resource, 'group' | 'kind'>,
  name: string,
): KubeObject | undefined {
  const object = cacheOf(caches, kind)?.store.get(`${namespace}/${name}`);
  return object !== undefined && installOf(object).includes(uid) ? object : undefined;
}

/** Lookup of planned objects in the caches, among those that the install has made. */
export function finderOf(caches: MarketCaches, install: MarketInstall): FindStored {
  return ({ resource, draft }) => findOwned(caches, install, resource, draft.metadata.name);
}
