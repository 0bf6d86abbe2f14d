import type { Transport } from '../api/gatewayrule.ts';
import { ANNOTATIONS } from '../api/group.ts';
import { numbersFor } from '../component/backend.ts';
import type { Exposure } from '../component/exposure.ts';
import type { Service } from '../objects/core.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { isRefused } from './claim.ts';
import type { EffectiveRule } from './effective.ts';

/**
 * Whether a component's port is open to the outside: a rule opens it, as every TCP rule does, unless it is refused, or
 * one of the component's Services lists it in its annotation: by any number that means the port. `rules` are those of
 * the component.
 */
export function isOpen(
  port: number,
  rules: readonly GatewayRule[],
  of: Exposure,
  transport?: Transport,
): boolean {
  const numbers = numbersFor(of, port, transport);
  const byRule = rules.some(
    (rule) =>
      !isRefused(rule) && opened(rule).some((half) => half !== undefined && numbers.has(half.containerPort)),
  );
  return byRule || lists(numbers, of);
}

/** The half of a rule that opens its port. */
function opened({ spec: { http, tcp } }: GatewayRule) {
  return [http?.whetherOpen ? http : undefined, tcp];
}

/** Whether a rule, once it is accepted, opens the port that it leads to. */
export function opensPort(rule: EffectiveRule): boolean {
  return rule.protocol === 'tcp' || rule.opens;
}

/** Whether one of a component's Services lists a port as open, in its annotation, by any number that means it. */
export function isListed(port: number, of: Exposure, transport?: Transport): boolean {
  return lists(numbersFor(of, port, transport), of);
}

function lists(numbers: ReadonlySet<number>, { services }: Pick<Exposure, 'services'>): boolean {
  return services.some((service) => listedPorts(service).some((text) => numbers.has(Number(text))));
}

/** Entries of the annotation of a Service with its open ports. */
export function listedPorts({ metadata }: Service): readonly string[] {
  const entries = (metadata.annotations?.[ANNOTATIONS.outerPorts] ?? '').split(',');
  return entries.map((text) => text.trim()).filter((text) => text !== '');
}
