import type { Transport } from '../../api/gatewayrule.ts';
import { LABELS } from '../../api/group.ts';
import { servedTransport } from '../../component/backend.ts';
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

/** The transport of a TCP rule: the one that it states, or that of its component's port. */
function transportOf(
  { transport, appId, serviceId, containerPort }: EffectiveTcp,
  servicesOf: (appId: number) => readonly Service[],
): Transport {
  const isOfComponent = ({ metadata: { labels } }: Service) =>
    labels?.[LABELS.appId] === String(appId) && labels[LABELS.componentId] === serviceId;
  return transport ?? servedTransport(servicesOf(appId).filter(isOfComponent), containerPort);
}
