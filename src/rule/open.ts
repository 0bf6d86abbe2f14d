import { ANNOTATIONS } from '../api/group.ts';
import type { Service } from '../objects/core.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { isRefused } from './claim.ts';
import type { EffectiveRule } from './effective.ts';

/**
 * Whether a component's port is open to the outside: a rule opens it, as every TCP rule does, unless it is refused, or
 * one of the component's Services lists it in its annotation. `rules` and `services` are those of the component.
 */
export function isOpen(port: number, rules: readonly GatewayRule[], services: readonly Service[]): boolean {
  const byRule = rules.some(
    (rule) => !isRefused(rule) && opened(rule).some((half) => half?.containerPort === port),
  );
  return byRule || isListed(port, services);
}

/** The half of a rule that opens its port. */
function opened({ spec: { http, tcp } }: GatewayRule) {
  return [http?.whetherOpen ? http : undefined, tcp];
}

/** Whether a rule, once it is accepted, opens the port that it leads to. */
export function opensPort(rule: EffectiveRule): boolean {
  return rule.protocol === 'tcp' || rule.opens;
}

/** Whether one of a component's Services lists the port as open, in its annotation. */
export function isListed(port: number, services: readonly Service[]): boolean {
  return services
    .flatMap(({ metadata }) => (metadata.annotations?.[ANNOTATIONS.outerPorts] ?? '').split(','))
    .some((text) => text.trim() === String(port));
}
