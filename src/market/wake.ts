import { LABELS } from '../api/group.ts';
import { applicationKey } from '../component/caches.ts';
import type { Origin } from '../controller/cache.ts';
import type { WorkQueue } from '../controller/queue.ts';
import type { Change } from '../controller/store.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { MarketInstall } from '../objects/stoa.ts';
import { installOf, type MarketCaches } from './caches.ts';

/** Which change makes which installs due. What nobody has just done comes second. */
export function wakeInstalls(queue: WorkQueue, caches: MarketCaches): void {
  const { store } = caches.installs;
  const due = (installs: readonly MarketInstall[], origin: Origin) => {
    for (const key of new Set(installs.map(keyOf))) {
      queue.add(key, origin === 'list' ? 'background' : 'user');
    }
  };
  const ofInstalls = (change: Change<KubeObject>, origin: Origin) =>
    due(
      both(change)
        .flatMap(installOf)
        .flatMap((uid) => store.by('uid', uid)),
      origin,
    );

  caches.installs.onChange((change, origin) => due(both(change), origin));
  for (const { cache } of caches.made) {
    cache.onChange(ofInstalls);
  }
  // Pods only tell why a component is not ready.
  caches.pods.onChange((change, origin) => {
    const labelled = both(change).some(({ metadata }) => metadata.labels?.[LABELS.install] !== undefined);
    if (labelled) {
      ofInstalls(change, origin);
    }
  });
  caches.applications.onChange((change, origin) =>
    due(
      both(change).flatMap(({ metadata, spec }) =>
        store.by('application', applicationKey(metadata.namespace ?? '', spec.id)),
      ),
      origin,
    ),
  );
  caches.namespaces.onChange((change, origin) => {
    if (change.before === undefined || change.after === undefined) {
      due(
        both(change).flatMap(({ metadata }) => store.by('namespace', metadata.name)),
        origin,
      );
    }
  });
}

function both<T extends KubeObject>({ before, after }: Change<T>): T[] {
  return [before, after].filter((object) => object !== undefined);
}
