import { resolveBackend } from '../../../component/backend.ts';
import { componentIn, type Exposure } from '../../../component/exposure.ts';
import { keyOf } from '../../../kube/object.ts';
import type { NameDecision } from '../../../names/gate.ts';
import { isAllowedIssuer, issuerText, readIssuer } from '../../../names/issuer.ts';
import { isOffered, type PortRange, rangesText } from '../../../names/ports.ts';
import type { GatewayRule } from '../../../objects/stoa.ts';
import { burdenText, hasRoomFor } from '../../../rule/burden.ts';
import type { Candidate } from '../../../rule/candidate.ts';
import { nameOf } from '../../../rule/claim.ts';
import type { Conflict } from '../../../rule/conflict.ts';
import { conflictText } from '../../../rule/conflicttext.ts';
import {
  containerPortText,
  type EffectiveHttp,
  type EffectiveRule,
  neededTransport,
  parseRule,
} from '../../../rule/effective.ts';
import { isOpen, opensPort } from '../../../rule/open.ts';
import { conflictOfWrite, type Write } from '../../../rule/write.ts';
import type { ProblemName } from '../../problem/problem.ts';
import { faultOf } from './refusal.ts';

/** State by which the checks judge a rule before it is written, with what tells the ports of the application's components. */
export interface CheckedState extends Exposure {
  /** Rules of the application. */
  readonly rules: readonly GatewayRule[];
  /** Whether a rule is accepted, or about to be: no other opens a port. */
  readonly isGranted: (rule: GatewayRule) => boolean;
  /** Competing rules of the team: those for the rule's host, or port and transport. */
  readonly competing: readonly Candidate<EffectiveRule>[];
  /** Rules of the team among which are those that share the room for burdens of the rule's host. */
  readonly burdening: readonly Candidate<EffectiveRule>[];
  /** Decision on the rule's host or port among all teams. */
  readonly name: NameDecision;
  /** Whether the team has the certificate that the rule names. */
  readonly hasCertificate: boolean;
  /** Issuers of certificates that rules of the team may name. */
  readonly issuers: readonly string[];
  /** Ports that the gateway offers to TCP rules. */
  readonly ports: readonly PortRange[];
}

/** Verdict of a check. */
export type CheckVerdict =
  | { readonly type: 'passed' }
  | {
      readonly type: 'refused';
      readonly problem: ProblemName;
      /** Member at fault of the rule's half, in the contract's spelling. */
      readonly member: string;
      readonly message: string;
      /** The rule that has the host or port, `namespace/name`. */
      readonly holder?: string;
    };

/** A rule that is to be written, its effective form, and its component. */
interface CheckInput extends CheckedState {
  readonly write: Write;
  readonly rule: EffectiveRule;
  readonly component: Exposure;
}

/** One check of a rule. */
interface RuleCheck {
  readonly name: string;
  readonly check: (input: CheckInput) => CheckVerdict;
}

const PASSED: CheckVerdict = { type: 'passed' };

/** Checks of a rule in their order; the first refusal counts. */
export const RULE_CHECKS: readonly RuleCheck[] = [
  { name: 'component has the port', check: checkDestination },
  { name: 'gateway offers the port', check: checkOffer },
  { name: 'team may have the name', check: ({ rule, name }) => checkName(rule, name) },
  { name: 'no competing rule', check: ({ write, competing }) => checkCompetition(write, competing) },
  { name: 'host has room for the conditions', check: checkBurden },
  { name: 'port is open', check: checkOpen },
  { name: 'team has the certificate', check: checkCertificate },
  { name: 'team may name the issuer', check: checkIssuer },
];

/** Verdict of all checks on writing a rule. Pure. */
export function checkRule(write: Write, state: CheckedState): CheckVerdict {
  const { rule } = write;
  const input = { ...state, write, rule, component: componentIn(state, rule.serviceId) };
  for (const { check } of RULE_CHECKS) {
    const verdict = check(input);
    if (verdict.type === 'refused') {
      return verdict;
    }
  }
  return PASSED;
}

function checkDestination({ rule, component }: CheckInput): CheckVerdict {
  const { serviceId, containerPort } = rule;
  const backend = resolveBackend(component, containerPort, neededTransport(rule));
  switch (backend.type) {
    case 'resolved':
      return PASSED;
    case 'no-component':
      return {
        type: 'refused',
        problem: 'componentNotFound',
        member: 'service_id',
        message: `the application has no component ${serviceId}`,
      };
    case 'no-port':
      return {
        type: 'refused',
        problem: 'portNotFound',
        member: 'container_port',
        message: `component ${serviceId} has no port ${containerPortText(rule)}; it has ${backend.ports.join(', ') || 'none'}`,
      };
  }
}

function checkOffer({ rule, ports }: CheckInput): CheckVerdict {
  return rule.protocol === 'http' || isOffered(rule.port, ports)
    ? PASSED
    : {
        type: 'refused',
        problem: 'portNotOffered',
        member: 'end_point',
        message: `port ${rule.port} is not among the ports that the gateway offers (gateway.tcp.ports of the configuration): ${rangesText(ports)}`,
      };
}

/** Verdict on a rule by the decision on its name. Pure. */
export function checkName(rule: EffectiveRule, decision: NameDecision): CheckVerdict {
  if (decision.type !== 'refused') {
    return PASSED;
  }
  const { refusal } = decision;
  const fault = faultOf(nameOf(rule), refusal);
  return { type: 'refused', ...fault, ...(refusal.type === 'held' ? { holder: refusal.by.id } : {}) };
}

/** Verdict on writing a rule among the competing ones of its team. Pure. */
export function checkCompetition(write: Write, competing: readonly Candidate<EffectiveRule>[]): CheckVerdict {
  const conflict = conflictOfWrite(write, competing);
  if (conflict === undefined) {
    return PASSED;
  }
  const { rule } = write;
  // The advice names the other rule to those who may know of it.
  const message = conflictText(conflict.type, rule, 'another rule');
  return { type: 'refused', ...CONFLICTS[conflict.type](rule), message, holder: keyOf(conflict.winner) };
}

function checkBurden({ rule, write, burdening }: CheckInput): CheckVerdict {
  if (rule.protocol === 'tcp') {
    return PASSED;
  }
  const others = burdening.filter(({ object }) => object.metadata.uid !== write.replaced?.metadata.uid);
  return hasRoomFor(rule, others)
    ? PASSED
    : {
        type: 'refused',
        problem: 'noRoom',
        member: burdeningMember(rule),
        message: burdenText(rule.host),
      };
}

function burdeningMember({ cookies, query }: EffectiveHttp): string {
  if (Object.keys(cookies).length > 0) {
    return 'domain_cookie';
  }
  return Object.keys(query).length > 0 ? 'policy.match.query' : 'policy';
}

/** Problem and member of a refusal. */
interface Fault {
  readonly problem: ProblemName;
  readonly member: string;
}

/** Faults by type of conflict. */
const CONFLICTS: Readonly<Record<Conflict['type'], (rule: EffectiveRule) => Fault>> = {
  duplicate: () => ({ problem: 'ruleExists', member: 'domain_name' }),
  redirect: (rule) => ({
    problem: 'redirectInTheWay',
    member: rule.protocol === 'http' && rule.redirect ? 'rule_extensions' : 'domain_path',
  }),
  address: () => ({ problem: 'addressTaken', member: 'end_point' }),
};

/** A TCP rule opens its port, an HTTP rule may. */
function checkOpen(input: CheckInput): CheckVerdict {
  const { rule, component } = input;
  const { serviceId, containerPort } = rule;
  return opensPort(rule) || isOpen(containerPort, openersBeside(input), component, 'TCP')
    ? PASSED
    : {
        type: 'refused',
        problem: 'portClosed',
        member: 'container_port',
        message: `port ${containerPort} of component ${serviceId} is not open to the outside: send whether_open: true`,
      };
}

/** Other rules of the component that may open a port. */
function openersBeside({ write, rule, rules, isGranted }: CheckInput): readonly GatewayRule[] {
  return rules.filter(
    (each) =>
      (each.spec.http ?? each.spec.tcp)?.serviceId === rule.serviceId &&
      each.metadata.uid !== write.replaced?.metadata.uid &&
      isGranted(each),
  );
}

function checkCertificate({ rule, hasCertificate }: CheckInput): CheckVerdict {
  return rule.protocol === 'tcp' || hasCertificate
    ? PASSED
    : {
        type: 'refused',
        problem: 'certificateNotFound',
        member: 'certificate_id',
        message: `the team has no certificate ${rule.certificateId}: a Secret of the type kubernetes.io/tls with the label stoa.dev/certificate-id`,
      };
}

/**
 * A rule may newly name only issuers of its team. Where no issuer is for anybody, a service outside may read what the
 * rule names.
 */
function checkIssuer({ rule, write: { replaced }, issuers }: CheckInput): CheckVerdict {
  const wanted = issuerOf(rule);
  const before = replaced && parseRule(replaced);
  const issuer = readIssuer(wanted ?? '');
  const isNamedBefore = before?.type === 'valid' && issuerOf(before.rule) === wanted;
  return wanted === undefined ||
    issuer === undefined ||
    isNamedBefore ||
    issuers.length === 0 ||
    isAllowedIssuer(issuer, issuers)
    ? PASSED
    : {
        type: 'refused',
        problem: 'issuerNotAllowed',
        member: 'auto_ssl_config',
        message: `${issuerText(wanted, issuers)}: name one of these, or ask the platform team`,
      };
}

/** The issuer that a rule names for a certificate that is to be obtained, as text. */
function issuerOf(rule: EffectiveRule): string | undefined {
  return rule.protocol === 'http' && rule.certificateId === undefined ? rule.autoSsl?.issuer : undefined;
}
