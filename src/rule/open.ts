import type { Transport } from '../api/gatewayrule.ts';
import type { ComponentPortRef } from '../api/grammar.ts';
import { ANNOTATIONS } from '../api/group.ts';
import { type Backend, resolveBackend, synonymsFor } from '../component/backend.ts';
import type { Exposure } from '../component/exposure.ts';
import type { Service } from '../objects/core.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import { isRefused } from './claim.ts';
import { type EffectiveRule, neededTransport } from './effective.ts';

/** Destination of a rule: a port of its component, or why there is none. */
export type Destination = Backend | { readonly type: 'closed' };

/**
 * The destination of a rule that is accepted, or about to be. Its port must be open: by the rule itself, by one of the
 * component's Services, or by another rule, as `isOpened` says.
 */
export function openDestination(rule: EffectiveRule, of: Exposure, isOpened: () => boolean): Destination {
  const transport = neededTransport(rule);
  const backend = resolveBackend(of, rule.containerPort, transport);
  const isOpen = () => opensPort(rule) || isListed(rule.containerPort, of, transport) || isOpened();
  return backend.type === 'resolved' && !isOpen() ? { type: 'closed' } : backend;
}

/**
 * Whether a component's port is open to the outside: a rule opens it, as every TCP and TLS rule does, unless it is refused, or
 * one of the component's Services lists it in its annotation: by any number or name that means the port. `rules` are those of
 * the component.
 */
export function isOpen(
  port: ComponentPortRef,
  rules: readonly GatewayRule[],
  of: Exposure,
  transport?: Transport,
): boolean {
  return isOpenedBy(rules, synonymsFor(of, port, transport)) || isListed(port, of, transport);
}

/** Whether one of some rules of a component opens a port, by any of its numbers and names, and is not refused. */
export function isOpenedBy(rules: readonly GatewayRule[], synonyms: ReadonlySet<ComponentPortRef>): boolean {
  return rules.some(
    (rule) =>
      !isRefused(rule) && opened(rule).some((half) => half !== undefined && synonyms.has(half.containerPort)),
  );
}

/** The part of a rule that opens its port. */
function opened({ spec: { http, tcp, tls } }: GatewayRule) {
  return [http?.whetherOpen === false ? undefined : http, tcp, tls];
}

/** Whether a rule, once it is accepted, opens the port that it leads to. */
export function opensPort(rule: EffectiveRule): boolean {
  return rule.protocol !== 'http' || rule.opens;
}

/** Whether one of a component's Services lists a port as open, in its annotation, by any number that means it. */
function isListed(port: ComponentPortRef, of: Exposure, transport?: Transport): boolean {
  const synonyms = synonymsFor(of, port, transport);
  return of.services.some((service) => listedPorts(service).some((text) => synonyms.has(Number(text))));
}

/** Entries of the annotation of a Service with its open ports. */
export function listedPorts({ metadata }: Service): readonly string[] {
  const entries = (metadata.annotations?.[ANNOTATIONS.outerPorts] ?? '').split(',');
  return entries.map((text) => text.trim()).filter((text) => text !== '');
}
