import { isDeepStrictEqual } from 'node:util';
import { LABELS } from '../api/group.ts';
import { applicationKey } from '../component/caches.ts';
import { readinessOf } from '../component/ready.ts';
import type { Origin } from '../controller/cache.ts';
import type { Pace } from '../controller/pace.ts';
import type { WorkQueue } from '../controller/queue.ts';
import type { Change } from '../controller/store.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import type { Workload } from '../objects/workload.ts';
import { installOf, type MarketCaches } from './caches.ts';

/** Annotations that the controllers of Kubernetes keep on workloads, whatever anybody wants. */
const KUBERNETES_OWN = 'deployment.kubernetes.io/';

/**
 * Which change makes which installs due. What a user has done to an install comes at once; what happens to
 * its objects, in its turn, and only if it matters: a roll-out of hundreds of pods is not told pod by pod.
 * What nobody has just done comes second.
 */
export function wakeInstalls(queue: WorkQueue, caches: MarketCaches, pace: Pace): void {
  const { store } = caches.installs;
  const now = (installs: readonly MarketInstall[], origin: Origin) => {
    for (const key of new Set(installs.map(keyOf))) {
      queue.add(key, priorityOf(origin));
    }
  };
  const inTurn = (installs: readonly MarketInstall[], origin: Origin) => {
    for (const key of new Set(installs.map(keyOf))) {
      const waitMs = pace.waitMs(key, performance.now());
      if (waitMs > 0) {
        queue.addAfter(key, waitMs, priorityOf(origin));
      } else {
        queue.add(key, priorityOf(origin));
      }
    }
  };
  const installsOf = (change: Change<KubeObject>) =>
    both(change)
      .flatMap(installOf)
      .flatMap((uid) => store.by('uid', uid));

  caches.installs.onChange((change, origin) => {
    // The rest is what was reported.
    if (isEdit(change)) {
      now(both(change), origin);
    }
  });
  for (const { cache } of caches.made) {
    cache.onChange((change, origin) => {
      // Whoever has written looks at everything again when he is through.
      const installs = origin === 'write' ? [] : installsOf(change);
      if (installs.length > 0) {
        const changed = !isDeepStrictEqual(partOf(change.before), partOf(change.after));
        const fares = !isDeepStrictEqual(fareOf(change.before), fareOf(change.after));
        inTurn(
          installs.filter(({ spec }) => changed || (fares && spec.deploy === true)),
          origin,
        );
      }
    });
  }
  // Pods only tell why a component is not ready.
  caches.pods.onChange((change, origin) => {
    const labelled = both(change).some(({ metadata }) => metadata.labels?.[LABELS.install] !== undefined);
    if (labelled) {
      inTurn(installsOf(change).filter(isRollingOut), origin);
    }
  });
  caches.applications.onChange((change, origin) => {
    // What is reported of an application changes with every object of its installs.
    if (isEdit(change)) {
      now(
        both(change).flatMap(({ metadata, spec }) =>
          store.by('application', applicationKey(metadata.namespace ?? '', spec.id)),
        ),
        origin,
      );
    }
  });
  caches.namespaces.onChange((change, origin) => {
    if (change.before === undefined || change.after === undefined) {
      now(
        both(change).flatMap(({ metadata }) => store.by('namespace', metadata.name)),
        origin,
      );
    }
  });
}

function priorityOf(origin: Origin) {
  return origin === 'list' ? 'background' : 'user';
}

function both<T extends KubeObject>({ before, after }: Change<T>): T[] {
  return [before, after].filter((object) => object !== undefined);
}

/** Whether more than the status of an object has changed. */
function isEdit({ before, after }: Change<KubeObject>): boolean {
  return (
    before?.metadata.generation !== after?.metadata.generation ||
    before?.metadata.deletionTimestamp !== after?.metadata.deletionTimestamp ||
    before?.metadata.uid !== after?.metadata.uid
  );
}

/** What counts of an object that an install has made, beside how it fares. */
function partOf(object: KubeObject | undefined) {
  if (object === undefined) {
    return undefined;
  }
  const { metadata, ...content } = object;
  const { uid, labels, annotations = {}, deletionTimestamp } = metadata;
  const own = Object.entries(annotations).filter(([name]) => !name.startsWith(KUBERNETES_OWN));
  return { ...content, status: undefined, uid, labels, annotations: own, deletionTimestamp };
}

/** How an object fares, if it is a workload; everything else is as it should be. */
function fareOf(object: KubeObject | undefined) {
  return object && readinessOf(object as Workload);
}

function isRollingOut({ spec, status }: MarketInstall): boolean {
  const applied = status?.conditions?.some(
    ({ type, status: holds }) => type === 'Applied' && holds === 'True',
  );
  return spec.deploy === true && applied !== true;
}
