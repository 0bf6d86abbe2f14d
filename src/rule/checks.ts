import { keyOf } from '../kube/object.ts';
import type { NameDecision, NameRefusal } from '../names/gate.ts';
import { isAllowedIssuer, readIssuer } from '../names/issuer.ts';
import { isOffered, type PortRange } from '../names/ports.ts';
import type { GatewayRule } from '../objects/stoa.ts';
import type { Conflict, Crowding } from './conflict.ts';
import type { CertificateRef, EffectiveRule, ParsedRule } from './effective.ts';
import type { Destination } from './open.ts';
import type { ConflictOfWrite } from './write.ts';

/**
 * Why a rule may not exist. To add one, add its type here, its check below, and the check to the chains of the doors that
 * know of it. The compiler then asks for its reason and text in the status of a rule (gateway/status/accepted.ts), and
 * for its problem, member and text in the REST API (rest/resources/rules/checks.ts); a new reason stands in
 * api/reasons/rule.ts, a new problem in rest/problem/problem.ts and docs/rest.md. What is wrong with a host or port as
 * a name among all teams, and not with the rule, is a NameRefusal (names/gate.ts), with its text in names/text.ts.
 * A fact that no view has yet is gathered in `viewOf` of both files. One that a rule of another team can bring about
 * while the rule is written also stands in rest/resources/rules/confirm.ts, and one whose text names no field in
 * console/pages/ruleform/problems.ts.
 */
export type Refusal =
  | { readonly type: 'in-deletion' }
  | { readonly type: 'no-team' }
  | Unreadable
  /** A listener that is not Stoa's has the port. */
  | { readonly type: 'reserved'; readonly listener: string }
  | { readonly type: 'not-offered' }
  | NameRefusal
  /** Another team has the port. */
  | { readonly type: 'port-taken'; readonly by: TakenName }
  | Conflict
  | Crowding
  | Exclude<Destination, { type: 'resolved' }>
  | { readonly type: 'no-certificate'; readonly certificate: CertificateRef }
  | { readonly type: 'issuer-not-allowed'; readonly issuer: string };

/** A stored rule that cannot be read, and why. */
type Unreadable = Exclude<ParsedRule, { type: 'valid' }>;

/** Refusal of a name that another team has, or had a moment ago. */
type TakenName = Extract<NameRefusal, { type: 'held' | 'kept' }>;

/** Everything that checks look at; each door tells as much of it as its chain asks for. */
interface RuleView {
  readonly rule: EffectiveRule;
  /** Ports that the gateway offers to TCP rules. */
  readonly ports: readonly PortRange[];
  /** Listener that has the port of the rule, and is not Stoa's. */
  readonly listener: string | undefined;
  /** Decision on the name of the rule among all teams. */
  readonly name: NameDecision | undefined;
  /** The rule of the team that goes before it, or its lack of room. */
  readonly conflict: Conflict | Crowding | undefined;
  readonly destination: Destination;
  /** Whether the team has the certificate that the rule names. */
  readonly hasCertificate: boolean;
  /** Issuers of certificates that rules of the team may name. */
  readonly issuers: readonly string[] | undefined;
  /** The issuer that the rule named before. */
  readonly issuerBefore: string | undefined;
}

/** View of the gateway on the port of a rule. */
type PortView = Pick<RuleView, 'rule' | 'ports' | 'listener'>;

/** View of the operator on a valid rule. */
export type AcceptanceView = PortView & Pick<RuleView, 'name' | 'conflict'>;

/** View of the REST API on a rule that is to be written. */
export interface AdmissionView extends Omit<RuleView, 'listener'> {
  readonly conflict: ConflictOfWrite | undefined;
}

/** Refusal of a rule by the operator, before and after its spec is read. */
export type AcceptanceRefusal =
  | NonNullable<ReturnType<typeof refusalOfStored | typeof refusalByOperator>>
  | Unreadable;

/** Refusal of a write by the REST API. */
export type AdmissionRefusal = NonNullable<ReturnType<typeof refusalOfWrite>>;

/** Refusal of a stored rule by the operator, whatever it asks for. */
export function refusalOfStored(view: StoredView) {
  return inDeletion(view) ?? withoutTeam(view);
}

/** Refusal of the port of a rule by the gateway alone. */
export function refusalOfPort(view: PortView) {
  return onReservedPort(view) ?? outsideOffer(view);
}

/** Refusal of a valid rule by the operator. */
export function refusalByOperator(view: AcceptanceView) {
  return refusalOfPort(view) ?? withoutName(view) ?? givesWay(view);
}

/** Refusal of a write by the REST API. */
export function refusalOfWrite(view: AdmissionView) {
  return (
    withoutTarget(view) ??
    outsideOffer(view) ??
    refusalOfWritten(view) ??
    toClosedPort(view) ??
    withoutCertificate(view) ??
    withForeignIssuer(view)
  );
}

/** Refusal of a rule by what others have, and may have written at the same time. */
export function refusalOfWritten(view: Pick<AdmissionView, 'rule' | 'name' | 'conflict'>) {
  return withoutName(view) ?? givesWay(view);
}

/** A stored rule, whatever it asks for. */
interface StoredView {
  readonly object: GatewayRule;
  /** Whether its namespace belongs to a team. */
  readonly inTeam: boolean;
}

/** The rule is being deleted, and has no name any more. */
function inDeletion({ object: { metadata } }: StoredView) {
  return metadata.deletionTimestamp === undefined ? undefined : ({ type: 'in-deletion' } as const);
}

/** The namespace belongs to no team. */
function withoutTeam({ inTeam }: StoredView) {
  return inTeam ? undefined : ({ type: 'no-team' } as const);
}

/** The Gateway needs the port for itself. */
function onReservedPort({ rule, listener }: Pick<RuleView, 'rule' | 'listener'>) {
  return rule.protocol !== 'tcp' || listener === undefined
    ? undefined
    : ({ type: 'reserved', listener } as const);
}

/** The gateway does not offer the port to rules. */
function outsideOffer({ rule, ports }: Pick<RuleView, 'rule' | 'ports'>) {
  return rule.protocol !== 'tcp' || isOffered(rule.port, ports)
    ? undefined
    : ({ type: 'not-offered' } as const);
}

/** The namespace may not have the host or port. */
function withoutName({ rule, name }: Pick<RuleView, 'rule' | 'name'>) {
  if (name?.type !== 'refused') {
    return undefined;
  }
  const { refusal } = name;
  return rule.protocol === 'tcp' && (refusal.type === 'held' || refusal.type === 'kept')
    ? ({ type: 'port-taken', by: refusal } as const)
    : refusal;
}

/** A rule of the team goes before it, or leaves no room. */
function givesWay<C extends Conflict | Crowding>({ conflict }: { readonly conflict: C | undefined }) {
  return conflict;
}

/** The component does not exist, or lacks the port. */
function withoutTarget({ destination }: Pick<RuleView, 'destination'>) {
  return destination.type === 'no-component' || destination.type === 'no-port' ? destination : undefined;
}

/** The port of the component is not open to the outside. */
function toClosedPort({ destination }: Pick<RuleView, 'destination'>) {
  return destination.type === 'closed' ? destination : undefined;
}

/** The team has no certificate with the number. */
function withoutCertificate({ rule, hasCertificate }: Pick<RuleView, 'rule' | 'hasCertificate'>) {
  return rule.protocol !== 'http' || rule.certificate === undefined || hasCertificate
    ? undefined
    : ({ type: 'no-certificate', certificate: rule.certificate } as const);
}

/**
 * The rule newly names an issuer that is not for its team. Where nobody has said which are, a service outside may read
 * what the rule names.
 */
function withForeignIssuer({
  rule,
  issuers,
  issuerBefore,
}: Pick<RuleView, 'rule' | 'issuers' | 'issuerBefore'>) {
  const issuer = issuerOf(rule);
  const known = readIssuer(issuer ?? '');
  return issuer === undefined ||
    known === undefined ||
    issuer === issuerBefore ||
    issuers === undefined ||
    isAllowedIssuer(known, issuers)
    ? undefined
    : ({ type: 'issuer-not-allowed', issuer } as const);
}

/** The issuer that a rule names for a certificate that is to be obtained, as text. */
export function issuerOf(rule: EffectiveRule): string | undefined {
  return rule.protocol === 'http' && rule.certificate === undefined ? rule.autoSsl?.issuer : undefined;
}

/** The rule that has what a refused one wants, `namespace/name`; undefined where none does. */
export function holderOf(refusal: Refusal): string | undefined {
  if ('winner' in refusal) {
    return keyOf(refusal.winner);
  }
  const taken = refusal.type === 'port-taken' ? refusal.by : refusal;
  return taken.type === 'held' ? taken.by.id : undefined;
}
