import { noPortText, synonymsFor } from '../../../component/backend.ts';
import type { Exposure } from '../../../component/exposure.ts';
import { exposureOfTarget, shortTargetText, targetKey, targetOfSpec } from '../../../component/target.ts';
import type { NameDecision } from '../../../names/gate.ts';
import { issuerText } from '../../../names/issuer.ts';
import { type PortRange, rangesText } from '../../../names/ports.ts';
import { refusalText } from '../../../names/text.ts';
import type { GatewayRule } from '../../../objects/stoa.ts';
import { type AdmissionRefusal, type AdmissionView, issuerOf, refusalOfWrite } from '../../../rule/checks.ts';
import { nameOf } from '../../../rule/claim.ts';
import { conflictText, crowdingText } from '../../../rule/conflicttext.ts';
import {
  type CertificateRef,
  containerPortText,
  type EffectiveRule,
  parseRule,
} from '../../../rule/effective.ts';
import { isOpenedBy, openDestination } from '../../../rule/open.ts';
import { type Beside, conflictOfWrite, type Write } from '../../../rule/write.ts';
import type { ProblemName } from '../../problem/problem.ts';

/** State by which the checks judge a rule before it is written, with what tells the ports of the application's components. */
export interface CheckedState extends Exposure, Beside {
  /** Rules of the application. */
  readonly rules: readonly GatewayRule[];
  /** Whether a rule is accepted, or about to be: no other opens a port. */
  readonly isGranted: (rule: GatewayRule) => boolean;
  /** Decision on the rule's host or port among all teams. */
  readonly name: NameDecision;
  /** Whether the team has the certificate that the rule names. */
  readonly hasCertificate: boolean;
  /** Issuers of certificates that rules of the team may name. */
  readonly issuers: readonly string[] | undefined;
  /** Ports that the gateway offers to TCP rules. */
  readonly ports: readonly PortRange[];
}

/** Refusal of a write by the first check that it does not pass; undefined where it passes all. Pure. */
export function checkRule(write: Write, state: CheckedState): AdmissionRefusal | undefined {
  return refusalOfWrite(viewOf(write, state));
}

function viewOf(write: Write, state: CheckedState): AdmissionView {
  const { rule, replaced } = write;
  const component = exposureOfTarget(rule.target, state);
  const synonyms = synonymsFor(component, rule.containerPort, 'TCP');
  const openers = () =>
    state.rules.filter(
      (each) =>
        targetKey('', targetOfSpec(each.spec)) === targetKey('', rule.target) &&
        each.metadata.uid !== replaced?.metadata.uid &&
        state.isGranted(each),
    );
  const before = replaced && parseRule(replaced);
  return {
    ...state,
    rule,
    destination: openDestination(rule, component, () => isOpenedBy(openers(), synonyms)),
    conflict: conflictOfWrite(write, state, (target) => exposureOfTarget(target, state)),
    issuerBefore: before?.type === 'valid' ? issuerOf(before.rule) : undefined,
  };
}

/** Problem of a refusal, and the member at fault of the rule's half, in the contract's spelling. */
interface Fault {
  readonly problem: ProblemName;
  readonly member: string | ((rule: EffectiveRule) => string);
}

/** Faults by the type of a refusal. */
const FAULTS = {
  'no-component': { problem: 'componentNotFound', member: 'service_id' },
  'no-port': { problem: 'portNotFound', member: 'container_port' },
  'not-offered': { problem: 'portNotOffered', member: 'end_point' },
  'declared-for-other': { problem: 'nameNotDeclared', member: memberWithName },
  'declared-twice': { problem: 'nameNotDeclared', member: memberWithName },
  contested: { problem: 'nameNotDeclared', member: memberWithName },
  'unreadable-declaration': { problem: 'nameNotDeclared', member: memberWithName },
  'outside-own-declaration': { problem: 'nameNotDeclared', member: memberWithName },
  'undeclared-refused': { problem: 'nameNotDeclared', member: memberWithName },
  'needs-declaration': { problem: 'nameNotDeclared', member: memberWithName },
  held: { problem: 'hostTaken', member: memberWithName },
  presented: { problem: 'hostTaken', member: memberWithName },
  kept: { problem: 'hostTaken', member: memberWithName },
  limit: { problem: 'teamLimit', member: memberWithName },
  'port-taken': { problem: 'addressTaken', member: 'end_point' },
  address: { problem: 'addressTaken', member: 'end_point' },
  duplicate: { problem: 'ruleExists', member: 'domain_name' },
  redirect: { problem: 'redirectInTheWay', member: redirectingMember },
  ending: { problem: 'tlsConflict', member: 'domain_name' },
  protocol: { problem: 'hostOfOtherProtocol', member: 'domain_name' },
  burden: { problem: 'noRoom', member: burdeningMember },
  closed: { problem: 'portClosed', member: 'container_port' },
  'no-certificate': { problem: 'certificateNotFound', member: certificateMember },
  'issuer-not-allowed': { problem: 'issuerNotAllowed', member: 'auto_ssl_config' },
} as const satisfies Readonly<Record<AdmissionRefusal['type'], Fault>>;

/** Problems of writes that checks refuse. */
export const CHECKED_PROBLEMS: readonly ProblemName[] = Object.values(FAULTS).map(({ problem }) => problem);

function memberWithName({ protocol }: EffectiveRule): string {
  return protocol === 'tcp' ? 'end_point' : 'domain_name';
}

function redirectingMember(rule: EffectiveRule): string {
  return rule.protocol === 'http' && rule.redirect ? 'rule_extensions' : 'domain_path';
}

function certificateMember(rule: EffectiveRule): string {
  return rule.protocol === 'http' && rule.certificate?.type === 'name'
    ? 'certificate_name'
    : 'certificate_id';
}

function burdeningMember(rule: EffectiveRule): string {
  const { cookies, query } = rule.protocol === 'http' ? rule : { cookies: {}, query: {} };
  if (Object.keys(cookies).length > 0) {
    return 'domain_cookie';
  }
  return Object.keys(query).length > 0 ? 'policy.match.query' : 'policy';
}

/** Problem of a refusal, with the field at fault in the contract's spelling. */
export function faultOf(refusal: AdmissionRefusal, rule: EffectiveRule) {
  const { problem, member }: Fault = FAULTS[refusal.type];
  const field = `${rule.protocol}.${typeof member === 'string' ? member : member(rule)}`;
  return { problem, field };
}

/** Message on a refusal. */
export function messageOn(
  refusal: AdmissionRefusal,
  rule: EffectiveRule,
  { ports, issuers }: Pick<CheckedState, 'ports' | 'issuers'>,
): string {
  const { target } = rule;
  const component = shortTargetText(target);
  const name = nameOf(rule);
  switch (refusal.type) {
    case 'no-component':
      return `the application has no ${component}`;
    case 'no-port':
      return noPortText(component, containerPortText(rule), refusal);
    case 'closed':
      return `port ${rule.containerPort} of ${component} is not open to the outside: send whether_open: true`;
    case 'not-offered':
      return `${name} is not among the ports that the gateway offers (gateway.tcp.ports of the configuration): ${rangesText(ports)}`;
    case 'port-taken':
      return refusalText(name, refusal.by);
    case 'duplicate':
    case 'redirect':
    case 'protocol':
    case 'address':
    case 'ending':
      // The advice names the other rule to those who may know of it.
      return conflictText(refusal.type, rule, 'another rule');
    case 'burden':
      return crowdingText(refusal);
    case 'no-certificate':
      return certificateText(refusal.certificate);
    case 'issuer-not-allowed':
      return `${issuerText(refusal.issuer, issuers ?? [])}: name one of these, or ask the platform team`;
    default:
      return refusalText(name, refusal);
  }
}

function certificateText(certificate: CertificateRef): string {
  return certificate.type === 'number'
    ? `the team has no certificate ${certificate.id}: a Secret of the type kubernetes.io/tls with the label stoa.dev/certificate-id`
    : `the team has no Secret ${certificate.name} of the type kubernetes.io/tls`;
}
