import { ANNOTATIONS, INSTALL_ACCOUNT, LABELS } from '../api/group.ts';
import type { ComponentCaches } from '../component/caches.ts';
import { Cache, type WatchScope } from '../controller/cache.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Resource } from '../kube/resource.ts';
import {
  CONFIG_MAPS,
  DEFAULT_CLASS,
  namesOnly,
  SECRETS,
  SERVICE_ACCOUNTS,
  STORAGE_CLASSES,
} from '../objects/core.ts';
import { ENDPOINT_SLICES, SLICES_OF_STOA } from '../objects/endpointslice.ts';
import type { PlannedObject } from '../objects/planned.ts';
import { installIds, type MarketInstall } from '../objects/stoa.ts';
import { FIELD_MANAGER } from './owned.ts';
import { withDigests } from './stored.ts';

/** Selector of the accounts as which the objects of installs are written. */
export const ACCOUNT_SELECTOR = `metadata.name=${INSTALL_ACCOUNT}`;

/** Caches that the controller shares with others. */
export interface SharedCaches extends Pick<ComponentCaches, 'applications' | 'installs' | 'pods'> {
  /** Namespaces of teams. */
  readonly namespaces: Cache<KubeObject, never>;
  /** Names and versions of Secrets that may hold values. */
  readonly secretNames: Cache<KubeObject, never>;
}

/** Caches of the controller's own; `kinds` are those that installs create in this cluster. */
export function createCaches(scope: WatchScope, kinds: readonly Resource[]) {
  return {
    /** Cluster-scoped: undefined where the controller watches single namespaces. */
    storageClasses:
      scope.namespaces === undefined
        ? new Cache({
            ...scope,
            resource: STORAGE_CLASSES,
            annotations: { names: [DEFAULT_CLASS] },
            indexes: {},
          })
        : undefined,
    /** Accounts as which the objects of installs are written. */
    accounts: new Cache<KubeObject, never>({
      ...scope,
      resource: SERVICE_ACCOUNTS,
      selection: { fieldSelector: ACCOUNT_SELECTOR },
      indexes: {},
    }),
    /** Names and versions of ConfigMaps, which may hold values; Kubernetes puts one of the same name into each namespace. */
    configMapNames: new Cache<KubeObject, never>({
      ...scope,
      resource: CONFIG_MAPS,
      selection: { fieldSelector: 'metadata.name!=kube-root-ca.crt', only: 'metadata' },
      indexes: {},
      project: namesOnly(CONFIG_MAPS),
    }),
    made: kinds.map((resource) => ({
      resource,
      cache: new Cache<KubeObject, 'install'>({
        ...scope,
        resource,
        selection: { labelSelector: selectorOf(resource) },
        // Those of a model are compared with the plan.
        annotations: { names: Object.values(ANNOTATIONS), others: 8_192 },
        fieldManager: FIELD_MANAGER,
        indexes: { install: installOf },
        ...([SECRETS, CONFIG_MAPS].includes(resource) ? { project: withDigests } : {}),
      }),
    })),
  };
}

/**
 * Selector of the objects of installs. Kubernetes copies the labels of Services to EndpointSlices of its own, which
 * change with every pod.
 */
function selectorOf(resource: Resource): string {
  const ofStoa = Object.entries(SLICES_OF_STOA).map(([label, value]) => `${label}=${value}`);
  return [LABELS.install, ...(resource === ENDPOINT_SLICES ? ofStoa : [])].join();
}

export type MarketCaches = ReturnType<typeof createCaches> & SharedCaches;

/** Cache of a kind that installs create; undefined where the cluster does not serve it. */
export function cacheOf({ made }: MarketCaches, { group, kind }: Pick<Resource, 'group' | 'kind'>) {
  return made.find(({ resource }) => resource.group === group && resource.kind === kind)?.cache;
}

/** Identity of the install that has created an object, as an index value. */
export function installOf({ metadata }: KubeObject): readonly string[] {
  const id = metadata.labels?.[LABELS.install];
  return id === undefined ? [] : [id];
}

/** Whether an object has the identity of an install, of its namespace: others may have the same from one backup. */
export function isOf(install: MarketInstall, object: KubeObject): boolean {
  const [id] = installOf(object);
  return (
    id !== undefined &&
    object.metadata.namespace === install.metadata.namespace &&
    installIds(install).includes(id)
  );
}

/** Lookup of the stored form of a planned object; undefined where the install has made none. */
export type FindStored = (planned: PlannedObject) => KubeObject | undefined;

/** Cached object that the install has made, by kind and name. */
export function findOwned(
  caches: MarketCaches,
  install: MarketInstall,
  kind: Pick<Resource, 'group' | 'kind'>,
  name: string,
): KubeObject | undefined {
  const object = cacheOf(caches, kind)?.store.get(`${install.metadata.namespace}/${name}`);
  return object !== undefined && isOf(install, object) ? object : undefined;
}

/**
 * Cached objects of a kind that carry the label of the install, of its namespace: any user of the namespace may write
 * a label.
 */
export function allOwned(
  caches: MarketCaches,
  install: MarketInstall,
  kind: Pick<Resource, 'group' | 'kind'>,
): readonly KubeObject[] {
  const store = cacheOf(caches, kind)?.store;
  const labelled: readonly KubeObject[] = installIds(install).flatMap((id) => store?.by('install', id) ?? []);
  return labelled.filter((object) => isOf(install, object));
}

/** Cached installs with the identity that the label of an object names, of the namespace of the object. */
export function installsOf(
  { installs }: Pick<MarketCaches, 'installs'>,
  object: KubeObject,
): readonly MarketInstall[] {
  return installOf(object)
    .flatMap((id) => installs.store.by('id', id))
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
