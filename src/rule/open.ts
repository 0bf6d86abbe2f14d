import { ANNOTATIONS } from '../api/group.ts';
import type { Service } from '../objects/core.ts';
import type { GatewayRule } from '../objects/stoa.ts';

/**
 * Whether a component's port is open to the outside: a rule opens it, as every TCP rule does, or one of the
 * component's Services lists it in its annotation. `rules` and `services` are those of the component.
 */
export function isOpen(port: number, rules: readonly GatewayRule[], services: readonly Service[]): boolean {
  const byRule = rules.some(({ spec: { http, tcp } }) =>
    [http?.whetherOpen ? http : undefined, tcp].some((half) => half?.containerPort === port),
  );
  return byRule || isListed(port, services);
}

/** Whether one of a component's Services lists the port as open, in its annotation. */
export function isListed(port: number, services: readonly Service[]): boolean {
  return services
    .flatMap(({ metadata }) => (metadata.annotations?.[ANNOTATIONS.outerPorts] ?? '').split(','))
    .some((text) => text.trim() === String(port));
}
