import { applicationKey, valuesKey } from '../component/caches.ts';
import {
  appearsOrVanishes,
  changed,
  eitherSide,
  every,
  notWrittenHere,
  sidesOf,
  specChanged,
  type Watch,
  watch,
} from '../controller/watches.ts';
import type { KubeObject } from '../kube/object.ts';
import { GATEWAY_RULES, type MarketInstall } from '../objects/stoa.ts';
import { isWorkload } from '../workload/kinds.ts';
import { readinessOf } from '../workload/state.ts';
import { installsOf, type MarketCaches } from './caches.ts';
import { previewRequestOf } from './preview/answer.ts';
import { ruleRefusal } from './rollout/obstacles.ts';
import { installState } from './state.ts';
import { testRequestOf } from './tests/decide.ts';

/** Annotations that the controllers of Kubernetes keep on workloads, whatever other clients write. */
const KUBERNETES_OWN = 'deployment.kubernetes.io/';

/**
 * Watches of the install controller: which changes make which MarketInstalls due. An edit of an install counts at
 * once; changes of its objects are paced, because a roll-out of hundreds of pods reports every pod. What no watch shows is rechecked by time (`status/verdicts.ts`).
 */
export function installWatches(caches: MarketCaches): readonly Watch[] {
  const { store } = caches.installs;
  const ownersOf = (object: KubeObject) => installsOf(caches, object);
  return [
    watch(caches.installs, { when: specChanged, wakes: sidesOf }),
    watch(caches.installs, { when: changed(previewRequestOf), wakes: sidesOf }),
    watch(caches.installs, { when: changed(testRequestOf), wakes: sidesOf }),
    ...caches.made.flatMap(({ cache }) => [
      watch(cache, {
        when: every(notWrittenHere, changed(contentOf)),
        wakes: eitherSide(ownersOf),
        rate: 'paced',
      }),
      watch(cache, {
        when: every(
          notWrittenHere,
          changed((object) => (isWorkload(object) ? readinessOf(object) : undefined)),
        ),
        wakes: eitherSide((object) => ownersOf(object).filter(({ spec }) => spec.deploy === true)),
        rate: 'paced',
      }),
    ]),
    ...rulesOf(caches).map((cache) =>
      watch(cache, { when: changed(ruleRefusal), wakes: eitherSide(ownersOf), rate: 'paced' }),
    ),
    // Pods only explain why a component is not ready.
    watch(caches.pods, {
      wakes: eitherSide((pod) => ownersOf(pod).filter(isRollingOut)),
      rate: 'paced',
    }),
    watch(caches.applications, {
      when: specChanged,
      wakes: eitherSide(({ metadata, spec }) =>
        store.by('application', applicationKey(metadata.namespace, spec.id)),
      ),
    }),
    ...[caches.secretNames, caches.configMapNames].map((cache) =>
      watch(cache, {
        wakes: eitherSide(({ kind, metadata }) => store.by('values', valuesKey(kind, metadata))),
        rate: 'paced',
      }),
    ),
    watch(caches.accounts, {
      when: appearsOrVanishes,
      wakes: eitherSide(({ metadata }) => store.by('namespace', metadata.namespace ?? '')),
    }),
    // The deletion of a namespace ends the wait of a removal for rights.
    watch(caches.namespaces, {
      when: specChanged,
      wakes: eitherSide(({ metadata }) => store.by('namespace', metadata.name)),
    }),
  ];
}

/** Cache of the rules that installs make. */
function rulesOf({ made }: MarketCaches) {
  return made.filter(({ resource }) => resource.kind === GATEWAY_RULES.kind).map(({ cache }) => cache);
}

/** The part of an object that an install determines: all but its status and the notes of others on it. */
function contentOf({ metadata, ...content }: KubeObject) {
  const { uid, labels, annotations = {}, deletionTimestamp } = metadata;
  const own = Object.entries(annotations).filter(([name]) => !name.startsWith(KUBERNETES_OWN));
  return { ...content, status: undefined, uid, labels, annotations: own, deletionTimestamp };
}

function isRollingOut(install: MarketInstall): boolean {
  return install.spec.deploy === true && installState(install).type !== 'in-place';
}
