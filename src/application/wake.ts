import { isDeepStrictEqual } from 'node:util';
import { applicationKey, applicationOf, workloadAt } from '../component/caches.ts';
import { workloadsOfPod } from '../component/pod.ts';
import type { Origin } from '../controller/cache.ts';
import type { Pace } from '../controller/pace.ts';
import type { WorkQueue } from '../controller/queue.ts';
import type { Change } from '../controller/store.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { Application, GatewayRule, MarketInstall } from '../objects/stoa.ts';
import type { Pod } from '../objects/workload.ts';
import type { ApplicationCaches } from './caches.ts';
import { isReady } from './verdicts.ts';

/**
 * Which change makes which applications due. What a user has done to an application comes at once; what
 * happens in it, in its turn: a roll-out of hundreds of pods is told about once a second, not pod by pod.
 */
export function wakeApplications(queue: WorkQueue, caches: ApplicationCaches, pace: Pace): void {
  const { store } = caches.applications;
  const now = (applications: readonly Application[], origin: Origin) => {
    for (const application of applications) {
      queue.add(keyOf(application), priorityOf(origin));
    }
  };
  const inTurn = (ids: readonly string[], origin: Origin) => {
    for (const application of new Set(ids.flatMap((id) => store.by('id', id)))) {
      const key = keyOf(application);
      const waitMs = pace.waitMs(key, performance.now());
      if (waitMs > 0) {
        queue.addAfter(key, waitMs, priorityOf(origin));
      } else {
        queue.add(key, priorityOf(origin));
      }
    }
  };

  caches.applications.onChange((change, origin) => {
    const sharing = objectsOf(change).flatMap(idOf);
    if (isEdit(change)) {
      now([...new Set([...objectsOf(change), ...sharing.flatMap((id) => store.by('id', id))])], origin);
    } else {
      inTurn(sharing, origin);
    }
  });
  caches.namespaces.onChange((change, origin) => {
    if (change.before === undefined || change.after === undefined) {
      now(
        objectsOf(change).flatMap(({ metadata }) => store.by('namespace', metadata.name)),
        origin,
      );
    }
  });
  for (const { cache } of caches.workloads) {
    cache.onChange((change, origin) => inTurn(objectsOf(change).flatMap(applicationOf), origin));
  }
  caches.pods.onChange((change, origin) => {
    if (!isDeepStrictEqual(fareOf(change.before), fareOf(change.after))) {
      inTurn(
        objectsOf(change).flatMap((pod) => applicationsOfPod(caches, pod)),
        origin,
      );
    }
  });
  for (const reported of [caches.rules, caches.installs]) {
    reported.onChange((change: Change<GatewayRule | MarketInstall>, origin: Origin) => {
      if (!isDeepStrictEqual(partOf(change.before), partOf(change.after))) {
        inTurn(objectsOf(change).flatMap(applicationOfSpec), origin);
      }
    });
  }
}

function priorityOf(origin: Origin) {
  return origin === 'list' ? 'background' : 'user';
}

function objectsOf<T extends KubeObject>({ before, after }: Change<T>): T[] {
  return [before, after].filter((object) => object !== undefined);
}

function idOf({ metadata, spec }: Application): string[] {
  return [applicationKey(metadata.namespace ?? '', spec.id)];
}

/** Whether more than the status of an object has changed. */
function isEdit({ before, after }: Change<Application>): boolean {
  return (
    before?.metadata.generation !== after?.metadata.generation ||
    before?.metadata.deletionTimestamp !== after?.metadata.deletionTimestamp
  );
}

function applicationsOfPod(caches: ApplicationCaches, pod: Pod): string[] {
  const workloads = workloadsOfPod(pod).flatMap((key) => workloadAt(caches, key) ?? []);
  return [pod, ...workloads].flatMap(applicationOf);
}

/** What counts of a pod. */
function fareOf(pod: Pod | undefined) {
  return pod && [pod.metadata.labels, pod.metadata.deletionTimestamp, pod.status];
}

function applicationOfSpec({ metadata, spec }: GatewayRule | MarketInstall): string[] {
  return [applicationKey(metadata.namespace ?? '', spec.appId)];
}

/** What counts of an object that belongs to an application by its spec. */
function partOf(object: GatewayRule | MarketInstall | undefined) {
  return object && [applicationOfSpec(object), isReady(object)];
}
