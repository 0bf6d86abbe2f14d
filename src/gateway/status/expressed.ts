import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '../../api/condition.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, holds } from '../../api/verdict.ts';
import { keyOf } from '../../kube/object.ts';
import type { IssuedCertificate } from '../../objects/certmanager.ts';
import type { Candidate } from '../../rule/candidate.ts';
import type { EffectiveHttp, EffectiveTcp } from '../../rule/effective.ts';
import type { UnsupportedField } from '../dialects/dialect.ts';
import type { GatewayView } from '../observed.ts';
import { readIssuer } from '../plan/certificate.ts';
import type { HostTls } from '../tls.ts';

/** Whether all that a rule asks for is done; names each field that is not, and why. */
export function expressedVerdict(losses: readonly UnsupportedField[]): Verdict {
  const told = losses.map(({ field, why }) => `spec.${field}: ${why}`);
  return told.length === 0
    ? holds('FullyExpressed', REASONS.fullyExpressed, 'every field of the rule is in effect')
    : fails(
        'FullyExpressed',
        REASONS.fieldsNotExpressed,
        `not, or not exactly, in effect: ${told.join('; ')}`,
      );
}

/** What surrounds an HTTP rule, as far as its fields depend on it. */
export interface HttpSurroundings {
  readonly gateway: GatewayView;
  /** The rules that its route carries, the oldest first. */
  readonly members: readonly Candidate[];
  readonly tls: HostTls;
  /** What the dialect leaves out of the route. */
  readonly losses: readonly UnsupportedField[];
  /** The Certificate that is being obtained for the host, if there is one. */
  readonly issued?: IssuedCertificate;
}

/** What is left out of an HTTP rule. */
export function httpLosses({ object, rule }: Candidate, around: HttpSurroundings): UnsupportedField[] {
  return [
    ...around.losses.filter(({ field }) => asks(rule, field)),
    ...rule.unknown.map(({ key, why }) => ({ field: `http.ruleExtensions[${key}]`, why })),
    ...olderDecides(rule, around.members[0]),
    ...certificateLosses({ object, rule }, around),
  ];
}

/** Whether a rule sets the field that a loss names. */
function asks(rule: EffectiveHttp, field: string): boolean {
  const [, setting] = /^http\.configuration\.(\w+)$/.exec(field) ?? [];
  if (setting !== undefined) {
    return setting in rule.settings;
  }
  if (field === 'http.domainCookie') {
    return Object.keys(rule.cookies).length > 0;
  }
  if (field === 'http.domainHeader') {
    return Object.keys(rule.headers).length > 0;
  }
  return rule.balancing.type !== 'round-robin';
}

/** Settings belong to the route, so of rules that share one the oldest has the say. */
function olderDecides(rule: EffectiveHttp, oldest: Candidate | undefined): UnsupportedField[] {
  if (oldest === undefined) {
    return [];
  }
  const why = `the older rule ${keyOf(oldest.object)} decides for this host and path`;
  const differs = (mine: unknown, theirs: unknown) => !isDeepStrictEqual(mine, theirs);
  return [
    ...(differs(rule.settings, oldest.rule.settings) ? [{ field: 'http.configuration', why }] : []),
    ...(differs(rule.balancing, oldest.rule.balancing)
      ? [{ field: 'http.ruleExtensions[lb-type]', why }]
      : []),
  ];
}

function certificateLosses({ object, rule }: Candidate, around: HttpSurroundings): UnsupportedField[] {
  const { tls } = around;
  const redirect = rule.redirect && rule.certificateId === undefined && rule.autoSsl === undefined;
  return [
    ...(redirect
      ? [{ field: 'http.ruleExtensions[httptohttps]', why: 'there is no HTTPS without a certificate' }]
      : []),
    ...(tls.type !== 'none' && isOthers(object, rule, tls)
      ? [
          {
            field: 'http.certificateId',
            why: `the host has the certificate of the older rule ${keyOf(tls.chosenBy)}`,
          },
        ]
      : []),
    ...issueLosses(rule, around),
  ];
}

/** Whether a rule names a certificate and an older rule has chosen another. */
function isOthers(
  { metadata }: Candidate['object'],
  { certificateId }: EffectiveHttp,
  { chosenBy }: Exclude<HostTls, { type: 'none' }>,
): boolean {
  const other = chosenBy.metadata.uid !== metadata.uid;
  return certificateId !== undefined && other && chosenBy.spec.http?.certificateId !== certificateId;
}

/** How far the certificate is that a rule wants to be obtained. */
function issueLosses(rule: EffectiveHttp, { gateway, tls, issued }: HttpSurroundings): UnsupportedField[] {
  if (rule.autoSsl === undefined || rule.certificateId !== undefined || tls.type === 'usable') {
    return [];
  }
  const { served, config } = gateway;
  if (served.certificates === undefined) {
    return [{ field: 'http.autoSsl', why: 'waits for a service outside that sets certificateId' }];
  }
  const wanted = rule.autoSsl.issuer ?? config.autoSsl.issuer;
  if (wanted === undefined || readIssuer(wanted) === undefined) {
    const why = 'no issuer: it must be clusterissuer/<name> or issuer/<name>, here or in the configuration';
    return [{ field: 'http.autoSslConfig', why }];
  }
  const ready = issued?.status?.conditions?.find(({ type }) => type === 'Ready');
  return [
    { field: 'http.autoSsl', why: `the certificate is being obtained: ${ready?.message || 'requested'}` },
  ];
}

/** What is left out of a TCP rule. */
export function tcpLosses({ ip, extensions }: EffectiveTcp, { object }: GatewayView): UnsupportedField[] {
  const anywhere = ip === '0.0.0.0' || ip === '::';
  const addresses = (object?.spec.addresses ?? []).flatMap(({ value }) => value ?? []);
  return [
    ...(anywhere || (addresses.length === 1 && addresses[0] === ip)
      ? []
      : [
          {
            field: 'tcp.endPoint.ip',
            why: 'a Gateway listens at all of its addresses; the port is open at each',
          },
        ]),
    ...extensions.map((key) => ({
      field: `tcp.ruleExtensions[${key}]`,
      why: 'no extension means anything for TCP',
    })),
  ];
}
