import { conditionOf } from '../../api/condition.ts';
import { NAME_ANNOTATIONS } from '../../api/group.ts';
import type { Change } from '../../controller/store.ts';
import {
  appearsOrVanishes,
  changed,
  eitherSide,
  every,
  sidesOf,
  type Watch,
  watch,
} from '../../controller/watches.ts';
import { type KubeObject, splitKey } from '../../kube/object.ts';
import type { Claim } from '../../names/claim.ts';
import type { Name } from '../../names/name.ts';
import { hasTeamLabel, teamOf } from '../../names/team.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { isStanding, nameOfRule } from '../../rule/claim.ts';
import type { NameState } from '../../rule/namestate.ts';
import { foreignCaches, type GatewayCaches } from '../caches.ts';
import type { Sources } from '../sources.ts';

/** Watches of what may give a name to a rule that waits for it, or take it. */
export function nameWatches(caches: GatewayCaches, names: NameState): readonly Watch[] {
  const { store } = caches.rules;
  const waiting = ({ metadata }: KubeObject, name: Name | undefined) =>
    name === undefined ? [] : names.claims.waitingFor(name, metadata.namespace ?? '').map(ruleOfClaim);
  return [
    watch(caches.rules, {
      when: changed(({ metadata, spec, status }: GatewayRule) => [
        metadata.deletionTimestamp,
        metadata.uid,
        spec,
        acceptedOf(status),
        status?.certificateNames,
      ]),
      wakes: (change) => [
        ...eitherSide((rule: GatewayRule) =>
          [nameOfRule(rule), ...(rule.status?.certificateNames ?? [])].flatMap((name) => waiting(rule, name)),
        )(change),
        ...withRoom(names, change),
      ],
    }),
    ...foreignCaches(caches).map((routes) =>
      watch(routes, {
        wakes: eitherSide((route) => (route.spec.hostnames ?? []).flatMap((host) => waiting(route, host))),
      }),
    ),
    watch(caches.namespaces, {
      when: appearsOrVanishes,
      wakes: eitherSide(({ metadata }) =>
        store.by('namespace', metadata.name).flatMap((rule) => waiting(rule, nameOfRule(rule))),
      ),
    }),
    // What was kept for the team is free.
    watch(caches.namespaces, { when: ends, wakes: () => names.claims.waiting().map(ruleOfClaim) }),
  ];
}

/** Whether a Namespace begins to be deleted, or is gone. */
function ends({ before, after }: Change<KubeObject>): boolean {
  const isEnding = (object: KubeObject | undefined) => object?.metadata.deletionTimestamp !== undefined;
  return after === undefined || (isEnding(after) && !isEnding(before));
}

/** Rules of a team with limits that wait, where another one of its rules stands no more. */
function withRoom({ claims, declarations }: NameState, { before, after }: Change<GatewayRule>) {
  const namespace = before?.metadata.namespace ?? '';
  const lost = before !== undefined && isStanding(before) && !(after !== undefined && isStanding(after));
  const isLimited = lost && Object.keys(declarations.limitsOf(namespace)).length > 0;
  return isLimited ? claims.waitingIn(namespace).map(ruleOfClaim) : [];
}

/** The rule of a claim that waits, by name. */
function ruleOfClaim({ id }: Claim) {
  return { metadata: splitKey(id) };
}

/** Acceptance of a rule, as its status has it. */
function acceptedOf(status: GatewayRule['status']) {
  const accepted = conditionOf(status, 'Accepted');
  return [status?.name, accepted?.status, accepted?.message];
}

/** Whether what a Namespace declares changes; most that appear declare nothing, and concern the rules in them alone. */
export function declares(config: Sources['config']) {
  return every<KubeObject>(
    changed((namespace) => declared(namespace, config)),
    (change) => sidesOf(change).some((namespace) => declared(namespace, config).length > 0),
  );
}

/** Team of a Namespace and what its metadata declares, where it, or the configuration for its team, declares names. */
function declared(namespace: KubeObject, { teams, teamPolicy }: Sources['config']): readonly unknown[] {
  const { annotations } = namespace.metadata;
  const team = teamOf(namespace, teamPolicy) ?? '';
  const entries = Object.values(NAME_ANNOTATIONS).map((annotation) => annotations?.[annotation]);
  return Object.hasOwn(teams, team) || entries.some((entry) => entry !== undefined)
    ? [team, hasTeamLabel(namespace), ...entries]
    : [];
}
