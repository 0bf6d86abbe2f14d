import type { Change } from '../../controller/store.ts';
import {
  appearsOrVanishes,
  changed,
  eitherSide,
  every,
  sidesOf,
  specChanged,
  type Watch,
  watch,
} from '../../controller/watches.ts';
import type { KubeObject } from '../../kube/object.ts';
import { type GatewayRule, ruleOwners } from '../../objects/stoa.ts';
import { burdenPlaces } from '../../rule/burden.ts';
import { namesOf } from '../../rule/candidate.ts';
import { isStanding } from '../../rule/claim.ts';
import { rulesOfSecret } from '../caches.ts';
import { groupKeysOfRoute, placeChanged, wildcardsAboveSecret } from '../indexes.ts';
import type { Sources } from '../sources.ts';
import { ofOtherTraffic, ofSameHosts, rulesOfSameGroups } from './beside.ts';
import { componentWatches } from './component.ts';
import { gatewayWatches } from './gateway.ts';
import { declares, nameWatches } from './names.ts';

/** Watches of the rule controller: which changes make which GatewayRules due. */
export function ruleWatches({ caches, components, names, config }: Sources): readonly Watch[] {
  const { store } = caches.rules;
  return [
    watch(caches.rules, { wakes: sidesOf }),
    // After a list, users wait for what they wrote while nobody watched; the other rules are as they were.
    watch(caches.rules, { when: isUnreported, wakes: sidesOf, priority: 'user' }),
    watch(caches.rules, { when: specChanged, wakes: eitherSide((rule) => rulesOfSameGroups(caches, rule)) }),
    ...nameWatches(caches, names),
    watch(caches.foreignRoutes, {
      wakes: eitherSide((route) => groupKeysOfRoute(route).flatMap((key) => store.by('group', key))),
    }),
    watch(caches.rules, {
      when: every(placeChanged, certificateChanged),
      wakes: eitherSide((rule) => ofSameHosts(caches, [rule])),
    }),
    watch(caches.rules, { when: placeChanged, wakes: eitherSide((rule) => ofOtherTraffic(caches, rule)) }),
    watch(caches.rules, {
      when: placeChanged,
      wakes: eitherSide((rule) => burdenPlaces(rule).flatMap((place) => store.by('burden', place))),
    }),
    ...caches.owned.map(({ cache }) => watch(cache, { wakes: eitherSide(ownersOf) })),
    ...componentWatches({ caches, components }),
    watch(caches.secrets, {
      wakes: eitherSide((secret) => ofSameHosts(caches, rulesOfSecret(caches, secret))),
    }),
    // A certificate for a wildcard above could be presented in the place of one that now is for a wildcard, too.
    watch(caches.secrets, {
      wakes: eitherSide((secret) =>
        wildcardsAboveSecret(secret)
          .flatMap((wildcard) => caches.secrets.store.by('wildcard', wildcard))
          .flatMap((other) => rulesOfSecret(caches, other)),
      ),
      priority: 'background',
    }),
    watch(caches.namespaces, {
      when: appearsOrVanishes,
      wakes: eitherSide(({ metadata }) => store.by('namespace', metadata.name)),
    }),
    watch(caches.namespaces, { when: declares(config), wakes: () => store.list(), priority: 'background' }),
    ...gatewayWatches(caches, config),
  ];
}

/** Whether no status tells of the version that a rule now has. */
function isUnreported({ after }: Change<GatewayRule>): boolean {
  return after !== undefined && after.status?.observedGeneration !== (after.metadata.generation ?? 1);
}

/** Whether a change may concern the certificate of a host, or where TLS for it ends. */
function certificateChanged(change: Change<GatewayRule>): boolean {
  const wants = ({ spec: { http, tls } }: GatewayRule) => [
    tls,
    http?.certificateId,
    http?.certificateName,
    http?.autoSsl,
    http?.issuerRef,
  ];
  return (
    sidesOf(change).some((rule) => wants(rule).some(Boolean)) &&
    changed((rule: GatewayRule) => [...wants(rule), ...namesOf(rule), isStanding(rule)])(change, 'watch')
  );
}

/** The rules that own an object, by name. */
function ownersOf(object: KubeObject) {
  const { namespace = '' } = object.metadata;
  return ruleOwners(object).map(({ name }) => ({ metadata: { namespace, name } }));
}
