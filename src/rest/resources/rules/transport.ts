import type { GatewayRuleSpec, Transport } from '../../../api/gatewayrule.ts';
import { resolveBackend, transportTo } from '../../../component/backend.ts';
import type { Exposure } from '../../../component/exposure.ts';
import { exposureOfTarget, type Target, targetOf } from '../../../component/target.ts';
import { type Candidate, isTcp } from '../../../rule/candidate.ts';
import type { EffectiveRule, EffectiveTcp } from '../../../rule/effective.ts';

/**
 * Rules that can be in conflict with one, among those for its host or port: of the rules for a port, those of the same
 * transport. `exposureOf` returns what tells the ports of a target. Pure.
 */
export function sameTransport(
  rule: EffectiveRule,
  competing: readonly Candidate<EffectiveRule>[],
  exposureOf: (target: Target) => Exposure,
): readonly Candidate<EffectiveRule>[] {
  if (rule.protocol !== 'tcp') {
    return competing;
  }
  const transport = transportOf(rule, exposureOf);
  return competing.filter((other) => isTcp(other) && transportOf(other.rule, exposureOf) === transport);
}

/**
 * Spec of a new rule that states TCP if it states nothing and its component has the port for both: a client that asks
 * for tcp has no other way to say so. `of` is the application. Pure.
 */
export function withTransport(spec: GatewayRuleSpec, of: Exposure): GatewayRuleSpec {
  const { tcp } = spec;
  if (tcp === undefined || tcp.transport !== undefined) {
    return spec;
  }
  const component = exposureOfTarget(targetOf(tcp, spec.appId), of);
  const hasBoth = (['TCP', 'UDP'] as const).every(
    (transport) => resolveBackend(component, tcp.containerPort, transport).type === 'resolved',
  );
  return hasBoth ? { ...spec, tcp: { ...tcp, transport: 'TCP' } } : spec;
}

/** The transport of a TCP rule. */
function transportOf(rule: EffectiveTcp, exposureOf: (target: Target) => Exposure): Transport {
  return transportTo(rule, exposureOf(rule.target));
}
