import type { GatewayListener } from '../../objects/gatewayapi.ts';
import type { Candidate } from '../../rule/candidate.ts';
import type { EffectiveRule, EffectiveTls } from '../../rule/effective.ts';
import { endingConflicts } from '../../rule/ending.ts';
import type { Member } from '../member.ts';
import { passthroughListenerName } from './name.ts';
import type { ListenerPlan } from './plan.ts';

/** The TLS rules that have their hosts, of some that stand; `ofHostOf` returns all rules of their team for the host of one. */
export function passing(
  standing: readonly Candidate<EffectiveTls>[],
  ofHostOf: (candidate: Candidate<EffectiveTls>) => readonly Candidate<EffectiveRule>[],
): readonly Candidate<EffectiveTls>[] {
  return standing.filter((each) => !endingConflicts(ofHostOf(each)).has(each.object.metadata.uid));
}

/** A plan with the listeners for the hosts of TLS rules, at the port for HTTPS. */
export function withPassthrough(
  plan: ListenerPlan,
  rules: readonly Member<EffectiveTls>[],
  port: number,
  allowedRoutes: object,
): ListenerPlan {
  const listeners = rules.map(
    ({ rule: { host } }): GatewayListener => ({
      name: passthroughListenerName(host),
      hostname: host,
      port,
      protocol: 'TLS',
      tls: { mode: 'Passthrough' },
      allowedRoutes,
    }),
  );
  const owners = rules.map(
    ({ object, rule }) => [passthroughListenerName(rule.host), object.metadata.namespace] as const,
  );
  return {
    ...plan,
    listeners: [...plan.listeners, ...listeners].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    owners: new Map([...plan.owners, ...owners]),
  };
}
