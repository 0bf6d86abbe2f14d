import { isDeepStrictEqual } from 'node:util';
import { componentOf } from '../../component/backend.ts';
import { answeredPorts, serviceOfSlice, targetsByKeys } from '../../component/endpoints.ts';
import { targetsOfService } from '../../component/target.ts';
import type { Change } from '../../controller/store.ts';
import { changed, eitherSide, specChanged, type Watch, watch } from '../../controller/watches.ts';
import { keyOf } from '../../kube/object.ts';
import { servicesOfPolicy } from '../../objects/backendtls.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import { namedPorts, type Workload } from '../../objects/workload.ts';
import { isStanding } from '../../rule/claim.ts';
import type { GatewayCaches } from '../caches.ts';
import {
  componentOfRule,
  placeChanged,
  portOpenedBy,
  samePorts,
  statementOf,
  targetOfStatement,
} from '../indexes.ts';
import { exposureAt, type Sources } from '../sources.ts';
import { rulesOfSameGroups } from './beside.ts';

/** Watches of the components that rules lead to, and of what rules do to their ports. */
export function componentWatches(from: Pick<Sources, 'caches' | 'components'>): readonly Watch[] {
  const { caches, components } = from;
  return [
    ...portWatches(from),
    watch(components.services, {
      wakes: eitherSide((service) => leadingTo(caches, targetsOfService(service))),
    }),
    ...(caches.foreignPolicies === undefined
      ? []
      : [
          watch(caches.foreignPolicies, {
            when: specChanged,
            wakes: eitherSide((policy) =>
              leadingTo(caches, targetsByKeys(components, servicesOfPolicy(policy))),
            ),
          }),
        ]),
    // Not each endpoint matters, only whether there is one.
    watch(components.slices, {
      when: changed(answeredPorts),
      wakes: eitherSide((slice) => leadingTo(caches, targetsByKeys(components, serviceOfSlice(slice)))),
    }),
    ...components.workloads.map(({ cache }) =>
      watch(cache, {
        when: changed(portNames),
        wakes: eitherSide((workload) => leadingTo(caches, targetsOfWorkload(components, workload))),
      }),
    ),
    // A rule that names a Service, and no application, has that of the namespace.
    watch(components.applications, {
      when: changed(({ spec }) => spec.id),
      wakes: eitherSide(({ metadata }) => caches.rules.store.by('unassigned', metadata.namespace)),
    }),
  ];
}

/** Watches of what rules do to the ports of components: they open them, and state their protocols. */
function portWatches(from: Pick<Sources, 'caches' | 'components'>): readonly Watch[] {
  return [
    watch(from.caches.rules, {
      when: placeChanged,
      wakes: (change) => dependents(from, change),
    }),
    watch(from.caches.rules, {
      when: placeChanged,
      wakes: eitherSide((rule) => (decides(from, rule) ? sharingPorts(from, [rule]) : [])),
    }),
  ];
}

/**
 * Whether it may matter to other rules for a component that a rule states the protocol of a port, or does so no more: it
 * does not where another one states the same of the port, and none anything else of the component.
 */
function decides({ caches: { rules } }: Pick<Sources, 'caches'>, rule: GatewayRule): boolean {
  const statement = statementOf(rule);
  if (statement === undefined) {
    return false;
  }
  const others = targetOfStatement(rule)
    .flatMap((target) => rules.store.by('stating', target))
    .filter((each) => each.metadata.uid !== rule.metadata.uid && isStanding(each));
  const isAlike = (other: GatewayRule) => isDeepStrictEqual(statementOf(other), statement);
  const ofSamePort = others.some(({ spec }) => spec.http?.containerPort === rule.spec.http?.containerPort);
  return !(ofSamePort && others.every(isAlike));
}

/** Rules for the components of some rules, and those that name these in their policies, whatever the way to name them. */
export function sharingPorts(
  { caches: { rules }, components: { services } }: Pick<Sources, 'caches' | 'components'>,
  of: readonly GatewayRule[],
): readonly GatewayRule[] {
  const targets = new Set(of.flatMap(componentOfRule));
  const beside = [...targets]
    .flatMap((target) => services.store.by('component', target))
    .flatMap(targetsOfService);
  return [...new Set([...targets, ...beside])].flatMap((target) => [
    ...rules.store.by('component', target),
    ...rules.store.by('named', target),
  ]);
}

/** Targets that a workload is a part of: its component, and each Service of that. */
function targetsOfWorkload(
  { services: { store } }: Sources['components'],
  workload: Workload,
): readonly string[] {
  return [
    ...new Set(
      componentOf(workload).flatMap((key) => [key, ...store.by('component', key).flatMap(targetsOfService)]),
    ),
  ];
}

/** Rules that lead to targets, or name them in their policies. */
function leadingTo(caches: GatewayCaches, targets: readonly string[]): GatewayRule[] {
  const { store } = caches.rules;
  return targets
    .flatMap((target) => [...store.by('component', target), ...store.by('named', target)])
    .flatMap((rule) => [rule, ...besideInPort(caches, rule)]);
}

/** Component of a workload, and its ports that a Service can name; undefined where it has none. */
function portNames(workload: Workload) {
  const ports = namedPorts(workload);
  return ports.length === 0 ? undefined : [componentOf(workload), ports];
}

/** Rules for the port of a TCP rule: a Service can change its transport, and with it which of them compete. */
function besideInPort(caches: GatewayCaches, rule: GatewayRule): GatewayRule[] {
  return rule.spec.tcp !== undefined ? rulesOfSameGroups(caches, rule) : [];
}

/**
 * Rules that lead to a port which a change opens or closes for them. Of all the rules that open a port, only the
 * first in the index makes a difference; so a list of many rules for one port wakes the dependents once.
 */
function dependents(
  from: Pick<Sources, 'caches' | 'components'>,
  { before, after }: Change<GatewayRule>,
): GatewayRule[] {
  const { store } = from.caches.rules;
  const [was, is] = [before ? portOpenedBy(before) : [], after ? portOpenedBy(after) : []];
  const differing = [
    ...was.filter((port) => !is.includes(port)),
    ...is.filter((port) => !was.includes(port)),
  ];
  const decided = differing.filter((port) => {
    const first = store.first('opener', port);
    return first === undefined || (after !== undefined && keyOf(first) === keyOf(after));
  });
  return decided
    .flatMap((port) => samePorts(port, (component) => exposureAt(from, component)))
    .flatMap((port) => store.by('dependent', port));
}
