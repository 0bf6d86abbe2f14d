import type { GatewayRuleSpec, Transport } from '../../api/gatewayrule.ts';
import { LABELS } from '../../api/group.ts';
import { resolveBackend, transportTo } from '../../component/backend.ts';
import type { Service } from '../../objects/core.ts';
import { type Candidate, isTcp } from '../../rule/candidate.ts';
import type { EffectiveRule, EffectiveTcp } from '../../rule/effective.ts';

/**
 * Rules that can be in conflict with one, among those for its host or port: of the rules for a port, those of the same
 * transport. `servicesOf` returns the Services of the components of an application. Pure.
 */
export function sameTransport(
  rule: EffectiveRule,
  competing: readonly Candidate<EffectiveRule>[],
  servicesOf: (appId: number) => readonly Service[],
): readonly Candidate<EffectiveRule>[] {
  if (rule.protocol === 'http') {
    return competing;
  }
  const transport = transportOf(rule, servicesOf);
  return competing.filter((other) => isTcp(other) && transportOf(other.rule, servicesOf) === transport);
}

/**
 * Spec of a new rule that states TCP if it states nothing and its component has the port for both: a client that asks
 * for tcp has no other way to say so. `services` are those of the application. Pure.
 */
export function withTransport(spec: GatewayRuleSpec, services: readonly Service[]): GatewayRuleSpec {
  const { appId, tcp } = spec;
  if (tcp === undefined || tcp.transport !== undefined) {
    return spec;
  }
  const ofComponent = servicesOfComponent(services, appId, tcp.serviceId);
  const hasBoth = (['TCP', 'UDP'] as const).every(
    (transport) => resolveBackend(ofComponent, tcp.containerPort, transport).type === 'resolved',
  );
  return hasBoth ? { ...spec, tcp: { ...tcp, transport: 'TCP' } } : spec;
}

/** The transport of a TCP rule, with the Services of its application. */
function transportOf(rule: EffectiveTcp, servicesOf: (appId: number) => readonly Service[]): Transport {
  const { appId, serviceId } = rule;
  return transportTo(rule, servicesOfComponent(servicesOf(appId), appId, serviceId));
}

function servicesOfComponent(services: readonly Service[], appId: number, serviceId: string): Service[] {
  return services.filter(
    ({ metadata: { labels } }) =>
      labels?.[LABELS.appId] === String(appId) && labels[LABELS.componentId] === serviceId,
  );
}
