import type { GatewayRule } from '../../objects/stoa.ts';
import {
  type EffectiveHttp,
  type EffectiveRule,
  type EffectiveTcp,
  type EffectiveTls,
  type ParsedRule,
  parseRule,
} from '../../rule/effective.ts';
import { groupsOf } from '../../rule/groupname.ts';
import type { Member } from '../member.ts';
import type { Observed } from '../observed.ts';
import type { PassthroughPlan } from '../plan/passthrough.ts';
import type { PathPlan } from '../plan/path.ts';
import type { Plan } from '../plan/plan.ts';
import type { PortPlan } from '../plan/port.ts';

/** An HTTP rule, and the plan of the group that carries its traffic. */
export interface HttpTraffic {
  readonly type: 'path';
  readonly member: Member<EffectiveHttp>;
  readonly plan: PathPlan;
}

/** A TCP rule, and the plan of the group that carries its traffic. */
export interface TcpTraffic {
  readonly type: 'port';
  readonly member: Member<EffectiveTcp>;
  readonly plan: PortPlan;
}

/** A TLS rule, and the plan of the group that carries its traffic. */
export interface TlsTraffic {
  readonly type: 'passthrough';
  readonly member: Member<EffectiveTls>;
  readonly plan: PassthroughPlan;
}

/** A rule whose conditions are decided. */
export interface Subject {
  readonly object: GatewayRule;
  readonly observed: Observed;
  readonly reading: ParsedRule;
  /** Missing where the rule is not valid. */
  readonly traffic?: HttpTraffic | TcpTraffic | TlsTraffic;
}

/** The subject for a rule; `plans` are those of its groups. */
export function subjectOf(object: GatewayRule, observed: Observed, plans: readonly Plan[]): Subject {
  const reading = parseRule(object);
  const traffic =
    reading.type === 'valid' ? trafficOf({ object, observed, reading }, reading.rule, plans) : undefined;
  return { object, observed, reading, ...(traffic === undefined ? {} : { traffic }) };
}

function trafficOf(
  { object, observed: { component } }: Subject,
  rule: EffectiveRule,
  plans: readonly Plan[],
): Subject['traffic'] {
  const [{ name }] = groupsOf(rule);
  const plan = plans.find(({ group }) => group.name === name);
  switch (rule.protocol) {
    case 'http':
      return plan?.type === 'path' ? { type: 'path', member: { object, rule, component }, plan } : undefined;
    case 'tcp':
      return plan?.type === 'port' ? { type: 'port', member: { object, rule, component }, plan } : undefined;
    case 'tls':
      return plan?.type === 'passthrough'
        ? { type: 'passthrough', member: { object, rule, component }, plan }
        : undefined;
  }
}
