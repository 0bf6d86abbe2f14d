import type { GatewayRuleSpec } from '../../api/gatewayrule.ts';
import { LABELS } from '../../api/group.ts';
import { resolveBackend } from '../../component/backend.ts';
import type { Service } from '../../objects/core.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { Conflict } from '../../rule/conflict.ts';
import { type EffectiveHttp, type EffectiveRule, effective } from '../../rule/effective.ts';
import { isOpen } from '../../rule/open.ts';
import { isOffered, type PortRange, rangesText } from '../../rule/ports.ts';
import { conflictOfWrite, type Write } from '../../rule/write.ts';
import type { ProblemName } from '../problem/problem.ts';

/** What a rule is judged by before it is written. */
export interface Surroundings {
  /** Services of the application's components. */
  readonly services: readonly Service[];
  /** Rules of the application. */
  readonly rules: readonly GatewayRule[];
  /** The rules of all teams for the rule's host, or its port. */
  readonly rivals: readonly GatewayRule[];
  /** Whether the team has the certificate that the rule names. */
  readonly certified: boolean;
  /** Ports that the gateway offers to TCP rules. */
  readonly ports: readonly PortRange[];
}

/** Why a rule is not written. */
export interface Refusal {
  readonly problem: ProblemName;
  /** The member of the half that is at fault, in the contract's spelling. */
  readonly member: string;
  readonly message: string;
  /** The rule that stands in the way. */
  readonly winner?: GatewayRule;
}

/** What stands in the way of writing a rule. Pure: the same input gives the same answer. */
export function refusalOf(write: Write, surroundings: Surroundings): Refusal | undefined {
  const rule = effective(write.spec);
  const services = surroundings.services.filter(
    ({ metadata }) => metadata.labels?.[LABELS.componentId] === rule.serviceId,
  );
  return (
    destinationRefusal(rule, services) ??
    portRefusal(rule, surroundings.ports) ??
    conflictRefusal(write, surroundings.rivals) ??
    (rule.protocol === 'http' ? httpRefusal(rule, write, { ...surroundings, services }) : undefined)
  );
}

function destinationRefusal(
  { serviceId, containerPort }: EffectiveRule,
  services: readonly Service[],
): Refusal | undefined {
  const backend = resolveBackend(services, containerPort);
  switch (backend.type) {
    case 'resolved':
      return undefined;
    case 'no-component':
      return {
        problem: 'componentNotFound',
        member: 'service_id',
        message: `the application has no component ${serviceId}`,
      };
    case 'no-port':
      return {
        problem: 'portNotFound',
        member: 'container_port',
        message: `component ${serviceId} has no port ${containerPort}; it has ${backend.ports.join(', ') || 'none'}`,
      };
  }
}

function portRefusal(rule: EffectiveRule, ports: readonly PortRange[]): Refusal | undefined {
  return rule.protocol === 'http' || isOffered(rule.port, ports)
    ? undefined
    : {
        problem: 'portNotOffered',
        member: 'end_point',
        message: `port ${rule.port} is not among the ports that the gateway offers: ${rangesText(ports)}`,
      };
}

/** Which of the rules for the same host, or port, stands in the way of writing one. Pure. */
export function conflictRefusal(write: Write, rivals: readonly GatewayRule[]): Refusal | undefined {
  const conflict = conflictOfWrite(write, rivals);
  return conflict && { ...CONFLICTS[conflict.type](write.spec), winner: conflict.winner };
}

/** What each conflict means for the client. */
const CONFLICTS: Readonly<Record<Conflict['type'], (spec: GatewayRuleSpec) => Refusal>> = {
  duplicate: (spec) => ({
    problem: 'ruleExists',
    member: 'domain_name',
    message: `there is a rule for ${placeOf(spec)} and this port of the component already`,
  }),
  redirect: (spec) => ({
    problem: 'redirectInTheWay',
    ...(redirects(spec)
      ? {
          member: 'rule_extensions',
          message: `httptohttps needs ${placeOf(spec)} for itself, and there is another rule`,
        }
      : { member: 'domain_path', message: `a rule with httptohttps has ${placeOf(spec)} for itself` }),
  }),
  'host-of-other-team': ({ http }) => ({
    problem: 'hostTaken',
    member: 'domain_name',
    message: `${http?.domainName} belongs to another team`,
  }),
  address: ({ tcp }) => ({
    problem: 'addressTaken',
    member: 'end_point',
    message: `port ${tcp?.endPoint.port} is taken`,
  }),
};

function redirects(spec: GatewayRuleSpec): boolean {
  const rule = effective(spec);
  return rule.protocol === 'http' && rule.redirect;
}

function placeOf({ http }: GatewayRuleSpec): string {
  return `${http?.domainName}${http?.domainPath ?? '/'}`;
}

function httpRefusal(
  { serviceId, containerPort, opens, certificateId }: EffectiveHttp,
  { replaced }: Write,
  { services, rules, certified }: Surroundings,
): Refusal | undefined {
  const others = rules.filter(
    ({ spec, metadata }) =>
      (spec.http ?? spec.tcp)?.serviceId === serviceId && metadata.uid !== replaced?.metadata.uid,
  );
  if (!opens && !isOpen(containerPort, others, services)) {
    return {
      problem: 'portClosed',
      member: 'container_port',
      message: `port ${containerPort} of component ${serviceId} is not open to the outside: send whether_open: true`,
    };
  }
  return certified
    ? undefined
    : {
        problem: 'certificateNotFound',
        member: 'certificate_id',
        message: `the team has no certificate ${certificateId}: a Secret of the type kubernetes.io/tls with the label stoa.dev/certificate-id`,
      };
}
