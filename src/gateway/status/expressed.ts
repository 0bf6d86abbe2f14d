import { isDeepStrictEqual } from 'node:util';
import { conditionOf } from '../../api/condition.ts';
import { REASONS, type Reason } from '../../api/reason.ts';
import { unknownText } from '../../api/unknown.ts';
import { targetOf } from '../../component/target.ts';
import { type FieldClaim, fieldClaims } from '../../engines/claims.ts';
import { API_USES, type Feature, requestedByRule, type UnsupportedFeature } from '../../engines/fields.ts';
import { keyOf } from '../../kube/object.ts';
import { isAllowedIssuer, issuerText, readIssuer } from '../../names/issuer.ts';
import type { IssuedCertificate } from '../../objects/certmanager.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { Candidate } from '../../rule/candidate.ts';
import { conditionsKey } from '../../rule/conditions.ts';
import { winnerText } from '../../rule/conflicttext.ts';
import {
  certificateOf,
  type EffectiveHttp,
  type EffectiveTcp,
  parseRule,
  type Setting,
} from '../../rule/effective.ts';
import { inertExtensions, inertHeaders, inertWeight } from '../../rule/inert.ts';
import { isEveryAddress } from '../../rule/url.ts';
import { cutOf } from '../backends/cut.ts';
import { portKey, type StatedPort } from '../backends/stated.ts';
import { type Member, mirrorOf } from '../member.ts';
import type { GatewayView, Observed } from '../observed.ts';
import { portsOfMember } from '../plan/branch.ts';
import type { PathPlan } from '../plan/path.ts';
import type { HostTls } from '../tls.ts';
import { protocolFields, statedFor } from './backend.ts';
import { quotedText } from './quote.ts';
import { missingText } from './resolved.ts';

/** Fields that may not be in effect although the engine supports them. */
const FIELDS = [
  'application',
  'http.configuration',
  'http.policy',
  'http.theWeight',
  'http.certificateId',
  'http.certificateName',
  'http.issuerRef',
  'http.autoSsl',
  'http.autoSslConfig',
  'tcp.endPoint.ip',
] as const;

/** Lists of extensions, whose keys are free. */
const EXTENSIONS = ['http.ruleExtensions', 'tcp.ruleExtensions'] as const;

/** Field of a rule that may not be in effect, as a path below `spec`. */
export type RuleField =
  | Feature
  | (typeof FIELDS)[number]
  | `${(typeof EXTENSIONS)[number]}[${string}]`
  | `${Setting}${string}`;

/** Names of fields without what users choose, the longest first: one may begin with another. */
const NAMES: readonly string[] = [...Object.keys(API_USES), ...FIELDS, ...EXTENSIONS].toSorted(
  (left, right) => right.length - left.length,
);

/** Name of the field of a path; that of the list for an extension of another key. */
export function fieldNameIn(path: string): string | undefined {
  return NAMES.find((name) => path.startsWith(name));
}

/** A field of a rule that is not in effect, or not exactly, as a path below `spec`, and why. */
export interface UnsupportedField {
  readonly field: RuleField;
  readonly why: string;
  /** Reason of the condition, where there is one for this alone. */
  readonly reason?: Reason;
}

/** Surroundings of an HTTP rule that decide which of its fields are in effect. */
export interface HttpSurroundings {
  readonly gateway: GatewayView;
  /** The rules that its HTTPRoute carries, the oldest first. */
  readonly members: readonly Candidate[];
  /** Sentence on the rule beside others for HTTPS. */
  readonly beside: string | undefined;
  readonly tls: HostTls;
  readonly stated: PathPlan['stated'];
  /** Features that its HTTPRoute leaves out. */
  readonly unsupported: readonly UnsupportedFeature[];
  /** Issuers that the rule may name. */
  readonly issuers: readonly string[];
  /** The Certificate that is being obtained for the host, if there is one. */
  readonly issued?: IssuedCertificate;
}

/** The unsupported fields of an HTTP rule. */
export function httpFields(member: Member, around: HttpSurroundings): UnsupportedField[] {
  const { object, rule } = member;
  const requested = requestedByRule(rule, portsOfMember(member, around.stated));
  return [
    ...around.unsupported.filter(({ field }) => requested.includes(field)),
    ...inertFields(rule),
    ...headersField(rule),
    ...mirrorField(member, around),
    ...protocolFields(member, statedFor(member, around), around.gateway),
    ...passwordField(member),
    ...olderDecides(rule, around.members),
    ...weightField(rule, around),
    ...certificateFields({ object, rule }, around),
  ];
}

/** The word of an engine without a dialect on the fields of an HTTP rule that are not known to be out of effect. */
export function httpClaims(
  member: Member,
  stated: PathPlan['stated'],
  { config, dialect, claims }: GatewayView,
  lost: readonly UnsupportedField[],
): readonly FieldClaim[] {
  if (dialect.evidence === 'engine') {
    return [];
  }
  const { rule } = member;
  const requested = requestedByRule(rule, portsOfMember(member, stated));
  const told = fieldClaims(rule, requested, config.https, claims);
  return told.filter(({ field }) => lost.every((one) => one.field !== field));
}

/**
 * Settings belong to the HTTPRoute, so the oldest of the rules that share one decides on them; a policy belongs to the
 * requests that fulfil its conditions, so the oldest of the rules that share these decides on it.
 */
function olderDecides(rule: EffectiveHttp, members: readonly Candidate[]): UnsupportedField[] {
  const [oldest] = members;
  const key = conditionsKey(rule);
  const sharing = members.find((member) => conditionsKey(member.rule) === key);
  const fieldOf = (
    older: Candidate | undefined,
    field: RuleField,
    part: 'settings' | 'balancing' | 'policy',
  ) =>
    older === undefined || isDeepStrictEqual(rule[part], older.rule[part])
      ? []
      : [{ field, why: `the older rule ${keyOf(older.object)} decides for this host and path` }];
  return [
    ...fieldOf(oldest, 'http.configuration', 'settings'),
    ...fieldOf(oldest, 'http.ruleExtensions[lb-type]', 'balancing'),
    ...fieldOf(sharing, 'http.policy', 'policy'),
  ];
}

/** The name of an Application that is not there: the rule belongs to none, and carries traffic all the same. */
export function applicationField(
  { spec }: GatewayRule,
  { appId }: Pick<Observed, 'appId'>,
): UnsupportedField[] {
  return fieldIf(
    spec.application !== undefined && appId === undefined,
    'application',
    `this namespace has no Application ${spec.application}`,
  );
}

/** Settings that this version does not know: the rule goes on without them. */
export function unknownSettings(object: GatewayRule): UnsupportedField[] {
  const reading = parseRule(object);
  return reading.type === 'valid'
    ? reading.unknown.map((each) => ({ field: each.field, why: unknownText(each) }))
    : [];
}

/** Headers that no engine sets. */
function headersField(rule: EffectiveHttp): UnsupportedField[] {
  const why = inertHeaders(rule);
  return why === undefined ? [] : [{ field: 'http.configuration.setHeaders', why }];
}

/** The weight of a rule with which no other one shares requests. */
function weightField(
  rule: EffectiveHttp,
  { members, beside }: Pick<HttpSurroundings, 'members' | 'beside'>,
): UnsupportedField[] {
  const key = conditionsKey(rule);
  const sharing = members.filter((member) => conditionsKey(member.rule) === key);
  const why = inertWeight(rule, sharing.length === 1);
  const reason = beside === undefined ? {} : { reason: REASONS.plainBesideHttps };
  return why === undefined ? [] : [{ field: 'http.theWeight', why, ...reason }];
}

/** The mirror of a rule whose component or port is missing: its requests go on without copies. */
function mirrorField(member: Member, { stated, gateway }: HttpSurroundings): UnsupportedField[] {
  const { appId, policy } = member.rule;
  const backend = mirrorOf(member);
  if (policy.mirror === undefined || backend === undefined) {
    return [];
  }
  const { port } = policy.mirror;
  const missing =
    backend.type === 'resolved'
      ? uncopiedText(stated.get(portKey(backend)), gateway)
      : missingText(backend, targetOf(policy.mirror, appId), `${port}`);
  return missing === undefined
    ? []
    : [{ field: 'http.policy.mirror', why: `${missing}: requests go on without copies` }];
}

/** Why the port for copies cannot be reached as a rule states it; undefined where it can. */
function uncopiedText(stated: StatedPort | undefined, gateway: GatewayView): string | undefined {
  return stated !== undefined && cutOf(stated, undefined, gateway) !== undefined
    ? `its port is reached by TLS only, as rule ${keyOf(stated.decidedBy)} says, and that cannot be had now`
    : undefined;
}

/** The Secret of passwords of a rule, where not all of its lines let a user in. */
function passwordField({ component: { secret } }: Member): UnsupportedField[] {
  const idle = secret?.type === 'usable' ? secret.idle : undefined;
  return idle === undefined ? [] : [{ field: 'http.policy.basicAuth', why: idle }];
}

function certificateFields({ object, rule }: Candidate, around: HttpSurroundings): UnsupportedField[] {
  const { tls } = around;
  const others =
    tls.type !== 'none' && isOthers(object, rule, tls)
      ? `the host has the certificate of ${winnerText(tls.chosenBy, object)}`
      : '';
  const field = rule.certificate?.type === 'name' ? 'http.certificateName' : 'http.certificateId';
  return [...fieldIf(others !== '', field, others), ...autoSslFields(rule, around)];
}

/** Whether a rule names a certificate and an older rule has chosen another. */
function isOthers(
  { metadata }: Candidate['object'],
  { certificate }: EffectiveHttp,
  { chosenBy }: Exclude<HostTls, { type: 'none' }>,
): boolean {
  const other = chosenBy.metadata.uid !== metadata.uid;
  const { http } = chosenBy.spec;
  return certificate !== undefined && other && !isDeepStrictEqual(http && certificateOf(http), certificate);
}

/** The fields of a rule whose certificate has yet to be obtained, and how far that is. */
function autoSslFields(
  rule: EffectiveHttp,
  { gateway, tls, issued, issuers }: HttpSurroundings,
): UnsupportedField[] {
  if (rule.autoSsl === undefined || rule.certificate !== undefined || tls.type === 'usable') {
    return [];
  }
  const { served, config } = gateway;
  const isRef = rule.autoSsl.by === 'issuerRef';
  const [field, ofIssuer] = isRef
    ? (['http.issuerRef', 'http.issuerRef'] as const)
    : (['http.autoSsl', 'http.autoSslConfig'] as const);
  const wanted = rule.autoSsl.issuer ?? config.autoSsl.issuer ?? '';
  const issuer = readIssuer(wanted);
  const meanwhile =
    rule.grpc === undefined
      ? 'until the host has a certificate, it is served by plain HTTP'
      : 'until the host has a certificate, no call is served';
  if (served.certificates === undefined) {
    const way = 'waits for a service outside that sets certificateId or certificateName';
    return issuer === undefined
      ? [{ field, why: `${way}; ${meanwhile}` }]
      : [
          {
            field,
            why: `this cluster has no cert-manager that could ask ${wanted} for a certificate: the rule ${way}; ${meanwhile}`,
            reason: REASONS.certManagerMissing,
          },
        ];
  }
  if (issuer === undefined) {
    const why = 'no issuer: it must be clusterissuer/<name> or issuer/<name>, here or in the configuration';
    return [{ field: ofIssuer, why: `${why}; ${meanwhile}` }];
  }
  if (!isAllowedIssuer(issuer, issuers)) {
    const why = `${issuerText(wanted, issuers)}: no certificate is requested`;
    return [{ field: ofIssuer, why: `${why}; ${meanwhile}` }];
  }
  const ready = conditionOf(issued?.status, 'Ready');
  const how = quotedText(ready?.message ?? '') || 'requested';
  return [{ field, why: `the certificate is being obtained from ${wanted}: ${how}; ${meanwhile}` }];
}

/** The unsupported fields of a TCP rule. */
export function tcpFields(rule: EffectiveTcp, { object }: GatewayView): UnsupportedField[] {
  const { ip } = rule;
  const anywhere = isEveryAddress(ip);
  const addresses = (object?.spec.addresses ?? []).flatMap(({ value }) => value ?? []);
  const isOnly = addresses.length === 1 && addresses[0] === ip;
  return [
    ...fieldIf(
      !anywhere && !isOnly,
      'tcp.endPoint.ip',
      'a Gateway listens at all of its addresses; the port is open at each',
    ),
    ...inertFields(rule),
  ];
}

/** Fields that no engine expresses. */
function inertFields(rule: EffectiveHttp | EffectiveTcp): UnsupportedField[] {
  return inertExtensions(rule).map(({ key, why }) => ({
    field: `${rule.protocol}.ruleExtensions[${key}]`,
    why,
  }));
}

function fieldIf(holds: boolean, field: RuleField, why: string): UnsupportedField[] {
  return holds ? [{ field, why }] : [];
}
