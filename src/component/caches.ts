import { ANNOTATIONS, LABELS } from '../api/group.ts';
import { Cache, type WatchScope } from '../controller/cache.ts';
import type { Source } from '../controller/manager.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import { SERVICES, type Service, trimService } from '../objects/core.ts';
import { ENDPOINT_SLICES, trimSlice } from '../objects/endpointslice.ts';
import { MANAGER_ANNOTATIONS } from '../objects/managed.ts';
import {
  APPLICATIONS,
  type Application,
  FINALIZER_MANAGER,
  type GatewayRule,
  installIds,
  MARKET_INSTALLS,
  type MarketInstall,
} from '../objects/stoa.ts';
import { PODS, type Pod, trimWorkload, WORKLOADS, type Workload } from '../objects/workload.ts';
import { splitWorkloadKey, trimPod, workloadsOfPod } from '../workload/pod.ts';
import { Adoptions } from './adoptions.ts';
import { AdoptionSource } from './adoptionsource.ts';
import { componentOf } from './backend.ts';
import { serviceOfSlice } from './endpoints.ts';
import { applicationIdOf, targetsOfService } from './target.ts';

/**
 * Caches that the controllers share: of Services, workloads and their pods, as applications adopt them, of the
 * applications, and of the installs that make components.
 */
export function createComponentCaches(scope: WatchScope) {
  const adoptions = new Adoptions();
  return {
    adoptions,
    services: new Cache({
      ...scope,
      resource: SERVICES,
      annotations: { names: [ANNOTATIONS.outerPorts] },
      indexes: {
        component: targetsOfService,
        namespace: ({ metadata }: Service) => [metadata.namespace],
      },
      project: (service) => adoptions.seen(trimService(service)),
    }),
    slices: slicesIn(scope),
    workloads: WORKLOADS.map((resource) => ({
      resource,
      cache: new Cache({
        ...scope,
        resource,
        indexes: {
          application: applicationOf,
          component: componentOf,
          namespace: ({ metadata }: Workload) => [metadata.namespace],
        },
        project: (workload: Workload) => adoptions.seen(trimWorkload(workload)),
        annotations: {
          names: [
            ANNOTATIONS.componentName,
            ANNOTATIONS.componentFacts,
            ANNOTATIONS.deployed,
            ...MANAGER_ANNOTATIONS,
          ],
        },
      }),
    })),
    // All pods: those of a workload that a user adopted by its labels do not have them, and Services select others.
    pods: new Cache({
      ...scope,
      resource: PODS,
      indexes: {
        workload: workloadsOfPod,
        application: applicationOf,
        namespace: ({ metadata }: Pod) => [metadata.namespace],
      },
      project: trimPod,
    }),
    applications: new Cache({
      ...scope,
      resource: APPLICATIONS,
      namesUnseen: true,
      indexes: {
        namespace: ({ metadata }: Application) => [metadata.namespace],
        id: ({ metadata, spec }: Application) => [applicationKey(metadata.namespace, spec.id)],
      },
    }),
    installs: new Cache({
      ...scope,
      resource: MARKET_INSTALLS,
      namesUnseen: true,
      annotations: {
        names: [ANNOTATIONS.previewRequested, ANNOTATIONS.previewVersion, ANNOTATIONS.testsRequested],
      },
      fieldManager: FINALIZER_MANAGER,
      indexes: {
        uid: ({ metadata }: MarketInstall) => [metadata.uid],
        id: installIds,
        namespace: ({ metadata }: MarketInstall) => [metadata.namespace],
        application: ({ metadata, spec }: MarketInstall) => [applicationKey(metadata.namespace, spec.appId)],
        /** Objects from which an install takes values. */
        values: ({ metadata: { namespace }, spec: { valuesFrom = [] } }: MarketInstall) =>
          valuesFrom.map(({ kind, name }) => valuesKey(kind, { namespace, name })),
      },
    }),
  };
}

/** Cache of the EndpointSlices, which tell what answers behind the ports of Services. */
function slicesIn(scope: WatchScope) {
  const indexes = { service: serviceOfSlice };
  return new Cache({ ...scope, resource: ENDPOINT_SLICES, indexes, project: trimSlice });
}

export type ComponentCaches = ReturnType<typeof createComponentCaches>;

/** List of what has to be synced: the caches, and what applications adopt. */
export function componentSources(all: ComponentCaches): readonly Source[] {
  const { workloads, adoptions: _, ...others } = all;
  const caches = [...workloads.map(({ cache }) => cache), ...Object.values(others)];
  return [...caches, new AdoptionSource(all)];
}

/** Workload that an index value of `workloadsOfPod` names; undefined where the caches do not hold it. */
export function workloadAt({ workloads }: ComponentCaches, key: string): Workload | undefined {
  const { namespace, kind, name } = splitWorkloadKey(key);
  const watched = workloads.find(({ resource }) => resource.kind === kind);
  return watched?.cache.store.get(keyOf({ metadata: { namespace, name } }));
}

/** Workloads of a component, by its index value. */
export function workloadsOf(
  { workloads }: Pick<ComponentCaches, 'workloads'>,
  component: string,
): Workload[] {
  return workloads.flatMap(({ cache }) => cache.store.by('component', component));
}

/** Index value under which the parts of an application are found. */
export function applicationKey(namespace: string, appId: number | string): string {
  return `${namespace}/${appId}`;
}

/** Index value under which the installs are found that take values from an object. */
export function valuesKey(
  kind: string,
  { namespace = '', name }: { namespace?: string; name: string },
): string {
  return `${kind}/${namespace}/${name}`;
}

/** Application that a rule belongs to, as an index value; none where it belongs to none. */
export function applicationOfRule(rule: GatewayRule): readonly string[] {
  const id = applicationIdOf(rule);
  return id === undefined ? [] : [applicationKey(rule.metadata.namespace, id)];
}

/** Application that an object belongs to as a part of a component, as an index value. */
export function applicationOf({ metadata }: KubeObject): readonly string[] {
  const { [LABELS.appId]: appId, [LABELS.componentId]: componentId } = metadata.labels ?? {};
  return appId === undefined || componentId === undefined || metadata.namespace === undefined
    ? []
    : [applicationKey(metadata.namespace, appId)];
}
