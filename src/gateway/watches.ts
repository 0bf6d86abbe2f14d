import { componentOfService } from '../component/backend.ts';
import type { Change } from '../controller/store.ts';
import {
  appearsOrVanishes,
  changed,
  eitherSide,
  every,
  itself,
  not,
  sidesOf,
  specChanged,
  type Watch,
  watch,
} from '../controller/watches.ts';
import { type KubeObject, keyOf } from '../kube/object.ts';
import type { Gateway } from '../objects/gatewayapi.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { placesOf } from '../rule/candidate.ts';
import { type GatewayCaches, rulesOfSecret } from './caches.ts';
import type { GatewayConfig } from './config.ts';
import { groupKeysOf, portOpenedBy } from './indexes.ts';
import { ruleOwners } from './owned.ts';

/** Watches of the rule controller: which changes make which GatewayRules due. */
export function ruleWatches(caches: GatewayCaches, { name }: GatewayConfig): readonly Watch[] {
  const { store } = caches.rules;
  const isOurs = ({ before, after }: Change<Gateway>) =>
    [before, after].some((object) => object && keyOf(object) === keyOf({ metadata: name }));
  const everyRule = { wakes: () => store.list(), priority: 'background' as const };
  return [
    watch(caches.rules, { wakes: itself }),
    watch(caches.rules, { when: specChanged, wakes: eitherSide((rule) => sharing(caches, rule)) }),
    watch(caches.rules, { when: specChanged, wakes: (change) => dependents(caches, change) }),
    watch(caches.rules, { when: specChanged, wakes: eitherSide((rule) => competing(caches, rule)) }),
    watch(caches.rules, {
      when: every(specChanged, certificateChanged),
      wakes: eitherSide((rule) => ofSameHost(caches, rule)),
    }),
    ...caches.owned.map(({ cache }) => watch(cache, { wakes: eitherSide(ownersOf) })),
    watch(caches.services, {
      wakes: eitherSide((service) =>
        componentOfService(service).flatMap((component) => store.by('component', component)),
      ),
    }),
    watch(caches.secrets, {
      wakes: eitherSide((secret) =>
        rulesOfSecret(caches, secret).flatMap((rule) => [rule, ...ofSameHost(caches, rule)]),
      ),
    }),
    watch(caches.namespaces, {
      when: appearsOrVanishes,
      wakes: eitherSide(({ metadata }) =>
        store.by('namespace', metadata.name).flatMap((rule) => [rule, ...competing(caches, rule)]),
      ),
    }),
    ...(caches.classes === undefined ? [] : [watch(caches.classes, everyRule)]),
    watch(caches.gateways, { when: every(isOurs, changed(gatewayState)), ...everyRule }),
    watch(caches.gateways, {
      when: every(isOurs, not(changed(gatewayState)), changed(listenersOf)),
      wakes: () => store.by('listener', ''),
      priority: 'user',
    }),
  ];
}

/** Rules of the groups that a rule belongs to. */
function sharing({ rules: { store } }: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  return groupKeysOf(rule).flatMap((group) => store.by('group', group));
}

/** Competing rules of other namespaces: they want the same host or port. */
function competing({ rules: { store } }: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  return placesOf(rule)
    .flatMap((place) => store.by('place', place))
    .filter(({ metadata }) => metadata.namespace !== rule.metadata.namespace);
}

/** Rules of the same namespace for the same host, which share its certificate. */
function ofSameHost({ rules: { store } }: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  return placesOf(rule)
    .flatMap((place) => store.by('place', place))
    .filter(({ metadata }) => metadata.namespace === rule.metadata.namespace);
}

/**
 * Rules that lead to a port which a change opens or closes for them. Of all the rules that open a port, only the
 * first in the index makes a difference; so a list of many rules for one port wakes the dependents once.
 */
function dependents({ rules: { store } }: GatewayCaches, change: Change<GatewayRule>): GatewayRule[] {
  const { before, after } = change;
  const [was, is] = [before ? portOpenedBy(before) : [], after ? portOpenedBy(after) : []];
  const differing = [
    ...was.filter((port) => !is.includes(port)),
    ...is.filter((port) => !was.includes(port)),
  ];
  const decided = differing.filter((port) => {
    const first = store.first('opener', port);
    return first === undefined || (after !== undefined && keyOf(first) === keyOf(after));
  });
  return decided.flatMap((port) => store.by('dependent', port));
}

/** Whether a change may concern the certificate of a host. */
function certificateChanged(change: Change<GatewayRule>): boolean {
  const wants = ({ spec: { http } }: GatewayRule) => [http?.certificateId, http?.autoSsl];
  return (
    sidesOf(change).some((rule) => wants(rule).some(Boolean)) &&
    changed((rule: GatewayRule) => [...wants(rule), ...placesOf(rule)])(change, 'watch')
  );
}

/** The rules that own an object, by name. */
function ownersOf(object: KubeObject) {
  const { namespace = '' } = object.metadata;
  return ruleOwners(object).map(({ name }) => ({ metadata: { namespace, name } }));
}

/** The part of a Gateway that every rule depends on; its counts of attached routes change with every HTTPRoute. */
function gatewayState({ metadata, spec, status }: Gateway) {
  const programmed = status?.conditions?.find(({ type }) => type === 'Programmed');
  return {
    uid: metadata.uid,
    class: spec.gatewayClassName,
    status: programmed?.status,
    message: programmed?.message,
  };
}

/** The listeners of a Gateway with the conditions that the engine reports of them. */
function listenersOf({ spec, status }: Gateway) {
  return {
    spec: spec.listeners,
    status: status?.listeners?.map(({ name, conditions }) => [
      name,
      conditions?.map(({ type, status, message }) => [type, status, message]),
    ]),
  };
}
