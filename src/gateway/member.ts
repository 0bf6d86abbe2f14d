import type { Transport } from '../api/gatewayrule.ts';
import type { NamedTarget } from '../api/target.ts';
import { type Backend, clusterAddress, resolveBackend, transportTo } from '../component/backend.ts';
import type { SeenComponent } from '../component/endpoints.ts';
import { targetKey, targetOf } from '../component/target.ts';
import { byAge } from '../objects/age.ts';
import type { Candidate } from '../rule/candidate.ts';
import type { EffectiveHttp, EffectiveRule, EffectiveTcp } from '../rule/effective.ts';
import { type Destination, openDestination } from '../rule/open.ts';
import type { NamedSecret } from './secrets/named.ts';

/** The component that a rule names. */
export interface Component extends SeenComponent {
  /** Whether a rule that was accepted before opens the port that this one leads to. */
  readonly opened: boolean;
  /** The components that the rule's policy names, by their keys. */
  readonly named: ReadonlyMap<string, SeenComponent>;
  /** The Secret of passwords that the rule's policy names. */
  readonly secret?: NamedSecret;
}

/** A valid rule, and the component that it names. */
export interface Member<R extends EffectiveRule = EffectiveHttp> extends Candidate<R> {
  readonly component: Component;
}

/** A member whose port was found. */
export interface Routed<R extends EffectiveRule = EffectiveHttp> extends Member<R> {
  readonly backend: Extract<Backend, { type: 'resolved' }>;
}

/** The destination of an accepted rule. */
export function destinationOf({ rule, component }: Member<EffectiveRule>): Destination {
  return openDestination(rule, component, () => component.opened);
}

/**
 * The port that gets copies of a rule's requests, or why there is none; undefined where the rule wants none. It need
 * not be open: no client sees its answers.
 */
export function mirrorOf(member: Member): Backend | undefined {
  const { mirror } = member.rule.policy;
  return mirror && resolveBackend(namedComponent(member, mirror), mirror.port, 'TCP');
}

/**
 * The port that is asked about a rule's requests, or why there is none; undefined where the rule wants none. It need not
 * be open: of its answers, clients see refusals only. Services with an address come first: some engines find no others.
 */
export function externalAuthOf(member: Member): Backend | undefined {
  const { externalAuth } = member.rule.policy;
  if (externalAuth === undefined) {
    return undefined;
  }
  const named = namedComponent(member, externalAuth);
  const addressed = named.services.filter((service) => clusterAddress(service) !== undefined);
  const backend = resolveBackend({ ...named, services: addressed }, externalAuth.port, 'TCP');
  return backend.type === 'resolved' ? backend : resolveBackend(named, externalAuth.port, 'TCP');
}

/** The components that a rule's policy names. */
export function namedComponents(member: Member): readonly SeenComponent[] {
  const { mirror, externalAuth } = member.rule.policy;
  return [mirror, externalAuth].flatMap((named) =>
    named === undefined ? [] : [namedComponent(member, named)],
  );
}

/** A component that a rule's policy names, which is of the rule's own application and namespace. */
export function namedComponent({ object, rule, component }: Member, named: NamedTarget): SeenComponent {
  const key = targetKey(object.metadata.namespace, targetOf(named, rule.appId));
  return component.named.get(key) ?? NOTHING;
}

const NOTHING: SeenComponent = { services: [], workloads: [], slices: [], policies: [] };

/** The transport of a TCP rule to its component. */
export function memberTransport({ rule, component }: Member<EffectiveTcp>): Transport {
  return transportTo(rule, component);
}

/** The members that have a destination, the oldest first. */
export function routed<R extends EffectiveRule>(members: readonly Member<R>[]): Routed<R>[] {
  return members
    .flatMap((member) => {
      const backend = destinationOf(member);
      return backend.type === 'resolved' ? [{ ...member, backend }] : [];
    })
    .toSorted((a, b) => byAge(a.object, b.object));
}
