import type { Verdict } from '../../api/condition.ts';
import type { Transport } from '../../api/gatewayrule.ts';
import { REASONS } from '../../api/reason.ts';
import { fails, progressOf, readyFrom, unknown } from '../../api/verdict.ts';
import { requestedByRule, type UnsupportedFeature } from '../../engines/fields.ts';
import type { Resource } from '../../kube/resource.ts';
import { CERTIFICATES, type IssuedCertificate } from '../../objects/certmanager.ts';
import { GRPC_ROUTES } from '../../objects/grpcroute.ts';
import { HTTP_ROUTES } from '../../objects/httproute.ts';
import type { GatewayRule } from '../../objects/stoa.ts';
import type { Candidate } from '../../rule/candidate.ts';
import { conditionsKey } from '../../rule/conditions.ts';
import type { EffectiveHttp } from '../../rule/effective.ts';
import { HTTPS_SUFFIX } from '../../rule/groupname.ts';
import { plainBesideHttps } from '../../rule/plain.ts';
import { destinationOf, type Member, memberTransport } from '../member.ts';
import type { GatewayView, Observed } from '../observed.ts';
import { awaitsCertificate, type PathPlan } from '../plan/path.ts';
import type { Plan } from '../plan/plan.ts';
import { isSecure } from '../tls.ts';
import { acceptedVerdict } from './accepted.ts';
import { protocolProblem, statedFor, withoutTls } from './backend.ts';
import { withCertificate } from './certificate.ts';
import { endpointRemarks, endpointsVerdict, gapOf, httpEndpointsVerdict } from './endpoints.ts';
import {
  applicationField,
  type HttpSurroundings,
  httpClaims,
  httpFields,
  tcpFields,
  type UnsupportedField,
  unknownSettings,
} from './expressed.ts';

import { expressedVerdict } from './fullyexpressed.ts';
import { heldVerdict, holdingRule } from './held.ts';
import { type PolicyFields, policyFields, refusedTls } from './policies.ts';
import { programmedVerdict } from './programmed.ts';
import { shortcomingsOf } from './report.ts';
import {
  callsProblem,
  declarationProblem,
  destinationVerdict,
  externalAuthProblem,
  secretProblem,
} from './resolved.ts';
import { isMet, notProbed, servingVerdict, withRemarks } from './serving.ts';
import { shadowedVerdict } from './shadowed.ts';
import { streamVerdict } from './stream.ts';
import { type HttpTraffic, type Subject, subjectOf, type TcpTraffic, type TlsTraffic } from './subject.ts';

/** Circumstances of a decision beside what is observed. */
interface Circumstances {
  readonly now: Date;
  /** The message with which the API server rejected the decision before. */
  readonly rejection?: string | undefined;
}

/** Reasons of ResolvedRefs=False with which the engine serves the rule, though clients may refuse what it presents. */
const PRESENTED: readonly string[] = [
  REASONS.certificateNotForHost,
  REASONS.certificateExpired,
  REASONS.certificateNotYetValid,
];

/** Reasons of ResolvedRefs=False with which the engine carries the rule all the same, if only to answer with errors. */
const CARRIED: readonly string[] = [
  ...PRESENTED,
  REASONS.secretNotFound,
  REASONS.secretInvalid,
  REASONS.configMapNotFound,
  REASONS.configMapInvalid,
  REASONS.protocolDiffers,
  REASONS.portNotForGrpc,
  REASONS.protocolNotDeclared,
  REASONS.pending,
];

/** Reasons of Serving=False with which the gateway serves the rule, its guards and settings too, and no component answers. */
const UNANSWERED: readonly string[] = [
  REASONS.noEndpoints,
  REASONS.componentRefuses,
  REASONS.protocolMismatch,
  REASONS.componentTooSlow,
];

/** Kinds of the routes that carry HTTP rules. */
const ROUTE_KINDS: readonly string[] = [HTTP_ROUTES.kind, GRPC_ROUTES.kind];

/** All conditions of one rule; `plans` are those of its groups. */
export function verdictsOn(
  rule: GatewayRule,
  observed: Observed,
  plans: readonly Plan[],
  { now, rejection }: Circumstances,
): Verdict[] {
  const subject = subjectOf(rule, observed, plans);
  const accepted = acceptedVerdict(subject);
  if (accepted.status !== 'True' || subject.traffic === undefined) {
    return refusedVerdicts(accepted);
  }
  const rest = restOn(subject.traffic, observed, plans, now);
  const rejected =
    rejection === undefined
      ? undefined
      : fails('Programmed', REASONS.rejected, `the API server does not take the route: ${rejection}`);
  const decided = rest.map((each) => (each.type === 'Programmed' ? (rejected ?? each) : each));
  return withReady(
    [accepted, ...decided.map((each) => (isWhole(each) ? (ineffective(decided) ?? each) : each))],
    gapOf(subject.traffic.member),
  );
}

/** The conditions of an accepted rule beside Accepted. */
function restOn(
  traffic: NonNullable<Subject['traffic']>,
  observed: Observed,
  plans: readonly Plan[],
  now: Date,
): Verdict[] {
  switch (traffic.type) {
    case 'path':
      return httpVerdicts(traffic, observed, plans, now);
    case 'port': {
      const { member } = traffic;
      const transport = memberTransport(member);
      return streamVerdicts(traffic, observed, {
        kind: observed.gateway.served[transport],
        whyNot: whyNotServed(transport, observed.gateway),
        fields: tcpFields(member.rule, observed.gateway),
      });
    }
    case 'passthrough':
      return streamVerdicts(traffic, observed, {
        kind: observed.gateway.served.TLS,
        whyNot: whyNotPassed(observed.gateway),
        fields: [],
      });
  }
}

/** Whether a verdict says that every field of a rule is in effect. */
function isWhole({ type, status }: Verdict): boolean {
  return type === 'FullyExpressed' && status === 'True';
}

/** FullyExpressed of a rule that serves nothing, whatever its engine can do; undefined where it serves requests. */
function ineffective(verdicts: readonly Verdict[]): Verdict | undefined {
  const problem = verdicts.find(({ type, status, reason }) =>
    type === 'ResolvedRefs'
      ? status !== 'True' && !PRESENTED.includes(reason)
      : ['Programmed', 'Serving'].includes(type) && status === 'False' && !UNANSWERED.includes(reason),
  );
  const reason = problem?.type === 'ResolvedRefs' ? REASONS.refsNotResolved : REASONS.nothingServed;
  return (
    problem &&
    unknown('FullyExpressed', reason, 'the rule serves nothing, so that no field of it is in effect')
  );
}

/** The conditions of a rule that is not accepted: what depends on it is unknown. */
function refusedVerdicts(accepted: Verdict): Verdict[] {
  const rest = ['ResolvedRefs', 'Programmed', 'Serving', 'FullyExpressed'];
  return withReady([
    accepted,
    ...rest.map((type) => unknown(type, REASONS.notAccepted, 'the rule is not accepted')),
  ]);
}

/**
 * Adds Ready, which does not depend on FullyExpressed, and the conditions that kstatus reads where it is False. `gap` is the
 * sentence on the endpoints that the rule lacks, which it is ready without where its spec says so.
 */
function withReady(verdicts: readonly Verdict[], gap?: string): Verdict[] {
  const needed = verdicts.filter(
    (each) => each.type !== 'FullyExpressed' && !(each.type === 'Serving' && isMet(each)),
  );
  const carries = gap === undefined ? 'the rule carries traffic' : `the gateway serves the rule, but ${gap}`;
  const ready = readyFrom(needed, carries);
  const refused = verdicts.some(({ type, status }) => type === 'Accepted' && status === 'False');
  return [...verdicts, ready, ...progressOf(ready, refused)];
}

function httpVerdicts(
  { member, plan }: HttpTraffic,
  observed: Observed,
  plans: readonly Plan[],
  now: Date,
): Verdict[] {
  const { rule } = member;
  const { group } = plan;
  const { gateway } = observed;
  const secure = isSecure(member, group.tls);
  const destination = destinationOf(member);
  const unsupported = plan.unsupported[secure ? 'secure' : 'plain'];
  const found =
    callsProblem(destination, rule) ??
    declarationProblem(destination, rule, unsupported) ??
    destinationVerdict(destination, rule);
  const deciding = decidingFor(member, plan);
  const stated = statedFor(member, plan);
  const cutOff = protocolProblem(member, stated, gateway, now);
  const problem = externalAuthProblem(deciding, rule) ?? secretProblem(deciding, rule) ?? cutOff;
  const reached = found.status === 'True' ? (problem ?? found) : found;
  const resolved =
    secure && reached.status === 'True' ? withCertificate(reached, rule, group.tls, now) : reached;
  const routes = plan.wanted.filter(
    ({ resource, draft }) =>
      ROUTE_KINDS.includes(resource.kind) && (draft.metadata.name !== group.name) === secure,
  );
  const holder = holdingRule(routes, group.stored, gateway);
  const around = surroundingsOf({ member, plan }, plans, gateway, unsupported);
  const fields = httpFields(member, around);
  return [
    resolved,
    programmedIf(
      resolved,
      () =>
        idle(member, plan) ??
        withoutTls(stated, gateway) ??
        unroutedCalls(member, plan, gateway) ??
        (holder && heldVerdict('Programmed', member.object, holder)) ??
        programmedVerdict(gateway, routes, group.stored),
    ),
    servingIf(
      resolved,
      () =>
        shadowedVerdict(rule, gateway, routes, group) ??
        (holder && heldVerdict('Serving', member.object, holder)) ??
        httpEndpointsVerdict(member, deciding) ??
        withRemarks(servingVerdict(member, gateway, routes, group), endpointRemarks(member)),
    ),
    expressedVerdict({
      fields: [
        ...fields,
        ...refusedTls(plans, gateway),
        ...applicationField(member.object, observed),
        ...unknownSettings(member.object),
      ],
      routes: shortcomingsOf(gateway, routes, group.stored),
      policies: policiesOf(rule, plan, gateway, secure),
      claims: httpClaims(member, plan.stated, gateway, fields),
      beside: around.beside,
    }),
  ];
}

/** Surroundings of a rule that decide which of its fields are in effect. */
function surroundingsOf(
  { member, plan }: Pick<HttpTraffic, 'member' | 'plan'>,
  plans: readonly Plan[],
  gateway: GatewayView,
  unsupported: readonly UnsupportedFeature[],
): HttpSurroundings {
  const { tls } = plan.group;
  const secure = isSecure(member, tls);
  return {
    gateway,
    beside: secure ? undefined : besideHttps(member, plan),
    members: carriedBy(plan).filter((each) => isSecure(each, tls) === secure),
    tls,
    stated: plan.stated,
    unsupported,
    issuers: issuersOf(plans),
    ...issuedOf(plans),
  };
}

/** Sentence on a rule that opens plain HTTP where other rules of its group are for HTTPS alone. */
function besideHttps({ object, rule }: Member, plan: PathPlan): string | undefined {
  const others = carriedBy(plan).filter((each) => each.object.metadata.uid !== object.metadata.uid);
  return plainBesideHttps(rule, others, (each) => isSecure(each, plan.group.tls));
}

/** The fields of an HTTP rule whose policies the engine has not taken. */
function policiesOf(
  rule: EffectiveHttp,
  { group, wanted }: PathPlan,
  gateway: GatewayView,
  secure: boolean,
): PolicyFields {
  const own = wanted.filter(
    ({ draft }) => draft.metadata.name.startsWith(`${group.name}${HTTPS_SUFFIX}`) === secure,
  );
  return policyFields(gateway, requestedByRule(rule), own, group.stored);
}

/** Knowledge of the routes that carry connections without a look into them. */
interface Streams {
  /** Kind of the routes; missing where none is served, and `whyNot` says why. */
  readonly kind: Resource | undefined;
  readonly whyNot: string;
  readonly fields: readonly UnsupportedField[];
}

function streamVerdicts(
  { member, plan }: TcpTraffic | TlsTraffic,
  observed: Observed,
  { kind, whyNot, fields }: Streams,
): Verdict[] {
  const { gateway } = observed;
  const resolved = destinationVerdict(destinationOf(member), member.rule);
  const routes = plan.wanted.filter(({ resource }) => resource === kind);
  const holder = holdingRule(routes, plan.group.stored, gateway);
  const programmed = () =>
    kind === undefined
      ? fails('Programmed', REASONS.notSupported, whyNot)
      : ((holder && heldVerdict('Programmed', member.object, holder)) ??
        programmedVerdict(gateway, routes, plan.group.stored));
  return [
    resolved,
    programmedIf(resolved, programmed),
    servingIf(
      resolved,
      () =>
        endpointsVerdict(member) ??
        streamVerdict(member, gateway, plan.group) ??
        withRemarks(notProbed('the gateway answers such requests by HTTP only'), endpointRemarks(member)),
    ),
    expressedVerdict({
      fields: [...fields, ...applicationField(member.object, observed), ...unknownSettings(member.object)],
      routes: shortcomingsOf(gateway, routes, plan.group.stored),
    }),
  ];
}

/** Sentence on a transport without routes: the engine serves none, or the cluster does not know their kind. */
function whyNotServed(transport: Transport, { ports }: GatewayView): string {
  const { level, how } = ports[transport];
  return level === 'none'
    ? `no rule for ${transport} is served: ${how}`
    : `the cluster does not serve the kind ${transport}Route of the Gateway API: install it`;
}

/** Sentence on TLS rules without routes. */
function whyNotPassed({ config, dialect, passes, claims }: GatewayView): string {
  const { passthrough, passing } = passes;
  if (passthrough.level === 'none') {
    return `no TLS rule is served: ${passthrough.how}`;
  }
  if (passing !== undefined) {
    return config.https.entryPoint === undefined
      ? 'no TLS rule is served: gateway.https.entryPoint of the configuration does not name the entry point for HTTPS'
      : `the cluster does not serve the kind ${passing.resource.kind}: install it`;
  }
  return dialect.evidence === 'claims' && claims.type === 'listed' && !claims.names.has('TLSRoute')
    ? `no TLS rule is served: ${claims.engine} does not claim TLSRoute`
    : 'the cluster does not serve the kind TLSRoute of the Gateway API: install it';
}

/** A rule that leads nowhere is not programmed for that reason, whatever the engine holds. */
function programmedIf(resolved: Verdict, programmed: () => Verdict): Verdict {
  // A certificate that clients refuse is presented, and a rule without its Secret answers with errors: the engine's word counts.
  return isCarried(resolved)
    ? programmed()
    : fails('Programmed', REASONS.refsNotResolved, 'the rule leads nowhere yet');
}

/** A rule that leads nowhere has no route to ask for. */
function servingIf(resolved: Verdict, serving: () => Verdict): Verdict {
  return isCarried(resolved)
    ? serving()
    : unknown('Serving', REASONS.refsNotResolved, 'the rule leads nowhere yet');
}

/** Whether the engine carries a rule with these references. */
function isCarried({ status, reason }: Verdict): boolean {
  return status === 'True' || CARRIED.includes(reason);
}

/** Verdict on a rule where all for its host, path and conditions have the weight 0: no backend answers. */
function idle({ object }: Candidate, plan: PathPlan): Verdict | undefined {
  return plan.idle.has(object.metadata.uid)
    ? fails('Programmed', REASONS.noWeight, 'all rules for this host, path and conditions have theWeight 0')
    : undefined;
}

/** Verdict on a rule for calls that has no route yet; undefined where it has one, or is for requests. */
function unroutedCalls({ rule }: Member, { group }: PathPlan, { served }: GatewayView): Verdict | undefined {
  if (rule.grpc !== undefined && served.grpcRoutes === undefined) {
    const why = 'the cluster does not serve the kind GRPCRoute of the Gateway API: install it';
    return fails('Programmed', REASONS.notSupported, why);
  }
  return awaitsCertificate(rule, group.tls)
    ? fails(
        'Programmed',
        REASONS.pending,
        'the rule waits for its certificate: until then, the host is for HTTP, by which issuers prove it',
      )
    : undefined;
}

/** The member whose policy counts for the requests of one: the oldest that shares them, or itself. */
function decidingFor(member: Member, plan: PathPlan): Member {
  const { tls } = plan.group;
  const sharing = carriedBy(plan).find(
    (each) =>
      isSecure(each, tls) === isSecure(member, tls) &&
      conditionsKey(each.rule) === conditionsKey(member.rule),
  );
  return sharing ?? member;
}

/** The members that the HTTPRoutes carry, the oldest first. */
function carriedBy({ contributors, group }: PathPlan): Member[] {
  return contributors.flatMap(({ metadata }) =>
    group.members.filter(({ object }) => object.metadata.uid === metadata.uid),
  );
}

/** The Certificate that stands for the host of a rule, if there is one. */
function issuedOf(plans: readonly Plan[]): { readonly issued?: IssuedCertificate } {
  const stored = plans
    .filter(({ type }) => type === 'certificate')
    .flatMap(({ group }) => group.stored)
    .find(({ resource }) => resource.kind === CERTIFICATES.kind);
  return stored === undefined ? {} : { issued: stored.object as IssuedCertificate };
}

/** The issuers that a rule may name, where it wants a certificate to be obtained. */
function issuersOf(plans: readonly Plan[]): readonly string[] {
  return plans.flatMap(({ group }) => (group.type === 'certificate' ? group.issuers : []));
}
