import type { Change } from '../../controller/store.ts';
import { changed, every, sidesOf, type Watch, watch } from '../../controller/watches.ts';
import type { Gateway } from '../../objects/gatewayapi.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { hostPlace } from '../../rule/candidate.ts';
import { needsListener, placeChanged } from '../indexes.ts';
import type { Sources } from '../sources.ts';

/** Watches of the listener controller: what can change the listeners that are wanted, or those that stand. */
export function listenerWatches({ caches, config }: Sources): readonly Watch[] {
  const theGateway = { wakes: () => [{ metadata: config.name }], priority: 'user' as const };
  const concernsListeners = (change: Change<GatewayRule>) =>
    sidesOf(change).some((rule) => concerns(caches, rule));
  return [
    watch(caches.rules, { when: every(placeChanged, concernsListeners), ...theGateway }),
    watch(caches.services, theGateway),
    watch(caches.secrets, theGateway),
    watch(caches.grants, theGateway),
    watch(caches.namespaces, theGateway),
    watch(caches.gateways, { when: changed(({ spec }: Gateway) => spec), ...theGateway }),
  ];
}

/** Whether a rule needs a listener, or may take the host of one that does. */
function concerns({ rules: { store } }: Sources['caches'], rule: GatewayRule): boolean {
  const host = rule.spec.http?.domainName;
  return (
    needsListener(rule) || (host !== undefined && store.by('place', hostPlace(host)).some(needsListener))
  );
}
