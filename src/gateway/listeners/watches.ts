import type { Change } from '../../controller/store.ts';
import { changed, every, sidesOf, type Watch, type WatchRow, watch } from '../../controller/watches.ts';
import { type KubeObject, keyOf } from '../../kube/object.ts';
import { hostName } from '../../names/name.ts';
import type { Gateway, ListenerSet } from '../../objects/gatewayapi.ts';
import type { HttpRoute } from '../../objects/httproute.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { isUnreadable } from '../../rule/claim.ts';
import { routesOfHosts } from '../caches.ts';
import { engineOf, needsListener, placeChanged } from '../indexes.ts';
import { isSetParent } from '../parent.ts';
import type { Sources } from '../sources.ts';
import { hostListenersOf } from './name.ts';

/** Watches of the listener controller: what can change the listeners that are wanted, or those that stand. */
export function listenerWatches({ caches, components, config }: Sources): readonly Watch[] {
  const theGateway = { wakes: () => [{ metadata: config.name }], priority: 'user' as const };
  const concernsListeners = (change: Change<GatewayRule>) =>
    sidesOf(change).some((rule) => concerns(caches, rule));
  return [
    watch(caches.rules, { when: every(placeChanged, concernsListeners), ...theGateway }),
    watch(components.services, theGateway),
    watch(caches.secrets, theGateway),
    watch(caches.grants, theGateway),
    watch(caches.namespaces, theGateway),
    watch(caches.gateways, { when: changed(({ spec }: Gateway) => spec), ...theGateway }),
    ...setWatches({ caches, config }, theGateway),
  ];
}

/** Watches of what listeners wait for that move to ListenerSets, or back: engines report on all sets all the time. */
function setWatches(
  { caches, config }: Pick<Sources, 'caches' | 'config'>,
  theGateway: Pick<WatchRow<KubeObject>, 'wakes' | 'priority'>,
): readonly Watch[] {
  const { sets, classes, gateways } = caches;
  if (sets === undefined) {
    return [];
  }
  const moves = () => hostListenersOf(gateways.store.get(keyOf({ metadata: config.name }))).length > 0;
  const isInBoth = (route: KubeObject) => (route as HttpRoute).spec.parentRefs.some(isSetParent);
  return [
    watch(sets, {
      when: changed(({ metadata, spec }: ListenerSet) => [
        metadata.uid,
        metadata.labels,
        metadata.ownerReferences,
        spec,
      ]),
      ...theGateway,
    }),
    watch(sets, { when: moves, ...theGateway }),
    ...routesOfHosts(caches).map((routes) =>
      watch(routes, { when: (change) => moves() && sidesOf(change).some(isInBoth), ...theGateway }),
    ),
    watch(gateways, {
      when: every(
        () => sets.store.size > 0,
        changed(({ status }: Gateway) => status?.listeners),
      ),
      ...theGateway,
    }),
    ...(classes === undefined ? [] : [watch(classes, { when: changed(engineOf), ...theGateway })]),
  ];
}

/** Whether a rule needs a listener, may hold one, or may take the host of a rule that needs one. */
function concerns({ rules: { store } }: Sources['caches'], rule: GatewayRule): boolean {
  const host = rule.spec.http?.domainName;
  return (
    isUnreadable(rule) ||
    needsListener(rule) ||
    (host !== undefined && store.by('name', hostName(host)).some(needsListener))
  );
}
