import { adopts } from '../component/adoption.ts';
import { applicationKey, applicationOf, applicationOfRule, workloadAt } from '../component/caches.ts';
import {
  appearsOrVanishes,
  changed,
  eitherSide,
  not,
  sidesOf,
  specChanged,
  type Watch,
  watch,
} from '../controller/watches.ts';
import { keyOf } from '../kube/object.ts';
import type { Application, MarketInstall } from '../objects/stoa.ts';
import type { Pod } from '../objects/workload.ts';
import { workloadsOfPod } from '../workload/pod.ts';
import type { ApplicationCaches } from './observe.ts';
import { isInPlace, isReady } from './verdicts.ts';

/**
 * Watches of the application controller: which changes make which Applications due. An edit of an Application
 * counts at once; changes of its parts are paced, because a roll-out of hundreds of pods reports every pod.
 */
export function applicationWatches(caches: ApplicationCaches): readonly Watch[] {
  const { store } = caches.applications;
  const withId = (id: string) => store.by('id', id);
  /** Applications of one number compete for it. */
  const sharing = ({ metadata, spec }: Application) => withId(applicationKey(metadata.namespace, spec.id));
  return [
    watch(caches.applications, { when: specChanged, wakes: sidesOf }),
    watch(caches.applications, { when: specChanged, wakes: eitherSide(sharing) }),
    watch(caches.applications, { when: not(specChanged), wakes: eitherSide(sharing), rate: 'paced' }),
    (queue) =>
      caches.adoptions.onChange((namespace) => {
        for (const application of store.by('namespace', namespace).filter(adopts)) {
          queue.add(keyOf(application), 'user');
        }
      }),
    watch(caches.namespaces, {
      when: appearsOrVanishes,
      wakes: eitherSide(({ metadata }) => store.by('namespace', metadata.name)),
    }),
    ...caches.workloads.map(({ cache }) =>
      watch(cache, {
        wakes: eitherSide((workload) => applicationOf(workload).flatMap(withId)),
        rate: 'paced',
      }),
    ),
    watch(caches.pods, {
      when: changed(({ metadata, status }: Pod) => [metadata.labels, metadata.deletionTimestamp, status]),
      wakes: eitherSide((pod) => applicationsOfPod(caches, pod).flatMap(withId)),
      rate: 'paced',
    }),
    watch(caches.rules, {
      when: changed((rule) => [applicationOfRule(rule), isReady(rule)]),
      wakes: eitherSide((rule) => applicationOfRule(rule).flatMap(withId)),
      rate: 'paced',
    }),
    watch(caches.installs, {
      when: changed((install) => [applicationOfInstall(install), isInPlace(install)]),
      wakes: eitherSide((install) => withId(applicationOfInstall(install))),
      rate: 'paced',
    }),
  ];
}

/** Applications of a pod: by its own labels, or by those of the workload that owns it. */
function applicationsOfPod(caches: ApplicationCaches, pod: Pod): readonly string[] {
  const workloads = workloadsOfPod(pod).flatMap((key) => workloadAt(caches, key) ?? []);
  return [pod, ...workloads].flatMap(applicationOf);
}

function applicationOfInstall({ metadata, spec }: MarketInstall): string {
  return applicationKey(metadata.namespace, spec.appId);
}
