import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import type { PlannedObject } from '../objects/planned.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { cacheOf, installOf, type MarketCaches } from './caches.ts';

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

/** Cached objects of a kind that carry the label of the install, of its namespace: a label is anybody's to write. */
export function allOwned(
  caches: MarketCaches,
  { metadata: { namespace, uid } }: MarketInstall,
  kind: Pick<Resource, 'group' | 'kind'>,
): readonly KubeObject[] {
  const labelled: readonly KubeObject[] = cacheOf(caches, kind)?.store.by('install', uid) ?? [];
  return labelled.filter((object) => object.metadata.namespace === namespace);
}

/** Cached installs with a uid that the label of an object names, of the namespace of the object. */
export function installsOf(
  { installs }: Pick<MarketCaches, 'installs'>,
  object: KubeObject,
): readonly MarketInstall[] {
  return installOf(object)
    .flatMap((uid) => installs.store.by('uid', uid))
    .filter(({ metadata }) => metadata.namespace === object.metadata.namespace);
}

/** Whether the label of an object names an install that its namespace does not have any more. */
export function isLeftBehind(caches: Pick<MarketCaches, 'installs'>, object: KubeObject): boolean {
  return installOf(object).length > 0 && installsOf(caches, object).length === 0;
}

/** Lookup of planned objects in the caches, among those that the install has made. */
export function finderOf(caches: MarketCaches, install: MarketInstall): FindStored {
  return ({ resource, draft }) => findOwned(caches, install, resource, draft.metadata.name);
}
