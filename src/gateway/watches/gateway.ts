import { conditionOf } from '../../api/condition.ts';
import type { Change } from '../../controller/store.ts';
import { changed, eitherSide, every, not, type Watch, watch } from '../../controller/watches.ts';
import { keyOf } from '../../kube/object.ts';
import type { Gateway, ListenerHolder, ListenerSet } from '../../objects/gatewayapi.ts';
import type { GatewayCaches } from '../caches.ts';
import { engineOf } from '../indexes.ts';
import type { Sources } from '../sources.ts';
import { isBehind, listenerConditions } from '../status/listener.ts';

/** Watches of the Gateway, its class and its ListenerSets, as far as rules depend on them. */
export function gatewayWatches(caches: GatewayCaches, config: Sources['config']): readonly Watch[] {
  const { store } = caches.rules;
  const isOurs = ({ before, after }: Change<Gateway>) =>
    [before, after].some((object) => object && keyOf(object) === keyOf({ metadata: config.name }));
  const state = (gateway: Gateway) => gatewayState(gateway, config.http.listener);
  const everyRule = { wakes: () => store.list(), priority: 'background' as const };
  return [
    ...(caches.classes === undefined
      ? []
      : [watch(caches.classes, { when: changed(engineOf), ...everyRule })]),
    watch(caches.gateways, { when: every(isOurs, changed(state)), ...everyRule }),
    watch(caches.gateways, {
      when: every(isOurs, not(changed(state)), changed(listenersOf)),
      wakes: () => store.by('listener', ''),
      priority: 'user',
    }),
    ...(caches.sets === undefined
      ? []
      : [
          watch(caches.sets, {
            when: changed(setState),
            wakes: eitherSide(({ metadata }) => store.by('secured', metadata.name)),
          }),
        ]),
  ];
}

/** The part of a Gateway that every rule depends on; its counts of attached routes change with every HTTPRoute. */
function gatewayState(gateway: Gateway, plainListener: string) {
  const { metadata, spec, status } = gateway;
  const programmed = conditionOf(status, 'Programmed');
  return {
    uid: metadata.uid,
    class: spec.gatewayClassName,
    status: programmed?.status,
    message: programmed?.message,
    address: status?.addresses?.[0]?.value,
    plain: wordOn(gateway, plainListener),
  };
}

/** Conditions of a listener, or where there are none, whether the engine has yet to see the Gateway. */
function wordOn(holder: ListenerHolder, listener: string) {
  const conditions = listenerConditions(holder, listener);
  return conditions.length === 0
    ? isBehind(holder)
    : conditions.map(({ type, status, message }) => [type, status, message]);
}

/** The listeners of a Gateway with the conditions that the engine reports of them, and who may add to them. */
function listenersOf(gateway: Gateway) {
  return { ...stateOf(gateway), allowed: gateway.spec.allowedListeners };
}

/** The part of a ListenerSet that the rules behind its listeners depend on. */
function setState(set: ListenerSet) {
  const programmed = conditionOf(set.status, 'Programmed');
  return { ...stateOf(set), own: set.metadata.labels, programmed: [programmed?.status, programmed?.message] };
}

function stateOf(holder: ListenerHolder) {
  const { listeners } = holder.spec;
  return { spec: listeners, status: listeners.map(({ name }) => wordOn(holder, name)) };
}
