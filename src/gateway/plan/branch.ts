import type { BackendChoice } from '../../api/backend.ts';
import { present } from '../../base/fields.ts';
import { clusterAddress } from '../../component/backend.ts';
import { answeringAt, type SeenComponent } from '../../component/endpoints.ts';
import { servicePortAt } from '../../component/exposure.ts';
import { replacesPrefix } from '../../engines/filters.ts';
import { type Branch, choiceOf, type WeightedBackend } from '../../engines/group.ts';
import { closed } from '../../engines/guards.ts';
import { choiceByPolicies } from '../../objects/backendtls.ts';
import { MAX_ROUTE_MATCHES, MAX_ROUTE_RULES, MAX_RULE_MATCHES } from '../../objects/httproute.ts';
import { byPrecision, type Conditions, conditionsIn, conditionsKey } from '../../rule/conditions.ts';
import { protects } from '../../rule/guard.ts';
import { cutOf } from '../backends/cut.ts';
import { portKey, type StatedPort, type StatedPorts } from '../backends/stated.ts';
import {
  destinationOf,
  externalAuthOf,
  type Member,
  mirrorOf,
  namedComponent,
  type Routed,
} from '../member.ts';
import type { GatewayView } from '../observed.ts';
import { isShut } from '../secrets/named.ts';

/** The branches of members: those with the same conditions share the requests that fulfil them, by weight. */
export function branchesOf(members: readonly Routed[], stated: StatedPorts, gateway: GatewayView): Branch[] {
  return sharing(members)
    .map((each) => branchOf(each, stated, gateway))
    .toSorted(byPrecision);
}

/** Members that one HTTPRoute has no room for, the youngest: too many branches, or too many backends of one. */
export function crowdedOut(members: readonly Routed[]): Routed[] {
  // Where one is protected, a dialect may refuse requests by a rule more, and match detours to each of its paths.
  let [rules, matches] = members.some(({ rule }) => protects(rule.policy)) ? [1, 1] : [0, 0];
  return sharing(members).flatMap((branch) => {
    const [{ rule }] = branch;
    const ways = waysTo(rule) * (protects(rule.policy) ? 2 : 1);
    const taken = replacesPrefix(rule.policy) ? waysTo(rule) : Math.ceil(ways / MAX_RULE_MATCHES);
    if (rules + taken > MAX_ROUTE_RULES || matches + ways > MAX_ROUTE_MATCHES) {
      return branch;
    }
    [rules, matches] = [rules + taken, matches + ways];
    return branch.slice(MAX_ROUTE_RULES);
  });
}

/** Most matches that conditions take: one for each method, and for each order in which their cookies may come. */
function waysTo({ cookies, methods }: Conditions): number {
  const orders = Object.keys(cookies).reduce((product, _, index) => product * (index + 1), 1);
  return orders * Math.max(methods.length, 1);
}

/** Uids of the rules of which all that share their requests have the weight 0: no backend answers. */
export function idleIn(members: readonly Routed[]): string[] {
  return sharing(members)
    .filter((branch) => branch.every(({ rule }) => rule.weight === 0))
    .flat()
    .map(({ object }) => object.metadata.uid);
}

function branchOf(members: Sharing, stated: StatedPorts, gateway: GatewayView): Branch {
  const [oldest] = members;
  const { rule } = oldest;
  const statedAt = (backend: Routed['backend']) => stated.get(portKey(backend));
  const reached = members.filter(
    (member) => cutOf(statedAt(member.backend), member.rule.backend, gateway) === undefined,
  );
  const backends = answering(reached).map(
    (member): WeightedBackend => ({
      ...placeOf(member.backend, statedAt(member.backend), member.component),
      weight: member.rule.weight,
    }),
  );
  const branch = {
    ...conditionsIn(rule),
    policy: rule.policy,
    ...namedParts(oldest, stated, gateway),
    backends,
  };
  // With a Secret that it cannot use, an engine may drop the branch, and another one may get its requests.
  return isShut(oldest.component.secret) || reached.length === 0 ? closed(branch) : branch;
}

/**
 * The members that get requests: where a port has ready endpoints and a share, those without get none, and no cookie keeps
 * a client at them. Where no port has endpoints, all stay, since the next one may be of any.
 */
function answering(members: readonly Routed[]): readonly Routed[] {
  const ready = members.filter(({ component, backend }) => answeringAt(component, backend) === 'endpoints');
  return ready.some(({ rule }) => rule.weight > 0) ? ready : members;
}

/** The ports that the policy of a rule names, of those that were found. */
function namedParts(
  member: Routed,
  stated: StatedPorts,
  gateway: GatewayView,
): Pick<Branch, 'mirror' | 'externalAuth'> {
  const { mirror } = mirrorPart(member, stated);
  const isCopied =
    mirror !== undefined && cutOf(stated.get(portKey(mirror)), undefined, gateway) === undefined;
  return { ...(isCopied ? { mirror } : {}), ...externalAuthPart(member, stated) };
}

/** The ports that a rule alone leads to; none where its component or port was not found. */
export function portsOfMember(member: Member, stated: StatedPorts): Pick<Branch, 'backends' | 'mirror'> {
  const backend = destinationOf(member);
  const { weight } = member.rule;
  const backends =
    backend.type === 'resolved'
      ? [{ ...placeOf(backend, stated.get(portKey(backend)), member.component), weight }]
      : [];
  return { backends, ...mirrorPart(member, stated) };
}

function externalAuthPart(member: Routed, stated: StatedPorts): Pick<Branch, 'externalAuth'> {
  const { externalAuth } = member.rule.policy;
  const backend = externalAuthOf(member);
  if (externalAuth === undefined || backend?.type !== 'resolved') {
    return {};
  }
  const named = namedComponent(member, externalAuth);
  const [address] = named.services
    .filter(({ metadata }) => metadata.name === backend.service)
    .flatMap((each) => clusterAddress(each) ?? []);
  return {
    externalAuth: { ...placeOf(backend, stated.get(portKey(backend)), named), ...present({ address }) },
  };
}

function mirrorPart(member: Member, stated: StatedPorts): Pick<Branch, 'mirror'> {
  const backend = mirrorOf(member);
  const { mirror } = member.rule.policy;
  if (backend?.type !== 'resolved' || mirror === undefined) {
    return {};
  }
  const place = placeOf(backend, stated.get(portKey(backend)), namedComponent(member, mirror));
  return { mirror: { ...place, ...present({ percent: mirror.percent }) } };
}

/** Place of a port, with the protocol that a rule, or a policy of another client, states for it. */
function placeOf(
  { service, port, declares, looksSecure }: Routed['backend'],
  stated: StatedPort | undefined,
  component: SeenComponent,
): Omit<WeightedBackend, 'weight'> {
  const choice = stated && choiceOf(stated.choice, declares);
  const policed = stated === undefined ? policyChoice(component, { service, port }) : undefined;
  return { service, port, ...present({ declares, looksSecure, choice, policed }) };
}

/** Protocol that policies of other clients state for a port; undefined where there is none. */
function policyChoice(
  component: SeenComponent,
  place: Pick<Routed['backend'], 'service' | 'port'>,
): BackendChoice | undefined {
  const { policies } = component;
  return policies.length === 0
    ? undefined
    : choiceByPolicies(policies, { ...place, portName: servicePortAt(component, place)?.name });
}

/** Members with the same conditions, the oldest first, which decides on the policy. */
type Sharing = readonly [oldest: Routed, ...younger: Routed[]];

/** Members parted by their conditions. */
function sharing(members: readonly Routed[]): readonly Sharing[] {
  const groups = Map.groupBy(members, ({ rule }) => conditionsKey(rule)).values();
  return [...groups].flatMap(([oldest, ...younger]) => (oldest === undefined ? [] : [[oldest, ...younger]]));
}
